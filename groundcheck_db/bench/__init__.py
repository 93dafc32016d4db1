"""Measuring and fitting on labelled data: nothing here runs when an answer is checked."""
