package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	factsWidth = 398
	factLabel  = 92
	factHeight = 20
	factValue  = 270 // width at which values break
	aroundSpan = 3   // segments shown before and after the selected one
)

// details is the page about the selected segment: the facts, what its unblocker
// did meanwhile, and what the thread did before and after.
type details struct {
	s    *session.Session
	root *fyne.Container
	do   func(id string) // gives a command

	none  fyne.CanvasObject
	page  *fyne.Container
	title *line
	mark  *swatch
	who   *line
	facts *fyne.Container
	links *fyne.Container
	waker *button
	woken *button

	blocker      *fyne.Container
	blockerTitle *line
	blockerStrip *strip
	blockerSums  *fyne.Container
	around       *fyne.Container
	shown        session.Facts
}

func newDetails(s *session.Session, do func(id string)) *details {
	d := &details{s: s, do: do}
	d.title = newLine("", theme.ColorNameForeground).bold().fitting()
	d.title.size = sizeTitle
	d.mark = newSwatch(model.Execution)
	d.who = newLine("", colorText2).fitting()
	d.facts = container.New(columnLayout{})
	d.waker = newLink("Go to waker", func() { do("waker") })
	d.woken = newLink("Go to woken", func() { do("woken") })
	d.links = container.New(rowLayout{8},
		d.waker, keyCap("["), newGap(8, 0), d.woken, keyCap("]"), newBox(""))
	d.blockerTitle = newLine("", theme.ColorNameForeground).bold().fitting()
	d.blockerStrip = newStrip(14)
	d.blockerSums = container.New(rowLayout{14})
	d.blocker = container.New(columnLayout{6}, d.blockerTitle,
		container.New(fixed{0, 14}, d.blockerStrip), d.blockerSums, newGap(0, 6))
	d.around = container.New(columnLayout{})

	left := container.New(columnLayout{4},
		container.New(rowLayout{8}, d.mark, d.title), d.who, d.links, newGap(0, 2), d.facts)
	right := container.New(columnLayout{}, d.blocker,
		newLine("Before and after in this lane", theme.ColorNameForeground).bold(), newGap(0, 4), d.around)
	d.page = container.New(factsLayout{}, left, right)
	d.none = d.hint()
	d.root = container.NewStack(container.NewVScroll(container.New(insets{paneMargin, 12}, d.page)), d.none)
	d.update()
	return d
}

// hint is shown while nothing is selected.
func (d *details) hint() fyne.CanvasObject {
	text := func(s string, c fyne.ThemeColorName) fyne.CanvasObject { return newLine(s, c).fitting() }
	return container.New(insets{paneMargin, 14}, container.NewVBox(
		text("Click a segment to see what it is, how long it took and what ended it.", theme.ColorNameForeground),
		text("Then ← → walk its lane, ↑ ↓ the lanes, [ goes to the thread that woke it, F zooms to it.", colorText2),
	))
}

// keyCap shows a key as on a keyboard.
func keyCap(name string) fyne.CanvasObject {
	back := newBox(colorRaised)
	back.stroke, back.radius = theme.ColorNameSeparator, 3
	return container.NewStack(back, container.New(insets{6, 1}, newCaption(name, colorText2)))
}

// update shows the selected segment.
func (d *details) update() {
	f, ok := d.s.Facts()
	hide(d.none, ok)
	hide(d.root.Objects[0], !ok)
	if !ok {
		return
	}
	d.shown = f
	d.mark.set(f.Segment.Category)
	d.title.set(f.Category + ", " + f.Duration)
	d.who.set(f.Thread + " · " + f.Instance)
	d.facts.Objects = d.facts.Objects[:0]
	for _, row := range f.Rows {
		d.facts.Add(factRow(row))
	}
	d.waker.enable(f.HasWaker)
	d.woken.enable(f.Segment.State == model.Running || d.s.Hops() > 0)
	d.fillBlocker(f.Blocker)
	d.fillAround(f.Segment)
	d.root.Refresh()
}

// factRow is a label and its value, which may take several lines.
func factRow(f session.Fact) fyne.CanvasObject {
	rows := container.New(columnLayout{})
	label := f.Label
	for _, text := range wrap(f.Value, factValue) {
		rows.Add(container.New(rowLayout{8},
			container.New(fixed{factLabel, factHeight}, newLine(label, colorText2).fitting()),
			newLine(text, theme.ColorNameForeground).fitting()))
		label = ""
	}
	return rows
}

func (d *details) fillBlocker(b *session.Blocker) {
	hide(d.blocker, b == nil)
	if b == nil {
		return
	}
	d.blockerTitle.set("While it waited, " + b.Title + " was")
	d.blockerStrip.set(d.s.Trace(), b.Thread, b.Range)
	d.blockerSums.Objects = d.blockerSums.Objects[:0]
	for _, c := range mostTime(b.Sums, 3) {
		d.blockerSums.Add(container.New(rowLayout{6}, newSwatch(c),
			newLine(c.Title()+" "+timeline.FormatDuration(b.Sums[c]), theme.ColorNameForeground)))
	}
}

// mostTime are the n categories with the most time, most first.
func mostTime(sums model.Sums, n int) []model.Category {
	var best []model.Category
	for len(best) < n {
		top := model.Category(model.NumCategories)
		for _, c := range categoryOrder {
			if sums[c] > 0 && (top == model.NumCategories || sums[c] > sums[top]) {
				top = c
			}
		}
		if top == model.NumCategories {
			break
		}
		best = append(best, top)
		sums[top] = 0
	}
	return best
}

// fillAround lists the segments about the selected one; a click goes there.
func (d *details) fillAround(selected model.Segment) {
	d.around.Objects = d.around.Objects[:0]
	for _, seg := range d.s.Around(aroundSpan) {
		where := ""
		if seg.State == model.Running {
			where = "CPU " + timeline.FormatCount(int64(seg.CPU))
		} else if seg.Sub != model.SubNone {
			where = session.SubWords(seg.Sub)
		}
		cell := func(w float32, l *line) fyne.CanvasObject { return container.New(fixed{w, factHeight}, l.fitting()) }
		row := newListRow(container.New(insets{6, 0}, container.New(rowLayout{8},
			newSwatch(seg.Category),
			cell(130, newLine(seg.Category.Title(), theme.ColorNameForeground)),
			cell(70, newLine(timeline.FormatDuration(seg.Len()), theme.ColorNameForeground).right()),
			newLine(where, colorText2).fitting())), factHeight)
		row.choose(seg.Index == selected.Index)
		row.tapped = func() { d.s.Go(timeline.SegmentRef{Thread: seg.Thread, Index: seg.Index}) }
		d.around.Add(row)
	}
}

// factsLayout puts the facts at the left and the rest beside them, or below
// them where that would be too narrow.
type factsLayout struct{}

// MinSize implements fyne.Layout.
func (factsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (factsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const gap = 28
	left := min(factsWidth, size.Width*0.55)
	place(o[0], 0, 0, left, o[0].MinSize().Height)
	place(o[1], left+gap, 0, max(0, size.Width-left-gap), o[1].MinSize().Height)
}
