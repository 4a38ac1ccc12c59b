package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// aroundSpan is the number of segments shown before and after the selected one.
const aroundSpan = 4

// around lists the segments about the selected one; a click goes there.
type around struct {
	s     *session.Session
	tips  *tipLayer
	root  *fyne.Container
	rows  *fyne.Container
	shown bool // there is room for it here
}

func newAround(s *session.Session, tips *tipLayer) *around {
	a := &around{s: s, tips: tips, rows: container.New(columnLayout{})}
	a.root = container.New(columnLayout{4},
		newLine("Before and after in this lane", theme.ColorNameForeground).bold().fitting(), a.rows)
	return a
}

// setShown shows the list, if there is anything in it.
func (a *around) setShown(shown bool) {
	a.shown = shown
	hide(a.root, !shown || len(a.rows.Objects) == 0)
}

// update lists the segments.
func (a *around) update() {
	a.rows.Objects = a.rows.Objects[:0]
	selected := a.s.Selected()
	for _, seg := range a.s.Around(aroundSpan) {
		a.rows.Add(a.row(&seg, seg.Index == selected.Index))
	}
	a.setShown(a.shown)
	a.root.Refresh()
}

func (a *around) row(seg *model.Segment, chosen bool) fyne.CanvasObject {
	where := newLine("", colorText2).fitting()
	if seg.State == model.Running {
		where.text = "CPU " + timeline.FormatCount(int64(seg.CPU))
	} else if seg.Sub != model.SubNone {
		where.text = session.ReasonWords(seg)
	}
	cell := func(w float32, l *line) fyne.CanvasObject { return container.New(fixed{w, factHeight}, l.fitting()) }
	row := newListRow(container.New(insets{6, 0}, container.New(rowLayout{8},
		newSwatch(seg.Category),
		cell(108, newLine(seg.Category.Title(), theme.ColorNameForeground)),
		cell(66, newLine(session.OpenLength(seg), theme.ColorNameForeground).right()),
		where)), factHeight)
	row.choose(chosen)
	row.explain(a.tips, func() string {
		if where.truncated() {
			return where.text
		}
		return ""
	})
	ref := timeline.SegmentRef{Thread: seg.Thread, Index: seg.Index}
	row.tapped = func() { a.s.Go(ref) }
	return row
}
