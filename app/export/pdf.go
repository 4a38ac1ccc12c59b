package export

import (
	"image"
	"image/color"
	"io"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"threadlens/timeline/paint"
)

// pdfPage paints a page into a document. It uses the library below vg's own PDF canvas, which
// embeds only one font, and only its Windows-1252 characters.
type pdfPage struct {
	*fpdf.Fpdf
	color color.NRGBA
	set   bool               // color is the document's
	has   [numTypefaces]bool // the fonts of the document
}

// pdfNames are the names of the fonts in a document.
var pdfNames = [numTypefaces]string{regular: "notosans", bold: "notosansbold", mono: "dejavusansmono"}

// writePDF writes the page as a document of one page, embedding the characters of the fonts that it
// uses.
func writePDF(w io.Writer, d *Drawing) error {
	list, scale := d.list, pointsPerDP/float64(d.metrics.Scale)
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{
		Wd: float64(list.Size.X) * scale, Ht: float64(list.Size.Y) * scale,
	}})
	// The same page gives the same bytes.
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetCatalogSort(true)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	doc.TransformBegin()
	doc.TransformScale(100*scale, 100*scale, 0, 0)
	p := pdfPage{Fpdf: doc}
	paint.Vector(list, &p)
	d.replay(&pdfPlots{page: &p, height: float64(list.Size.Y), state: make([]pdfState, 1)}, wholeFace)
	doc.TransformEnd()
	return doc.Output(w)
}

// face sets the font. The library reads the whole of each font that a document gets.
func (p *pdfPage) face(t typeface, size float64) {
	if !p.has[t] {
		p.AddUTF8FontFromBytes(pdfNames[t], "", fontFile(t))
		p.has[t] = true
	}
	p.SetFont(pdfNames[t], "", size)
}

// ink sets the colour unless it is set.
func (p *pdfPage) ink(c color.NRGBA) {
	if p.set && p.color == c {
		return
	}
	p.SetFillColor(int(c.R), int(c.G), int(c.B))
	p.SetTextColor(int(c.R), int(c.G), int(c.B))
	if !p.set || p.color.A != c.A {
		p.SetAlpha(float64(c.A)/255, "Normal")
	}
	p.color, p.set = c, true
}

// Rect implements paint.VectorCanvas.
func (p *pdfPage) Rect(r image.Rectangle, c color.NRGBA) {
	p.ink(c)
	p.Fpdf.Rect(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()), "F")
}

// Fill implements paint.VectorCanvas.
func (p *pdfPage) Fill(outlines [][]paint.Point, c color.NRGBA) {
	p.ink(c)
	for _, o := range outlines {
		for i, q := range o {
			if i == 0 {
				p.MoveTo(q.X, q.Y)
			} else {
				p.LineTo(q.X, q.Y)
			}
		}
		p.ClosePath()
	}
	p.DrawPath("F")
}

// Text implements paint.VectorCanvas.
func (p *pdfPage) Text(it *paint.Item) {
	for _, run := range textRuns(it) {
		outlines := run.outlines()
		cut := !bounds(outlines).In(it.Rect)
		if cut {
			p.ClipRect(float64(it.Rect.Min.X), float64(it.Rect.Min.Y), float64(it.Rect.Dx()), float64(it.Rect.Dy()), false)
		}
		p.ink(it.Color)
		if encodable(run.text) {
			p.face(run.font, it.Face.Size())
			p.Fpdf.Text(run.x, float64(it.Y), run.text)
		} else {
			p.Fill(outlines, it.Color)
		}
		if cut {
			p.ClipEnd()
			p.set = false // the colours inside are lost
		}
	}
}

// encodable reports whether the document can hold a text: its characters must have 16 bits.
func encodable(s string) bool {
	for _, r := range s {
		if r > 0xFFFF {
			return false
		}
	}
	return true
}
