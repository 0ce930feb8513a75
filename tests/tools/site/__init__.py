"""The documentation as a site: `python -m tests.tools.site` builds it in build/site, for reading without a server."""
