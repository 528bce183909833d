"""Fitting the model of win chances, and measuring how well chances hold."""
