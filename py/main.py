"""The page's entry: starts the shell, nothing else."""

from loreglass.shell.start import start

start()
