package view

import "image"

// paintOn draws a picture of a size.
func paintOn(w, h int, paint func(*image.RGBA, int)) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	paint(img, 1)
	return img
}
