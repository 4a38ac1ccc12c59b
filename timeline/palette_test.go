package timeline

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"threadlens/model"
)

func palettes() map[string]*Palette {
	m := map[string]*Palette{}
	for _, dark := range []bool{false, true} {
		for _, safe := range []bool{false, true} {
			m[fmt.Sprintf("dark=%v safe=%v", dark, safe)] = NewPalette(dark, safe)
		}
	}
	return m
}

// linear is the light of a colour's channels, 0 … 1 (sRGB, IEC 61966-2-1).
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

// contrast is the WCAG 2 contrast ratio of two colours.
func contrast(a, b color.RGBA) float64 {
	lum := func(c color.RGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := lum(a), lum(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast checks the pairs of ux.md section 4: text needs 4.5, graphics 3.
func TestContrast(t *testing.T) {
	for name, p := range palettes() {
		check := func(what string, a, b color.RGBA, least float64) {
			if c := contrast(a, b); c < least-0.05 {
				t.Errorf("%s: %s has %.2f, needs %.1f", name, what, c, least)
			}
		}
		for what, c := range map[string]color.RGBA{
			"text": p.Text, "text2": p.Text2, "text3": p.Text3, "ink": p.Ink, "accent": p.Accent,
			"danger": p.Danger, "ok": p.OK,
		} {
			check(what+" on lane", c, p.Lane, 4.5)
			check(what+" on window", c, p.Window, 4.5)
			check(what+" on raised", c, p.Raised, 4.5)
		}
		check("text on selection", p.Text, p.AccentSoft, 4.5)
		check("text2 on selection", p.Text2, p.AccentSoft, 4.5)
		check("text on accent", p.OnAccent, p.Accent, 4.5)
		check("warning", p.WarnText, p.WarnBack, 4.5)
		check("text on warning", p.Text, p.WarnBack, 4.5)
		check("text on card", p.Text, p.Card, 4.5)
		check("strong line", p.LineStrong, p.Lane, 3)
		for c := range model.Category(model.NumCategories) {
			look := p.Category(c)
			check(c.String()+" edge", look.Edge, p.Lane, 3.9)
			check(c.String()+" label", look.Label, look.Fill, 4.5)
			check(c.String()+" label on backdrop", p.Text, Blend(look.Fill, p.Lane, backdropAlpha), 4.5)
		}
	}
}

// TestChromeContrasts compares some pairs with the ratios that ux.md 4.1 prints.
func TestChromeContrasts(t *testing.T) {
	light, dark := NewPalette(false, false), NewPalette(true, false)
	for _, c := range []struct {
		a, b color.RGBA
		want float64
	}{
		{light.Text, light.Lane, 15.7},
		{light.Text3, light.Window, 4.8},
		{dark.Accent, dark.OnAccent, 7.5},
		{dark.Text2, dark.Lane, 7.5},
	} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.06 {
			t.Errorf("%v on %v: %.2f, want %.1f", c.a, c.b, got, c.want)
		}
	}
}

// TestColourSafeSets computes the smallest colour difference between any two
// vivid categories for the three kinds of colour blindness, Preemption and Ready
// excepted, which the hatch tells apart.
func TestColourSafeSets(t *testing.T) {
	for _, c := range []struct {
		dark, safe bool
		least      float64
	}{{false, true, 17.4}, {true, true, 13.7}} {
		p := NewPalette(c.dark, c.safe)
		least := math.Inf(1)
		for _, m := range blindness {
			d, _ := nearest(p, m)
			least = min(least, d)
		}
		if math.Abs(least-c.least) > 0.15 {
			t.Errorf("dark=%v: smallest ΔE %.2f, want %.1f", c.dark, least, c.least)
		}
	}
}

// blindness are the matrices for protanopia, deuteranopia and tritanopia of
// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
var blindness = [3][3][3]float64{
	{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab is a colour as seen with m in CIELAB, white point D65.
func lab(m [3][3]float64, c color.RGBA) (lab [3]float64) {
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

// deltaE is the CIEDE2000 difference.
func deltaE(p, q [3]float64) float64 {
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
