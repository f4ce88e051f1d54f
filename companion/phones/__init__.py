"""The phones' server: one page for every seat, over plain HTTP in the local network.

Optional: ``pip install companion[phones]``; nothing here is imported while phones are off.
"""
