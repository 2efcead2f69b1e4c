"""The older systems that the papers compare with, each implemented from its description in the literature.

Each module states how closely it follows the original system: H (the rules are known), M (parts are our
interpretation) or L (only the idea is known).
"""
