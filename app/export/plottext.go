package export

import (
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"threadlens/timeline/paint"
)

// plotText draws the texts of plots like the timeline draws its own: in the same fonts, equally
// wide, and with the same replacements for characters that they lack.
type plotText struct{}

var _ text.Handler = plotText{}

// textFont is the text font at a size in device pixels.
func textFont(size float32) font.Font {
	f := fontNames[regular]
	f.Size = vg.Length(size)
	return f
}

func timelineFace(f font.Font) *paint.Face {
	return paint.NewFace(f.Weight == xfont.WeightBold, float32(f.Size))
}

// Cache implements text.Handler: the timeline caches the faces.
func (plotText) Cache() *font.Cache { return nil }

// Extents implements text.Handler.
func (plotText) Extents(f font.Font) font.Extents {
	face := timelineFace(f)
	e := font.Extents{Ascent: vg.Length(face.Ascent), Descent: vg.Length(face.Descent)}
	e.Height = e.Ascent + e.Descent
	return e
}

// Lines implements text.Handler: texts in charts have one line.
func (plotText) Lines(txt string) []string { return []string{txt} }

// Box implements text.Handler.
func (plotText) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	face := timelineFace(f)
	return vg.Length(face.Width(txt)), vg.Length(face.Ascent), vg.Length(face.Descent)
}

// capitalHeight is the height of capitals and digits, in sizes of the text font.
const capitalHeight = 0.714

// Draw implements text.Handler.
func (plotText) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	c.SetColor(sty.Color)
	if sty.Rotation != 0 {
		c.Push()
		defer c.Pop()
		c.Rotate(sty.Rotation)
		sin, cos := math.Sincos(sty.Rotation)
		pt.X, pt.Y = pt.Y*vg.Length(sin)+pt.X*vg.Length(cos), pt.Y*vg.Length(cos)-pt.X*vg.Length(sin)
	}
	it := paint.Item{Text: txt, Face: timelineFace(sty.Font)}
	pt.X += vg.Length(sty.XAlign) * sty.Width(txt)
	// The library's axes assume that text centred on a point, moved up by its descent, has its
	// capitals there.
	capital := sty.Font.Size * capitalHeight
	pt.Y += vg.Length(sty.YAlign)*sty.Height(txt) + (vg.Length(it.Face.Ascent-it.Face.Descent)-capital)/2
	for _, run := range textRuns(&it) {
		f := fontNames[run.font]
		f.Size = sty.Font.Size
		c.FillString(font.Face{Font: f}, vg.Point{X: pt.X + vg.Length(run.x), Y: pt.Y}, run.text)
	}
}
