package view

import (
	"image"
	"image/draw"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// Sizes of the simultaneity card, dp.
const (
	atOnceRow   = 18.5
	atOnceLabel = 22
	atOnceShare = 50
	atOnceBar   = 11
	atOnceTime  = 62 // room behind the longest bar
	fewEnough   = 16 // so many processors have a line each
	sentenceGap = 26 // left and right of a sentence together
)

// simultaneity tells how many of the target's threads ran at once.
type simultaneity struct {
	root         *fyne.Container
	heat, active *line // figures
	heatOf       *line
	of           *line // whose share the bars are
	rows         *fyne.Container
	sentence     *wrapped
}

func newSimultaneity() *simultaneity {
	s := &simultaneity{
		heat: figureLine(), active: figureLine(), heatOf: newCaption("", colorText2), of: newCaption("", colorText2),
		rows: container.New(columnLayout{}), sentence: newWrapped(sentenceGap),
	}
	heat := container.New(columnLayout{}, cardCaption("CPU heater ratio"), s.heat, s.heatOf)
	active := container.New(columnLayout{}, cardCaption("CPU bottleneck antiratio"), s.active, newCaption("at least one thread running", colorText2))
	s.root = container.New(insets{12, 10}, container.New(columnLayout{6},
		container.New(halves{}, heat, active), newRule(),
		container.New(rowLayout{}, cardCaption("Threads running at once"), newBox(""), s.of),
		s.rows, s.sentence.root))
	return s
}

// halves places two objects side by side.
type halves struct{}

// MinSize implements fyne.Layout.
func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (halves) Layout(o []fyne.CanvasObject, size fyne.Size) {
	place(o[0], 0, 0, size.Width/2, size.Height)
	place(o[1], size.Width/2, 0, size.Width/2, size.Height)
}

// show shows the figures.
func (s *simultaneity) show(m *session.Measurement) {
	c := m.Concurrency
	window := c.Window()
	s.heat.set(m.AtLeast() + timeline.FormatPercent(c.Running(), window*model.Time(c.CPUs)))
	s.heatOf.set(m.AtLeast() + strconv.FormatFloat(c.Average(), 'f', 2, 64) + " of " + plural(c.CPUs, "processor"))
	s.active.set(m.AtLeast() + timeline.FormatPercent(c.Active(), window))
	s.of.set("share of " + timeline.FormatDuration(window))
	longest := model.Time(0)
	last := len(c.H) - 1
	for k, d := range c.H {
		longest = max(longest, d)
		if k > fewEnough && d == 0 && last == len(c.H)-1 {
			last = lastUsed(c.H)
		}
	}
	s.rows.Objects = s.rows.Objects[:0]
	for k := 0; k <= max(last, min(fewEnough, len(c.H)-1)); k++ {
		s.rows.Add(atOnceLine(strconv.Itoa(k), c.H[k], longest, window))
	}
	if rest := len(s.rows.Objects); rest < len(c.H) {
		s.rows.Add(newCaption(strconv.Itoa(rest)+" to "+strconv.Itoa(len(c.H)-1)+": never", colorText2))
	}
	s.sentence.set(m.Sentences())
	s.root.Refresh()
}

// lastUsed is the greatest number of threads that ran at once.
func lastUsed(h []model.Time) int {
	last := 0
	for k, d := range h {
		if d > 0 {
			last = k
		}
	}
	return last
}

// atOnceLine is the bar of one number of threads.
func atOnceLine(label string, d, longest, window model.Time) fyne.CanvasObject {
	ink := theme.ColorNameForeground
	if d == 0 {
		ink = colorText3
	}
	bar := newMark(0, atOnceBar, func(img *image.RGBA, p *timeline.Palette, line int) {
		draw.Draw(img, img.Rect, image.NewUniform(p.Category(model.Execution).Fill), image.Point{}, draw.Src)
	})
	time := "0"
	if d > 0 {
		time = timeline.FormatDuration(d)
	}
	part := float32(0)
	if longest > 0 {
		part = float32(float64(d) / float64(longest))
	}
	return container.New(atOnceLayout{part}, newCaption(label, colorText2).right(), bar, newCaption(time, colorText2),
		newCaption(timeline.FormatPercent(d, window), ink).right())
}

// atOnceLayout places a label, a bar, what is written behind it, and a share at the
// right end.
type atOnceLayout struct{ part float32 }

// MinSize implements fyne.Layout.
func (atOnceLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, scaled(atOnceRow)) }

// Layout implements fyne.Layout.
func (l atOnceLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left, right := scaled(atOnceLabel), scaled(atOnceShare)
	room := max(0, size.Width-left-right-scaled(atOnceTime)-2*measureGap)
	bar := l.part * room
	if l.part > 0 {
		bar = max(bar, 1)
	}
	place(o[0], 0, 0, left, size.Height)
	high := scaled(atOnceBar)
	place(o[1], left+measureGap, (size.Height-high)/2, bar, high)
	hide(o[1], l.part == 0)
	place(o[2], left+2*measureGap+bar, 0, scaled(atOnceTime), size.Height)
	place(o[3], size.Width-right, 0, right, size.Height)
}

// wrapped is a text of a card that breaks where the card ends.
type wrapped struct {
	root  *fyne.Container
	gap   float32 // left and right of it together, dp for text of the usual size
	text  string
	card  float32 // width of the card, dp; 0: as wide as the right column
	width float32 // that it was broken for
	size  float32 // of the text then
	color fyne.ThemeColorName
}

func newWrapped(gap float32) *wrapped {
	return &wrapped{root: container.New(columnLayout{1}), gap: gap, color: colorText2}
}

// set changes the text.
func (p *wrapped) set(text string) { p.lay(text, p.card) }

// within breaks it for a card of another width.
func (p *wrapped) within(card float32) { p.lay(p.text, card) }

func (p *wrapped) lay(text string, card float32) {
	p.card = card
	if card == 0 {
		card = scaled(measureRight)
	}
	width := card - scaled(p.gap)
	if p.text == text && p.width == width && p.size == textScale() {
		return
	}
	p.text, p.width, p.size = text, width, textScale()
	p.root.Objects = p.root.Objects[:0]
	for _, l := range wrap(text, width) {
		p.root.Add(newLine(l, p.color).fitting())
	}
	p.root.Refresh()
}
