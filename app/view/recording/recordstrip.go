package recording

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// recordStrip is a strip below the command bar: it shows the running recording and, when that has
// ended, what its file lacks. It also shows what the live monitor has saved.
type recordStrip struct {
	h                       *host.Host
	Root, Running, Finished *fyne.Container
	ofTrace                 *fyne.Container // the rows about the open trace
	Progress, Lost, Said    *kit.Line
	stop                    *kit.Button
	notes                   []string
	Kept                    *fyne.Container
	KeptText                *kit.Line
	Again                   *kit.Button // starts the live monitor again
	Saved                   string      // the file of the live monitor that is being opened, "" for none
}

// newRecordStrip is a hidden strip; show opens the dialog of the running recording.
func newRecordStrip(h *host.Host, show func()) *recordStrip {
	s := &recordStrip{h: h, Progress: kit.NewLine("", theme.ColorNameForeground).Fitting(), Lost: kit.NewLine("", kit.ColorWarnStatus)}
	s.stop = kit.NewLink("Stop", func() { h.Commands.Get("recordStop").Do() })
	s.Said = kit.NewLine("", kit.ColorWarnText).Fitting()
	s.Running = container.NewStack(kit.NewBox(kit.ColorRaised), s.row(kit.NewRule(), kit.NewGlyph(kit.IconRecord, theme.ColorNameError),
		kit.NewLine("Recording.", theme.ColorNameForeground).Bold(), kit.WithTip(s.Progress, h.Tips), s.Lost, kit.NewLink("Show", show), s.stop))
	shut := func() *kit.Button {
		b := kit.NewButton(kit.Flat, kit.IconClose, "", func() { s.Tell(nil) })
		b.Height = 24
		return b
	}
	line := kit.NewBox(kit.ColorWarnLine)
	line.Min = fyne.NewSize(0, 1)
	s.Finished = container.NewStack(kit.NewBox(kit.ColorWarnBack), s.row(line, kit.NewGlyph(kit.IconWarning, kit.ColorWarnLine),
		kit.NewLine("Recorded.", kit.ColorWarnText).Bold(), kit.WithTip(s.Said, h.Tips), kit.NewLink("Details", s.Details), shut()))
	s.KeptText = kit.NewLine("", theme.ColorNameForeground).Fitting()
	s.Again = kit.NewLink("Start the live monitor again", func() { h.Commands.Get("live").Do() })
	s.Kept = container.NewStack(kit.NewBox(kit.ColorRaised), s.row(kit.NewRule(), kit.NewLine("Saved.", theme.ColorNameForeground).Bold(),
		kit.WithTip(s.KeptText, h.Tips), s.Again, shut()))
	s.ofTrace = container.New(kit.ColumnLayout(0), s.Finished, s.Kept)
	s.Root = container.New(kit.ColumnLayout(0), s.Running, s.ofTrace)
	s.Running.Hide()
	s.Finished.Hide()
	s.Kept.Hide()
	s.Root.Hide()
	return s
}

// row is a row of the strip, with a line below it.
func (s *recordStrip) row(line fyne.CanvasObject, parts ...fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, line, nil, nil,
		container.New(kit.Fixed{0, kit.BannerHeight - 1}, container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(8), parts...))))
}

// Follow shows the progress of a recording whose dialog is hidden; nil hides the row.
func (s *recordStrip) Follow(r *running) {
	if r != nil {
		text := timeline.Printable(r.Recording.Plan.Title()) + " · " + r.Progress() + " · " + timeline.FormatSize(r.State.Bytes)
		lost := ""
		if r.State.Lost > 0 {
			lost = timeline.FormatCount(r.State.Lost) + " events lost"
		}
		before := s.Lost.MinSize()
		s.Progress.Set(text)
		s.Lost.Set(lost)
		s.stop.Enable(!r.stopping)
		if s.Lost.MinSize() != before {
			s.Root.Refresh()
		}
	}
	s.place(s.Running, r != nil)
}

// Opened shows how much the live monitor saved, once that file is open and its length is known.
func (s *recordStrip) Opened(path string, length model.Time) {
	if s.Saved == "" || s.Saved != path {
		return
	}
	s.KeptText.Set("The last " + timeline.FormatDuration(length) + " are saved in " + timeline.Printable(path) + ".")
	s.place(s.Kept, true)
}

// Tell shows what the file of a recording lacks; nil hides the row, and what the live monitor saved.
func (s *recordStrip) Tell(notes []string) {
	s.Saved = ""
	s.place(s.Kept, false)
	s.notes = notes
	s.Said.Set(strings.Join(notes, " "))
	s.place(s.Finished, len(notes) > 0)
}

// place shows or hides a row of the strip.
func (s *recordStrip) place(row *fyne.Container, shown bool) {
	if row.Visible() == shown {
		return
	}
	kit.Hide(row, !shown)
	s.settle()
}

// AboutTrace shows or hides the rows about the open trace.
func (s *recordStrip) AboutTrace(shown bool) {
	if s.ofTrace.Visible() != shown {
		kit.Hide(s.ofTrace, !shown)
		s.settle()
	}
}

// settle shows the strip if a row of it is shown.
func (s *recordStrip) settle() {
	ofTrace := s.ofTrace.Visible() && (s.Finished.Visible() || s.Kept.Visible())
	kit.Hide(s.Root, !s.Running.Visible() && !ofTrace)
	s.h.Relayout()
}

// Details lists what the file lacks.
func (s *recordStrip) Details() {
	page := container.New(kit.ColumnLayout(4))
	for _, note := range s.notes {
		for _, l := range kit.Wrap(timeline.Printable(note), s.h.TextRoom(480, 0)) {
			page.Add(kit.NewLine(l, theme.ColorNameForeground))
		}
	}
	s.h.Sheet("Missing from the recording", container.New(kit.Insets{12, 4}, page), 540, 280)
}
