"""The performance of this app on this machine, as figures with the bounds they should keep."""
