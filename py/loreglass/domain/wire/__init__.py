"""What goes over the wire: requests, streams and the errors of endpoints. Data only; the shell sends."""
