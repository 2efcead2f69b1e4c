"""The older systems that every paper compares with, each written from its short description in the literature.

Each says how sure we are to have it as its authors had it: H (the rule is known), M (parts are our reading) or
L (only the idea is known).
"""
