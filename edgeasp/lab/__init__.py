"""The laboratory: measuring, searches of weeks, proofs and signs. The core only names its commands and values."""
