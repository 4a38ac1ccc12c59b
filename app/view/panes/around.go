package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// aroundSpan is the number of segments shown before and after the selected one.
const aroundSpan = 4

// around lists the segments around the selected one; a click goes to a segment.
type around struct {
	s     *session.Session
	tips  *kit.TipLayer
	Root  *fyne.Container
	rows  *fyne.Container
	shown bool // there is room for it here
}

func newAround(s *session.Session, tips *kit.TipLayer) *around {
	a := &around{s: s, tips: tips, rows: container.New(kit.ColumnLayout(0))}
	a.Root = container.New(kit.ColumnLayout(4),
		kit.NewLine("Previous and next segments in the lane", theme.ColorNameForeground).Bold().Fitting(), a.rows)
	return a
}

// setShown shows the list if it is not empty.
func (a *around) setShown(shown bool) {
	a.shown = shown
	kit.Hide(a.Root, !shown || len(a.rows.Objects) == 0)
}

// update lists the segments again.
func (a *around) update() {
	a.rows.Objects = a.rows.Objects[:0]
	selected := a.s.Selected()
	for _, seg := range a.s.Around(aroundSpan) {
		a.rows.Add(a.row(&seg, seg.Index == selected.Index))
	}
	a.setShown(a.shown)
	a.Root.Refresh()
}

func (a *around) row(seg *model.Segment, chosen bool) fyne.CanvasObject {
	where := kit.NewLine("", kit.ColorText2).Fitting()
	if seg.State == model.Running {
		where.Text = "CPU " + timeline.FormatCount(int64(seg.CPU))
	} else if seg.Sub != model.SubNone {
		where.Text = naming.ReasonWords(seg)
	}
	cell := func(w float32, l *kit.Line) fyne.CanvasObject {
		return container.New(kit.Fixed{w, kit.FactHeight}, l.Fitting())
	}
	row := kit.NewListRow(container.New(kit.Insets{6, 0}, container.New(kit.RowLayout(8),
		kit.NewSwatch(seg.Category),
		cell(108, kit.NewLine(seg.Category.Title(), theme.ColorNameForeground)),
		cell(66, kit.NewLine(explain.OpenLength(seg), theme.ColorNameForeground).Right()),
		where)), kit.FactHeight)
	row.Choose(chosen)
	row.Explain(a.tips, func() string {
		if where.Truncated() {
			return where.Text
		}
		return ""
	})
	ref := timeline.SegmentRef{Thread: seg.Thread, Index: seg.Index}
	row.OnTapped = func() { a.s.Go(ref) }
	return row
}
