"""Work for several processes: of this machine, or of a cluster."""
