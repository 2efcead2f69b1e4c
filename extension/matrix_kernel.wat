;; result = states * weight for matrices of 32-bit numbers in one piece, row by row, four columns per instruction.
;; A tile of four rows and eight columns is summed at once: rows is a multiple of 4, outer a multiple of 8.
(module
  (memory (export "memory") 8)
  (func (export "product")
    (param $states i32) (param $rows i32) (param $inner i32) (param $weight i32) (param $outer i32) (param $result i32)
    (local $row_bytes i32) (local $result_bytes i32) (local $row i32) (local $column i32) (local $k i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $w i32) (local $to i32)
    (local $low v128) (local $high v128) (local $state v128)
    (local $a0 v128) (local $a1 v128) (local $b0 v128) (local $b1 v128)
    (local $c0 v128) (local $c1 v128) (local $d0 v128) (local $d1 v128)
    local.get $inner  i32.const 4  i32.mul  local.set $row_bytes
    local.get $outer  i32.const 4  i32.mul  local.set $result_bytes
    loop $rows_left
      i32.const 0  local.set $column
      loop $columns_left
        local.get $states  local.tee $a
        local.get $row_bytes  i32.add  local.tee $b
        local.get $row_bytes  i32.add  local.tee $c
        local.get $row_bytes  i32.add  local.set $d
        local.get $weight  local.get $column  i32.add  local.set $w
        v128.const i32x4 0 0 0 0  local.tee $a0  local.tee $a1  local.tee $b0  local.tee $b1
        local.tee $c0  local.tee $c1  local.tee $d0  local.set $d1
        i32.const 0  local.set $k
        loop $inner_left
          local.get $w  v128.load  local.set $low
          local.get $w  v128.load offset=16  local.set $high
          local.get $a  v128.load32_splat  local.set $state
          local.get $a0  local.get $state  local.get $low  f32x4.mul  f32x4.add  local.set $a0
          local.get $a1  local.get $state  local.get $high  f32x4.mul  f32x4.add  local.set $a1
          local.get $b  v128.load32_splat  local.set $state
          local.get $b0  local.get $state  local.get $low  f32x4.mul  f32x4.add  local.set $b0
          local.get $b1  local.get $state  local.get $high  f32x4.mul  f32x4.add  local.set $b1
          local.get $c  v128.load32_splat  local.set $state
          local.get $c0  local.get $state  local.get $low  f32x4.mul  f32x4.add  local.set $c0
          local.get $c1  local.get $state  local.get $high  f32x4.mul  f32x4.add  local.set $c1
          local.get $d  v128.load32_splat  local.set $state
          local.get $d0  local.get $state  local.get $low  f32x4.mul  f32x4.add  local.set $d0
          local.get $d1  local.get $state  local.get $high  f32x4.mul  f32x4.add  local.set $d1
          local.get $w  local.get $result_bytes  i32.add  local.set $w
          local.get $a  i32.const 4  i32.add  local.set $a
          local.get $b  i32.const 4  i32.add  local.set $b
          local.get $c  i32.const 4  i32.add  local.set $c
          local.get $d  i32.const 4  i32.add  local.set $d
          local.get $k  i32.const 1  i32.add  local.tee $k
          local.get $inner  i32.lt_u  br_if $inner_left
        end
        local.get $result  local.get $column  i32.add  local.tee $to
        local.get $a0  v128.store
        local.get $to  local.get $a1  v128.store offset=16
        local.get $to  local.get $result_bytes  i32.add  local.tee $to
        local.get $b0  v128.store
        local.get $to  local.get $b1  v128.store offset=16
        local.get $to  local.get $result_bytes  i32.add  local.tee $to
        local.get $c0  v128.store
        local.get $to  local.get $c1  v128.store offset=16
        local.get $to  local.get $result_bytes  i32.add  local.tee $to
        local.get $d0  v128.store
        local.get $to  local.get $d1  v128.store offset=16
        local.get $column  i32.const 32  i32.add  local.tee $column
        local.get $result_bytes  i32.lt_u  br_if $columns_left
      end
      local.get $row_bytes  i32.const 4  i32.mul  local.get $states  i32.add  local.set $states
      local.get $result_bytes  i32.const 4  i32.mul  local.get $result  i32.add  local.set $result
      local.get $row  i32.const 4  i32.add  local.tee $row
      local.get $rows  i32.lt_u  br_if $rows_left
    end
  )
)
