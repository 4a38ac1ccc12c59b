package paint_test

import (
	"image/color"
	"math"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestContrast checks pairs of colours: text needs a contrast of 4.5, graphics 3.
func TestContrast(t *testing.T) {
	for name, p := range painttest.Palettes() {
		check := func(what string, a, b color.RGBA, least float64) {
			if c := painttest.Contrast(a, b); c < least-0.05 {
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
			check(c.String()+" label on backdrop", p.Text, paint.Blend(look.Fill, p.Lane, paint.BackdropAlpha), 4.5)
		}
	}
}

// TestChromeContrasts compares some pairs with the specified ratios.
func TestChromeContrasts(t *testing.T) {
	light, dark := paint.NewPalette(false, false), paint.NewPalette(true, false)
	for _, c := range []struct {
		a, b color.RGBA
		want float64
	}{
		{light.Text, light.Lane, 15.7},
		{light.Text3, light.Window, 4.8},
		{dark.Accent, dark.OnAccent, 7.5},
		{dark.Text2, dark.Lane, 7.5},
	} {
		if got := painttest.Contrast(c.a, c.b); math.Abs(got-c.want) > 0.06 {
			t.Errorf("%v on %v: %.2f, want %.1f", c.a, c.b, got, c.want)
		}
	}
}

// TestColourSafeSets computes the smallest colour difference between any two vivid
// categories for the three kinds of painttest.Blindness, except Preemption and Ready,
// which the hatch distinguishes.
func TestColourSafeSets(t *testing.T) {
	for _, c := range []struct {
		dark, safe bool
		least      float64
	}{{false, true, 17.4}, {true, true, 13.7}} {
		p := paint.NewPalette(c.dark, c.safe)
		least := math.Inf(1)
		for _, m := range painttest.Blindness {
			d, _ := nearest(p, m)
			least = min(least, d)
		}
		if math.Abs(least-c.least) > 0.15 {
			t.Errorf("dark=%v: smallest ΔE %.2f, want %.1f", c.dark, least, c.least)
		}
	}
}
