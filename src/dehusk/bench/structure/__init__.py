"""The structure yardstick: headings, lists, tables, links, images and so on, against references made by others."""
