"""What other programs' files mean here: detect, decode, and report what an import would do.

May import the domain; knows no browser and no app. A new format is a new module and one line in `detect.py`.
"""
