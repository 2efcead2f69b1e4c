"""The service: extraction over HTTP, and the web page that shows why blocks are kept. docs/serve.md describes it."""
