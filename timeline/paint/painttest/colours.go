package painttest

import (
	"fmt"
	"image/color"
	"math"

	"threadlens/timeline/paint"
)

// Palettes are the four palettes by name.
func Palettes() map[string]*paint.Palette {
	m := map[string]*paint.Palette{}
	for _, dark := range []bool{false, true} {
		for _, safe := range []bool{false, true} {
			m[fmt.Sprintf("dark=%v safe=%v", dark, safe)] = paint.NewPalette(dark, safe)
		}
	}
	return m
}

// linear is the linear light of a colour's channels, 0 … 1 (sRGB, IEC 61966-2-1).
func linear(c color.RGBA) (rgb [3]float64) {
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if s <= 0.04045 {
			rgb[i] = s / 12.92
		} else {
			rgb[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// Contrast is the WCAG 2 contrast ratio of two colours.
func Contrast(a, b color.RGBA) float64 {
	lum := func(c color.RGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := lum(a), lum(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Normal leaves colours as they are.
var Normal = [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// Blindness are the matrices for protanopia, deuteranopia and tritanopia of
// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
var Blindness = [3][3][3]float64{
	{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// Lab is a colour as seen with m in CIELAB, white point D65.
func Lab(m [3][3]float64, c color.RGBA) [3]float64 {
	in := linear(c)
	var seen [3]float64
	for i := range seen {
		for j := range in {
			seen[i] += m[i][j] * in[j]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	xyz := [3]float64{
		(0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047,
		0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2],
		(0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883,
	}
	for i, v := range xyz {
		if v > 216.0/24389 {
			xyz[i] = math.Cbrt(v)
		} else {
			xyz[i] = (24389.0/27*v + 16) / 116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// DeltaE is the CIEDE2000 difference.
func DeltaE(p, q [3]float64) float64 {
	const deg = math.Pi / 180
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	g := 0.5 * (1 - math.Sqrt(math.Pow(mean, 7)/(math.Pow(mean, 7)+math.Pow(25, 7))))
	polar := func(v [3]float64) (c, h float64) {
		a := (1 + g) * v[1]
		h = math.Atan2(v[2], a)
		if h < 0 {
			h += 2 * math.Pi
		}
		return math.Hypot(a, v[2]), h
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)
	dh := h2 - h1
	hm := (h1 + h2) / 2
	if math.Abs(dh) > math.Pi {
		hm += math.Pi
		dh -= math.Copysign(2*math.Pi, dh)
	}
	if c1*c2 == 0 {
		dh, hm = 0, h1+h2
	}
	dH := 2 * math.Sqrt(c1*c2) * math.Sin(dh/2)
	lm, cm := (p[0]+q[0])/2, (c1+c2)/2
	tt := 1 - 0.17*math.Cos(hm-30*deg) + 0.24*math.Cos(2*hm) + 0.32*math.Cos(3*hm+6*deg) - 0.2*math.Cos(4*hm-63*deg)
	sl := 1 + 0.015*(lm-50)*(lm-50)/math.Sqrt(20+(lm-50)*(lm-50))
	sc, sh := 1+0.045*cm, 1+0.015*cm*tt
	turn := 30 * deg * math.Exp(-math.Pow((hm/deg-275)/25, 2))
	rt := -2 * math.Sqrt(math.Pow(cm, 7)/(math.Pow(cm, 7)+math.Pow(25, 7))) * math.Sin(2*turn)
	l, c, h := (q[0]-p[0])/sl, (c2-c1)/sc, dH/sh
	return math.Sqrt(l*l + c*c + h*h + rt*c*h)
}
