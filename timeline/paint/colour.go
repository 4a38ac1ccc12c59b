package paint

import (
	"fmt"
	"image/color"
)

// RGB is the opaque colour 0xRRGGBB.
func RGB(v uint32) color.RGBA {
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// Blend is a over b with the given opacity of a, 0 … 255.
func Blend(a, b color.RGBA, alpha uint32) color.RGBA {
	mix := func(x, y uint8) uint8 {
		return uint8((uint32(x)*alpha + uint32(y)*(255-alpha) + 127) / 255)
	}
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// Opaque is a colour with full opacity, as items need it.
func Opaque(c color.RGBA) color.NRGBA { return color.NRGBA(c) }

// Fade is a colour with an opacity of 255.
func Fade(c color.RGBA, alpha uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, alpha} }

// hex writes a colour as #RRGGBB, with the opacity in percent if not opaque.
func hex(c color.NRGBA) string {
	s := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
	if c.A != 255 {
		s += fmt.Sprintf("/%d", (int(c.A)*100+127)/255)
	}
	return s
}

// pixel is a colour as stored in memory, read little-endian.
type pixel uint32

func pixelOf(c color.RGBA) pixel {
	return pixel(c.R) | pixel(c.G)<<8 | pixel(c.B)<<16 | 255<<24
}
