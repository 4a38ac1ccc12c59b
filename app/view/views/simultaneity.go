package views

import (
	"image"
	"image/draw"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of the simultaneity card, dp.
const (
	atOnceRow   = 18.5
	atOnceLabel = 22
	atOnceShare = 50
	atOnceBar   = 11
	atOnceTime  = 62 // room after the longest bar
	fewEnough   = 16 // up to this many CPUs have a line each
)

// simultaneity shows how many of the target's threads ran simultaneously.
type simultaneity struct {
	Root         *fyne.Container
	Heat, active *kit.Line // figures
	heatOf       *kit.Line
	of           *kit.Line // what the bars are shares of
	rows         *fyne.Container
	Sentence     *Wrapped
}

func newSimultaneity() *simultaneity {
	s := &simultaneity{
		Heat: figureLine(), active: figureLine(), heatOf: kit.NewCaption("", kit.ColorText2), of: kit.NewCaption("", kit.ColorText2),
		rows: container.New(kit.ColumnLayout(0)), Sentence: newWrapped(SentenceGap),
	}
	heat := container.New(kit.ColumnLayout(0), cardCaption("Share of all CPUs"), s.Heat, s.heatOf)
	active := container.New(kit.ColumnLayout(0), cardCaption("At least one thread running"), s.active, kit.NewCaption("share of the time", kit.ColorText2))
	s.Root = container.New(kit.Insets{12, 10}, container.New(kit.ColumnLayout(6),
		container.New(halves{}, heat, active), kit.NewRule(),
		container.New(kit.RowLayout(0), cardCaption("Threads running simultaneously"), kit.NewBox(""), s.of),
		s.rows, s.Sentence.Root))
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
	kit.Place(o[0], 0, 0, size.Width/2, size.Height)
	kit.Place(o[1], size.Width/2, 0, size.Width/2, size.Height)
}

// show shows the figures.
func (s *simultaneity) show(m *query.Measurement) {
	c := m.Concurrency
	window := c.Window()
	s.Heat.Set(m.AtLeast(timeline.FormatPercent(c.Running(), window*model.Time(c.CPUs))))
	s.heatOf.Set(m.AtLeast(strconv.FormatFloat(c.Average(), 'f', 2, 64)) + " of " + kit.Plural(c.CPUs, "CPU") + ", with interrupts")
	s.active.Set(m.AtLeast(timeline.FormatPercent(c.Active(), window)))
	s.of.Set("share of " + timeline.FormatDuration(window))
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
		s.rows.Add(kit.NewCaption(strconv.Itoa(rest)+" to "+strconv.Itoa(len(c.H)-1)+": never", kit.ColorText2))
	}
	s.Sentence.set(m.Sentences())
	s.Root.Refresh()
}

// lastUsed is the greatest number of threads that ran simultaneously.
func lastUsed(h []model.Time) int {
	last := 0
	for k, d := range h {
		if d > 0 {
			last = k
		}
	}
	return last
}

// atOnceLine is the bar for one number of threads.
func atOnceLine(label string, d, longest, window model.Time) fyne.CanvasObject {
	ink := theme.ColorNameForeground
	if d == 0 {
		ink = kit.ColorText3
	}
	bar := kit.NewMark(0, atOnceBar, func(img *image.RGBA, p *paint.Palette, line int) {
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
	return container.New(atOnceLayout{part}, kit.NewCaption(label, kit.ColorText2).Right(), bar, kit.NewCaption(time, kit.ColorText2),
		kit.NewCaption(timeline.FormatPercent(d, window), ink).Right())
}

// atOnceLayout places a label, a bar, the text after the bar, and a share at the right end.
type atOnceLayout struct{ part float32 }

// MinSize implements fyne.Layout.
func (atOnceLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, kit.Scaled(atOnceRow))
}

// Layout implements fyne.Layout.
func (l atOnceLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left, right := kit.Scaled(atOnceLabel), kit.Scaled(atOnceShare)
	room := max(0, size.Width-left-right-kit.Scaled(atOnceTime)-2*measureGap)
	bar := l.part * room
	if l.part > 0 {
		bar = max(bar, 1)
	}
	kit.Place(o[0], 0, 0, left, size.Height)
	high := kit.Scaled(atOnceBar)
	kit.Place(o[1], left+measureGap, (size.Height-high)/2, bar, high)
	kit.Hide(o[1], l.part == 0)
	kit.Place(o[2], left+2*measureGap+bar, 0, kit.Scaled(atOnceTime), size.Height)
	kit.Place(o[3], size.Width-right, 0, right, size.Height)
}
