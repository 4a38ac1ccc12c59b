package view

import (
	"image"
	"image/color"
	"image/draw"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline"
)

// panelHead is the height of the header of a panelCard, dp.
const panelHead = 34

// panelCard is a card of a page: a header with a title, and what it is about.
type panelCard struct {
	root    *fyne.Container
	note    *line // behind the title
	working *box  // a line under the header while figures are computed
}

// newPanelCard makes a card. Where the header is too narrow for the note and the
// legend, the note is left out first and then the words of the legend.
func newPanelCard(title string, content fyne.CanvasObject, legend []*legendEntry, actions ...fyne.CanvasObject) *panelCard {
	c := &panelCard{note: newLine("", colorText2), working: newBox("")}
	c.working.min = fyne.NewSize(0, 2)
	row := []fyne.CanvasObject{newLine(title, theme.ColorNameForeground).bold(), c.note, newBox("")}
	yield := []fyne.CanvasObject{c.note}
	for _, e := range legend {
		row = append(row, e.root)
		yield = append(yield, e.name)
	}
	row = append(row, actions...)
	back, head := newBox(colorPanel), newBox(colorRaised)
	back.stroke, back.radius, head.radius = theme.ColorNameSeparator, 6, 5
	header := container.New(fixed{0, panelHead}, container.New(insets{12, 0}, container.New(panelHeadLayout{rowLayout{14}, yield}, row...)))
	c.root = container.NewStack(back, container.New(insets{1, 1}, container.NewBorder(
		container.New(columnLayout{}, container.NewStack(head, header), newRule(), c.working), nil, nil, nil, content)))
	return c
}

// busy shows that figures are being computed.
func (c *panelCard) busy(on bool) {
	fill := fyne.ThemeColorName("")
	if on {
		fill = theme.ColorNamePrimary
	}
	c.working.paint(fill, "")
}

// panelHeadLayout is a rowLayout that leaves out what yields, the first of it
// first, wherever it stands in the row, until all fits.
type panelHeadLayout struct {
	rowLayout
	yield []fyne.CanvasObject
}

// Layout implements fyne.Layout.
func (l panelHeadLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range l.yield {
		hide(o, false)
	}
	for _, o := range l.yield {
		if l.MinSize(objects).Width <= size.Width {
			break
		}
		hide(o, true)
	}
	l.rowLayout.Layout(objects, size)
}

// legendEntry is a mark of a chart, what it stands for and a figure.
type legendEntry struct {
	root  *fyne.Container
	name  *line
	value *line
}

func newLegendEntry(mark fyne.CanvasObject) *legendEntry {
	e := &legendEntry{name: newLine("", theme.ColorNameForeground), value: newLine("", theme.ColorNameForeground).bold()}
	e.root = container.New(rowLayout{6}, mark, e.name, e.value)
	return e
}

func (e *legendEntry) set(name, value string) {
	e.name.set(name)
	e.value.set(value)
}

// newMark is a small picture that stands for something in a chart.
func newMark(w, h float32, paint func(img *image.RGBA, p *timeline.Palette, line int)) *painted {
	m := &painted{min: fyne.NewSize(w, h), grows: true}
	m.paint = func(img *image.RGBA, line int) { paint(img, palette(), line) }
	m.ExtendBaseWidget(m)
	return m
}

// areaMark stands for an area with a line along it.
func areaMark(fill, edge func(*timeline.Palette) color.RGBA) *painted {
	return newMark(16, 10, func(img *image.RGBA, p *timeline.Palette, line int) {
		draw.Draw(img, img.Rect, image.NewUniform(fill(p)), image.Point{}, draw.Src)
		top := img.Rect
		top.Max.Y = 2 * line
		draw.Draw(img, top, image.NewUniform(edge(p)), image.Point{}, draw.Src)
	})
}

// dotMark stands for sampled values.
func dotMark() *painted {
	return newMark(9, 9, func(img *image.RGBA, p *timeline.Palette, _ int) {
		disc := timeline.Item{Kind: timeline.ItemDisc, Rect: img.Rect, Box: img.Rect, Color: color.NRGBA(p.Sampled)}
		ground := timeline.Item{Kind: timeline.ItemRect, Rect: img.Rect, Color: color.NRGBA(p.Raised)}
		timeline.Raster(&timeline.DisplayList{Size: img.Rect.Max, Items: []timeline.Item{ground, disc}}, img)
	})
}
