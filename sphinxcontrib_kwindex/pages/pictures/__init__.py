"""What pictures show, and where it stands in them."""
