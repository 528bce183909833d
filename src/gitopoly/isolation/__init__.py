"""Other people's code in processes of their own, with limits of memory and time.

`process` is the side that asks, `serving` the side that answers; `loading` finds the code.
"""
