"""What only HTML builders need: visitors, themes, navigation, search.

What comes in: doctrees and the contexts of pages. What goes out: HTML.
"""
