package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline"
)

// recordStrip is a line below the command bar: it shows the recording that runs
// and, when that has ended, what the file lacks.
type recordStrip struct {
	w                       *window
	root, running, finished *fyne.Container
	progress, lost, said    *line
	stop                    *button
	notes                   []string
}

func newRecordStrip(w *window) *recordStrip {
	s := &recordStrip{w: w, progress: newLine("", theme.ColorNameForeground).fitting(), lost: newLine("", colorWarnStatus)}
	s.stop = newLink("Stop", func() { w.table.get("recordStop").do() })
	s.said = newLine("", colorWarnText).fitting()
	s.running = container.NewStack(newBox(colorRaised), s.row(newRule(), newGlyph(iconRecord, theme.ColorNameError),
		newLine("Recording.", theme.ColorNameForeground).bold(), withTip(s.progress, w.tips), s.lost, newLink("Show", func() { w.run.show() }), s.stop))
	shut := newButton(flat, iconClose, "", func() { s.tell(nil) })
	shut.height = 24
	line := newBox(colorWarnLine)
	line.min = fyne.NewSize(0, 1)
	s.finished = container.NewStack(newBox(colorWarnBack), s.row(line, newGlyph(iconWarning, colorWarnLine),
		newLine("Recorded.", colorWarnText).bold(), withTip(s.said, w.tips), newLink("Details", s.details), shut))
	s.root = container.New(columnLayout{}, s.running, s.finished)
	s.running.Hide()
	s.finished.Hide()
	s.root.Hide()
	return s
}

// row is a row of the strip, with a line below it.
func (s *recordStrip) row(line fyne.CanvasObject, parts ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, line, nil, nil,
		container.New(fixed{0, bannerHeight - 1}, container.New(insets{12, 0}, container.New(rowLayout{8}, parts...))))
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
		s.progress.set(text)
		s.lost.set(lost)
		s.stop.enable(!r.stopping)
		if s.lost.MinSize() != before {
			s.root.Refresh()
		}
	}
	s.place(s.running, r != nil)
}

// tell says what the file of a recording lacks; nothing takes the line away.
func (s *recordStrip) tell(notes []string) {
	s.notes = notes
	s.said.set(strings.Join(notes, " "))
	s.place(s.finished, len(notes) > 0)
}

// place shows a row of the strip, or not.
func (s *recordStrip) place(row *fyne.Container, shown bool) {
	if row.Visible() == shown {
		return
	}
	hide(row, !shown)
	hide(s.root, !s.running.Visible() && !s.finished.Visible())
	s.w.frame.Refresh()
}

// details lists what the file lacks.
func (s *recordStrip) details() {
	page := container.New(columnLayout{4})
	for _, note := range s.notes {
		for _, l := range wrap(timeline.Printable(note), s.w.textRoom(480, 0)) {
			page.Add(newLine(l, theme.ColorNameForeground))
		}
	}
	s.w.sheet("What the recording lacks", container.New(insets{12, 4}, page), 540, 280)
}
