"""Does cleaning pages help search? Extracted texts are indexed, queries are run, rankings are measured.

After the retrieval experiment of Web2Text (Vogels, Ganea & Eickhoff 2018).
"""
