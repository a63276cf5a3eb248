"""A balance laboratory for the solo game of Railways of the World."""
