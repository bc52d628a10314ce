"""Documentation comments: Doxygen, kernel-doc, JSDoc, Javadoc, rustdoc, godoc, RDoc.

Most languages document their definitions in comments. :mod:`.placement` tells which
comment documents which definition, :mod:`.comment_text` takes the marks of comments
off, :mod:`.dialects` tells the parts of the text: prose as Markdown, parameters, notes.

What languages need is :class:`.placement.FileComments` and
:func:`.dialects.comment_summary`.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""
