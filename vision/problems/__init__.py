"""Problems with the picture, the mats in it and the light on them."""
