package kit

import (
	"image"
	"image/color"
	"image/draw"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline/paint"
)

// PanelHead is the height of the header of a PanelCard, dp.
const PanelHead = 34

// PanelCard is a card on a page: a header with a title, a note and a legend, and its content.
type PanelCard struct {
	Root    *fyne.Container
	Note    *Line // after the title; see SetNote
	head    *fyne.Container
	working *Box // a line under the header while figures are computed
}

// NewPanelCard makes a card. Where the header is too narrow, first the note and then the words of
// the legend are left out.
func NewPanelCard(title string, content fyne.CanvasObject, legend []*LegendEntry, actions ...fyne.CanvasObject) *PanelCard {
	c := &PanelCard{Note: NewLine("", ColorText2), working: NewBox("")}
	c.working.Min = fyne.NewSize(0, 2)
	row := []fyne.CanvasObject{NewLine(title, theme.ColorNameForeground).Bold(), c.Note, NewBox("")}
	yield := []fyne.CanvasObject{c.Note}
	for _, e := range legend {
		row = append(row, e.root)
		yield = append(yield, e.Name)
	}
	row = append(row, actions...)
	back, head := NewBox(ColorPanel), NewBox(ColorRaised)
	back.Stroke, back.Radius, head.Radius = theme.ColorNameSeparator, 6, 5
	c.head = container.New(panelHeadLayout{RowLayout(14), yield}, row...)
	header := container.New(Fixed{0, PanelHead}, container.New(Insets{12, 0}, c.head))
	c.Root = container.NewStack(back, container.New(Insets{1, 1}, container.NewBorder(
		container.New(ColumnLayout(0), container.NewStack(head, header), NewRule(), c.working), nil, nil, nil, content)))
	return c
}

// SetNote changes the note, which is left out where it does not fit.
func (c *PanelCard) SetNote(text string) {
	c.Note.Set(text)
	c.head.Refresh()
}

// Busy shows that figures are being computed.
func (c *PanelCard) Busy(on bool) {
	fill := fyne.ThemeColorName("")
	if on {
		fill = theme.ColorNamePrimary
	}
	c.working.Paint(fill, "")
}

// panelHeadLayout is a RowLayout that hides objects, in the order of yield, until the others fit.
type panelHeadLayout struct {
	RowLayout
	yield []fyne.CanvasObject
}

// Layout implements fyne.Layout.
func (l panelHeadLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range l.yield {
		Hide(o, false)
	}
	for _, o := range l.yield {
		if l.MinSize(objects).Width <= size.Width {
			break
		}
		Hide(o, true)
	}
	l.RowLayout.Layout(objects, size)
}

// LegendEntry is an entry of a chart's legend: a mark, its name and a figure.
type LegendEntry struct {
	root  *fyne.Container
	Name  *Line
	Value *Line
}

// NewLegendEntry is an entry with a mark; Set gives it a name.
func NewLegendEntry(mark fyne.CanvasObject) *LegendEntry {
	e := &LegendEntry{Name: NewLine("", theme.ColorNameForeground), Value: NewLine("", theme.ColorNameForeground).Bold()}
	e.root = container.New(RowLayout(6), mark, e.Name, e.Value)
	return e
}

// Set shows a name and a value.
func (e *LegendEntry) Set(name, value string) {
	e.Name.Set(name)
	e.Value.Set(value)
}

// NewMark is a small picture that represents something in a chart.
func NewMark(w, h float32, paint func(img *image.RGBA, p *paint.Palette, line int)) *Painted {
	m := &Painted{Min: fyne.NewSize(w, h), Grows: true}
	m.Paint = func(img *image.RGBA, line int) { paint(img, Palette(), line) }
	m.ExtendBaseWidget(m)
	return m
}

// AreaMark represents an area with a line along its top.
func AreaMark(fill, edge func(*paint.Palette) color.RGBA) *Painted {
	return NewMark(16, 10, func(img *image.RGBA, p *paint.Palette, line int) {
		draw.Draw(img, img.Rect, image.NewUniform(fill(p)), image.Point{}, draw.Src)
		top := img.Rect
		top.Max.Y = 2 * line
		draw.Draw(img, top, image.NewUniform(edge(p)), image.Point{}, draw.Src)
	})
}

// DotMark represents sampled values.
func DotMark() *Painted {
	return NewMark(9, 9, func(img *image.RGBA, p *paint.Palette, _ int) {
		disc := paint.Item{Kind: paint.ItemDisc, Rect: img.Rect, Box: img.Rect, Color: color.NRGBA(p.Sampled)}
		ground := paint.Item{Kind: paint.ItemRect, Rect: img.Rect, Color: color.NRGBA(p.Raised)}
		paint.Raster(&paint.DisplayList{Size: img.Rect.Max, Items: []paint.Item{ground, disc}}, img)
	})
}
