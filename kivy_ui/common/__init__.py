"""Code shared by all presenters: context, page models, texts, pictures; independent of any game."""
