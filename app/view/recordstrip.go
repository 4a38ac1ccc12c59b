package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// recordStrip is a line below the command bar: it shows the recording that runs
// and, when that has ended, what the file lacks.
type recordStrip struct {
	h                       *Recorder
	root, running, finished *fyne.Container
	progress, lost, said    *kit.Line
	stop                    *kit.Button
	notes                   []string
}

func newRecordStrip(h *Recorder) *recordStrip {
	s := &recordStrip{h: h, progress: kit.NewLine("", theme.ColorNameForeground).Fitting(), lost: kit.NewLine("", kit.ColorWarnStatus)}
	s.stop = kit.NewLink("Stop", func() { h.Commands.Get("recordStop").Do() })
	s.said = kit.NewLine("", kit.ColorWarnText).Fitting()
	s.running = container.NewStack(kit.NewBox(kit.ColorRaised), s.row(kit.NewRule(), kit.NewGlyph(kit.IconRecord, theme.ColorNameError),
		kit.NewLine("Recording.", theme.ColorNameForeground).Bold(), kit.WithTip(s.progress, h.Tips), s.lost, kit.NewLink("Show", func() { h.run.show() }), s.stop))
	shut := kit.NewButton(kit.Flat, kit.IconClose, "", func() { s.tell(nil) })
	shut.Height = 24
	line := kit.NewBox(kit.ColorWarnLine)
	line.Min = fyne.NewSize(0, 1)
	s.finished = container.NewStack(kit.NewBox(kit.ColorWarnBack), s.row(line, kit.NewGlyph(kit.IconWarning, kit.ColorWarnLine),
		kit.NewLine("Recorded.", kit.ColorWarnText).Bold(), kit.WithTip(s.said, h.Tips), kit.NewLink("Details", s.details), shut))
	s.root = container.New(kit.ColumnLayout(0), s.running, s.finished)
	s.running.Hide()
	s.finished.Hide()
	s.root.Hide()
	return s
}

// row is a row of the strip, with a line below it.
func (s *recordStrip) row(line fyne.CanvasObject, parts ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, line, nil, nil,
		container.New(kit.Fixed{0, kit.BannerHeight - 1}, container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(8), parts...))))
}

// follow shows a recording whose dialog is put away; nil is none.
func (s *recordStrip) follow(r *recordRun) {
	if r != nil {
		text := timeline.Printable(r.recording.Plan.Title()) + " · " + r.progress() + " · " + timeline.FormatSize(r.state.Bytes)
		lost := ""
		if r.state.Lost > 0 {
			lost = timeline.FormatCount(r.state.Lost) + " events lost"
		}
		before := s.lost.MinSize()
		s.progress.Set(text)
		s.lost.Set(lost)
		s.stop.Enable(!r.stopping)
		if s.lost.MinSize() != before {
			s.root.Refresh()
		}
	}
	s.place(s.running, r != nil)
}

// tell says what the file of a recording lacks; nothing takes the line away.
func (s *recordStrip) tell(notes []string) {
	s.notes = notes
	s.said.Set(strings.Join(notes, " "))
	s.place(s.finished, len(notes) > 0)
}

// place shows a row of the strip, or not.
func (s *recordStrip) place(row *fyne.Container, shown bool) {
	if row.Visible() == shown {
		return
	}
	kit.Hide(row, !shown)
	kit.Hide(s.root, !s.running.Visible() && !s.finished.Visible())
	s.h.Relayout()
}

// details lists what the file lacks.
func (s *recordStrip) details() {
	page := container.New(kit.ColumnLayout(4))
	for _, note := range s.notes {
		for _, l := range kit.Wrap(timeline.Printable(note), s.h.TextRoom(480, 0)) {
			page.Add(kit.NewLine(l, theme.ColorNameForeground))
		}
	}
	s.h.Sheet("What the recording lacks", container.New(kit.Insets{12, 4}, page), 540, 280)
}
