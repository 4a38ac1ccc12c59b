package view

import "image"

// paintOn paints a picture of the given size.
func paintOn(w, h int, paint func(*image.RGBA, int)) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	paint(img, 1)
	return img
}
