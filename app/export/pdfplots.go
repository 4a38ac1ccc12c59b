package export

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"threadlens/timeline/paint"
)

// pdfPlots paints plots on a page of a document. vg counts upwards from the lower
// edge, the document downwards from the upper one: the origin of vg is the point
// (0, height) of the document, whatever transforms are in force.
type pdfPlots struct {
	page   *pdfPage
	height float64
	state  []pdfState // the last is in force
}

var _ vg.Canvas = (*pdfPlots)(nil)

// pdfState is what Pop restores and the document does not.
type pdfState struct {
	color  color.NRGBA
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
}

func (p *pdfPlots) now() *pdfState { return &p.state[len(p.state)-1] }

// SetLineWidth implements vg.Canvas.
func (p *pdfPlots) SetLineWidth(w vg.Length) {
	p.now().width = w
	p.page.SetLineWidth(float64(w))
}

// SetLineDash implements vg.Canvas.
func (p *pdfPlots) SetLineDash(pattern []vg.Length, offset vg.Length) {
	p.now().dashes, p.now().offset = pattern, offset
	lengths := make([]float64, len(pattern))
	for i, l := range pattern {
		lengths[i] = float64(l)
	}
	p.page.SetDashPattern(lengths, float64(offset))
}

// SetColor implements vg.Canvas.
func (p *pdfPlots) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	p.now().color = n
	p.page.ink(n)
	p.page.SetDrawColor(int(n.R), int(n.G), int(n.B))
}

// Rotate implements vg.Canvas.
func (p *pdfPlots) Rotate(rad float64) { p.page.TransformRotate(rad*180/math.Pi, 0, p.height) }

// Translate implements vg.Canvas.
func (p *pdfPlots) Translate(by vg.Point) { p.page.TransformTranslate(float64(by.X), -float64(by.Y)) }

// Scale implements vg.Canvas.
func (p *pdfPlots) Scale(x, y float64) { p.page.TransformScale(100*x, 100*y, 0, p.height) }

// Push implements vg.Canvas.
func (p *pdfPlots) Push() {
	p.state = append(p.state, *p.now())
	p.page.TransformBegin()
}

// Pop implements vg.Canvas.
func (p *pdfPlots) Pop() {
	p.page.TransformEnd()
	p.state = p.state[:len(p.state)-1]
	s := *p.now()
	p.page.set = false // the colours inside are lost
	p.SetColor(s.color)
	p.SetLineWidth(s.width)
	p.SetLineDash(s.dashes, s.offset)
}

// Stroke implements vg.Canvas.
func (p *pdfPlots) Stroke(path vg.Path) {
	if p.now().width > 0 {
		p.draw(path, "D")
	}
}

// Fill implements vg.Canvas.
func (p *pdfPlots) Fill(path vg.Path) { p.draw(path, "F") }

// arcSteps is the number of lines for a full circle: charts have no circles but dots.
const arcSteps = 32

func (p *pdfPlots) draw(path vg.Path, style string) {
	for _, c := range path {
		x, y := p.at(c.Pos)
		switch c.Type {
		case vg.MoveComp:
			p.page.MoveTo(x, y)
		case vg.LineComp:
			p.page.LineTo(x, y)
		case vg.CloseComp:
			p.page.ClosePath()
		case vg.ArcComp:
			n := int(math.Ceil(math.Abs(c.Angle) / (2 * math.Pi) * arcSteps))
			for i := range n + 1 {
				sin, cos := math.Sincos(c.Start + c.Angle*float64(i)/float64(max(n, 1)))
				p.page.LineTo(x+float64(c.Radius)*cos, y-float64(c.Radius)*sin)
			}
		case vg.CurveComp:
			x0, y0 := p.at(c.Control[0])
			if len(c.Control) == 1 {
				p.page.CurveTo(x0, y0, x, y)
				break
			}
			x1, y1 := p.at(c.Control[1])
			p.page.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
		}
	}
	p.page.DrawPath(style)
}

// at converts a point of vg to the document.
func (p *pdfPlots) at(pt vg.Point) (x, y float64) { return float64(pt.X), p.height - float64(pt.Y) }

// FillString implements vg.Canvas.
func (p *pdfPlots) FillString(f font.Face, pt vg.Point, text string) {
	x, y := p.at(pt)
	t := typefaceOf(f.Font)
	if encodable(text) {
		p.page.face(t, float64(f.Font.Size))
		p.page.Fpdf.Text(x, y, text)
		return
	}
	it := paint.Item{Face: timelineFace(f.Font), Y: int(math.Round(y))}
	run := textRun{item: &it, font: t, x: x, text: text}
	p.page.Fill(run.outlines(), p.now().color)
}

// DrawImage implements vg.Canvas; charts contain no images.
func (p *pdfPlots) DrawImage(vg.Rectangle, image.Image) {}
