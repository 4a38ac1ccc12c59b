package export

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"

	"threadlens/timeline/paint"
)

// pointsPerDP makes a dp as long as a CSS pixel: 96 an inch.
const pointsPerDP = 0.75

// svgPage paints a page on a canvas of vg. Coordinates stay device pixels of the page, which the
// canvas scales: they are whole numbers, so neighbours meet in the file as on the screen.
type svgPage struct {
	*vgsvg.Canvas
	height int // of the page, device pixels; vg counts upwards
	fonts  *faces
	widths []float64 // of the texts, device pixels
}

// writeSVG writes the page, embedding the characters of the fonts that it uses.
func writeSVG(w io.Writer, d *Drawing) error {
	size, scale := d.list.Size, pointsPerDP/float64(d.metrics.Scale)
	fonts, err := subsetFaces(d.characters())
	if err != nil {
		return err
	}
	c := vgsvg.NewWith(
		vgsvg.UseWH(vg.Length(float64(size.X)*scale), vg.Length(float64(size.Y)*scale)),
		vgsvg.EmbedFonts(true),
	)
	c.Scale(scale, scale)
	p := svgPage{Canvas: c, height: size.Y, fonts: fonts}
	paint.Vector(d.list, &p)
	d.replay(svgPlots{c, &p}, fonts.face)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err = w.Write(p.withWidths(b.Bytes()))
	return err
}

// svgPlots paints plots on a page.
type svgPlots struct {
	*vgsvg.Canvas
	page *svgPage
}

// SetColor implements vg.Canvas.
func (p svgPlots) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.page.ink(color.NRGBAModel.Convert(c).(color.NRGBA))
}

// FillString implements vg.Canvas.
func (p svgPlots) FillString(f font.Face, pt vg.Point, text string) {
	face, width := timelineFace(f.Font), 0.0
	for _, r := range text {
		advance, _ := face.Advance(r)
		width += advance
	}
	p.page.widths = append(p.page.widths, width)
	p.Canvas.FillString(f, pt, text)
}

// withWidths adds the width of each text to the file, which vg does not: where another font is
// substituted, texts must not overlap.
func (p *svgPage) withWidths(file []byte) []byte {
	parts := bytes.Split(file, []byte("<text "))
	out := parts[0]
	for i, part := range parts[1:] {
		out = fmt.Appendf(out, `<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" %s`, p.widths[i], part)
	}
	return out
}

// ink sets the colour. vgsvg rounds down when it divides by the opacity.
func (p *svgPage) ink(c color.NRGBA) {
	up := func(v uint8) uint16 { return uint16((uint32(v)*uint32(c.A)*257 + 254) / 255) }
	p.SetColor(color.RGBA64{R: up(c.R), G: up(c.G), B: up(c.B), A: uint16(c.A) * 257})
}

// at converts a point of the page to the canvas.
func (p *svgPage) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(float64(p.height) - y)}
}

// Rect implements paint.VectorCanvas.
func (p *svgPage) Rect(r image.Rectangle, c color.NRGBA) {
	x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
	p.Fill([][]paint.Point{{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}}, c)
}

// Fill implements paint.VectorCanvas.
func (p *svgPage) Fill(outlines [][]paint.Point, c color.NRGBA) {
	var path vg.Path
	for _, o := range outlines {
		for i, q := range o {
			if i == 0 {
				path.Move(p.at(q.X, q.Y))
			} else {
				path.Line(p.at(q.X, q.Y))
			}
		}
		path.Close()
	}
	p.ink(c)
	p.Canvas.Fill(path)
}

// Text implements paint.VectorCanvas. Text that its clip cuts is drawn as the remaining outlines,
// since vg has no clips.
func (p *svgPage) Text(it *paint.Item) {
	for _, run := range textRuns(it) {
		outlines := run.outlines()
		if ink := bounds(outlines); ink.In(it.Rect) {
			p.ink(it.Color)
			p.widths = append(p.widths, run.width)
			p.FillString(p.fonts.face(run.font, vg.Length(it.Face.Size())), p.at(run.x, float64(it.Y)), run.text)
			continue
		}
		var cut [][]paint.Point
		for _, o := range outlines {
			if o = paint.ClipOutline(o, it.Rect); len(o) > 2 {
				cut = append(cut, o)
			}
		}
		if len(cut) > 0 {
			p.Fill(cut, it.Color)
		}
	}
}
