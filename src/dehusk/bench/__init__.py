"""The workbench: labelled pages, metrics, peers, runs and reports."""
