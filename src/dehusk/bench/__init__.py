"""Benchmarks: collections of labelled pages, metrics, peers, runs and reports."""
