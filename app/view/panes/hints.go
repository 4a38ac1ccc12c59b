package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model/report"
)

const (
	hintLabel = 150
	hintValue = 620 // width at which the text wraps, where there is that much room
)

const tabHints = "hints"

// hintsTab shows the hints.
func hintsTab(at **hints) *tab {
	return &tab{
		ID: tabHints, Help: "categories", Title: "Hints", command: "Hints", key: fyne.Key6,
		make: func(b *Bar) tabPage {
			p := newHints(b.Session, b.Commands.Spell, func(report string) { b.Commands.Get(ReportCommand(report)).Do() })
			*at = p
			return tabPage{root: p.root, follow: ifSeen(p.Update)}
		},
	}
}

// hints is the page of short help for the selection.
type hints struct {
	s     *session.Session
	root  *fyne.Container
	Title *kit.Line
	Mark  *kit.Swatch
	Rows  *fyne.Container
	width float32 // for which the text was wrapped
	shown explain.Hint
	spell func(string) string // replaces ids of commands by their keys
	open  func(report string)
}

// newHints makes the page, which is empty until Update; spell replaces the ids of commands in a text by their keys, open shows a
// report.
func newHints(s *session.Session, spell func(string) string, open func(report string)) *hints {
	h := &hints{s: s, spell: spell, open: open, Title: kit.NewLine("", theme.ColorNameForeground).Bold(), Mark: kit.NewSwatch(0), Rows: container.New(kit.ColumnLayout(10))}
	h.Title.TextSize = kit.SizeTitle
	page := container.New(kit.ColumnLayout(10), container.New(kit.RowLayout(8), h.Mark, h.Title, kit.NewBox("")), h.Rows)
	h.root = container.New(kit.Resizing{Resized: h.resized}, container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 12}, page)))
	return h
}

// Update shows the help for the selection.
func (h *hints) Update() {
	hint := h.s.Hint()
	seg, ok := h.s.Segment()
	kit.Hide(h.Mark, !ok)
	if ok {
		h.Mark.Set(seg.Category)
	}
	if hint == h.shown && len(h.Rows.Objects) > 0 {
		return
	}
	h.shown = hint
	h.fill()
}

// resized wraps the text again if the width has changed.
func (h *hints) resized(size fyne.Size) {
	if w := min(kit.Scaled(hintValue), size.Width-2*kit.PaneMargin-kit.Scaled(hintLabel)-8); w != h.width && w > 0 {
		h.width = w
		if len(h.Rows.Objects) > 0 { // it was shown
			h.fill()
		}
	}
}

func (h *hints) fill() {
	h.Title.Set(h.shown.Title)
	h.Rows.Objects = h.Rows.Objects[:0]
	width := h.width
	if width == 0 {
		width = kit.Scaled(hintValue)
	}
	for _, part := range [][2]string{
		{"What it means", h.shown.Means}, {"What usually causes it", h.shown.Cause}, {"What to try", h.shown.Trying},
	} {
		lines := container.New(kit.ColumnLayout(0))
		label := part[0]
		for _, text := range kit.Wrap(h.spell(part[1]), width) {
			lines.Add(container.New(kit.RowLayout(8),
				container.New(kit.Fixed{hintLabel, kit.FactHeight}, kit.NewLine(label, kit.ColorText2).Fitting()),
				kit.NewLine(text, theme.ColorNameForeground).Fitting()))
			label = ""
		}
		h.Rows.Add(lines)
	}
	h.Rows.Add(h.report(width))
	h.Rows.Refresh()
	h.root.Refresh()
}

// report is the link to the report with the figures, and below it what the report is.
func (h *hints) report(width float32) fyne.CanvasObject {
	a, _ := report.Find(h.shown.Report)
	label := func(text string) fyne.CanvasObject {
		return container.New(kit.Fixed{hintLabel, kit.FactHeight}, kit.NewLine(text, kit.ColorText2).Fitting())
	}
	lines := container.New(kit.ColumnLayout(0),
		container.New(kit.RowLayout(8), label("Report"), kit.NewLink(ReportTitle(a.Name), func() { h.open(a.Name) })))
	for _, text := range kit.Wrap(reportDoc(a), width) {
		lines.Add(container.New(kit.RowLayout(8), label(""), kit.NewLine(text, kit.ColorText2).Fitting()))
	}
	return lines
}
