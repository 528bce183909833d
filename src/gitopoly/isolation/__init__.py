"""Other people's code in separate processes, with limits on memory and time.

`process` is the side that asks, `serving` the side that answers; `loading` finds the code.
"""
