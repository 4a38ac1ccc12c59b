package view

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// recordRun is a recording that runs, and the dialog that tells how far it is. The
// dialog can be put away: a strip below the command bar goes on telling.
type recordRun struct {
	h         *Recorder
	form      *recordForm // to which a failure leads back
	recording *capture.Recording
	state     capture.RecordState
	begun     bool // the kernel records
	stopping  bool
	leaving   bool // the window closes when it has ended

	dialog dialog.Dialog // nil while it is put away
	end    *kit.Button
	// How far it is.
	elapsed, size, events, lost, cost *kit.Line
	said                              []*kit.Line // last lines that the program writes
	saidBox                           *fyne.Container
}

// saidLines is how many lines the dialog has for what the program writes.
const saidLines = 5

// record follows the plan of a form.
func (h *Recorder) record(f *recordForm) {
	r := &recordRun{h: h, form: f}
	h.run = r
	r.recording = h.recorder.Start(f.plan,
		func(s capture.RecordState) {
			fyne.Do(func() {
				if h.run == r {
					r.state, r.begun = s, true
					r.tell()
				}
			})
		},
		func(end capture.RecordEnd) { fyne.Do(func() { r.ended(end) }) })
	r.show()
	h.Refresh()
}

// Width of the dialog of a recording, dp.
const runWidth = 580

// show opens the dialog.
func (r *recordRun) show() {
	h := r.h
	value := func() *kit.Line { return kit.NewLine("", theme.ColorNameForeground).Fitting() }
	r.elapsed, r.size, r.events, r.lost, r.cost = value(), value(), value(), value(), value()
	title := kit.NewLine(timeline.Printable(r.recording.Plan.Title()), theme.ColorNameForeground).Bold().Fitting()
	path := value()
	path.Middle = true
	path.Set(timeline.Printable(r.recording.Path))
	page := container.New(kit.ColumnLayout(6),
		container.New(kit.RowLayout(8), kit.NewGlyph(kit.IconRecord, theme.ColorNameError), title), kit.NewGap(0, 2),
		host.FormRow("Elapsed", r.elapsed), host.FormRow("Size", r.size), host.FormRow("Events", r.events), host.FormRow("Lost", r.lost),
		host.FormRow("Cost", r.cost), host.FormRow("File", path), kit.NewGap(0, 2))
	r.said, r.saidBox = nil, nil
	if r.recording.Plan.What == capture.RecordCommand {
		page.Add(r.output())
	}
	for _, l := range kit.Wrap(r.ending(), h.TextRoom(runWidth-60, 0)) {
		page.Add(kit.NewLine(l, kit.ColorText2).Fitting())
	}
	d := dialog.NewCustomWithoutButtons("Recording", container.New(kit.Insets{12, 8}, page), h.Win)
	r.end = kit.NewButton(kit.Primary, "", "Stop", r.stop)
	d.SetButtons([]fyne.CanvasObject{kit.NewButton(kit.Bordered, "", "Hide", d.Hide), r.end})
	size := h.Win.Canvas().Size()
	for len(r.said) > 0 && d.MinSize().Height > size.Height-host.SheetEdge {
		r.sayLess()
	}
	d.Resize(fyne.NewSize(min(kit.Scaled(runWidth), size.Width-host.SheetEdge), d.MinSize().Height))
	r.dialog = d
	h.Present(d)
	h.Win.Canvas().Focus(r.end)
	r.tell()
}

// output is the box of what the program writes.
func (r *recordRun) output() fyne.CanvasObject {
	lines := container.New(kit.ColumnLayout(2))
	for range saidLines {
		l := kit.NewMono("", theme.ColorNameForeground).Fitting()
		r.said = append(r.said, l)
		lines.Add(l)
	}
	back := kit.NewBox(kit.ColorRaised)
	back.Stroke, back.Radius = theme.ColorNameSeparator, 5
	r.saidBox = container.New(kit.ColumnLayout(6), kit.NewLine("Output", kit.ColorText2), container.NewStack(back, container.New(kit.Insets{10, 7}, lines)))
	return r.saidBox
}

// sayLess has the dialog be smaller by a line of what the program writes.
func (r *recordRun) sayLess() {
	r.said[len(r.said)-1].Hide()
	r.said = r.said[:len(r.said)-1]
	if len(r.said) == 0 {
		r.saidBox.Hide()
	}
	r.saidBox.Refresh()
}

// tellSaid shows the end of what the program writes.
func (r *recordRun) tellSaid() {
	if len(r.said) == 0 {
		return
	}
	lines := r.h.monoLines(r.recording.Output.Lines(len(r.said)), runWidth-60)
	lines = lines[max(0, len(lines)-len(r.said)):]
	for i, l := range r.said {
		text := ""
		if i < len(lines) {
			text = lines[i]
		}
		l.Set(text)
	}
}

// ending says how the recording ends.
func (r *recordRun) ending() string {
	p := r.recording.Plan
	var text string
	if p.What == capture.RecordCommand {
		text = "It ends with the program; Stop ends the program too."
	} else {
		text = "Stop ends it."
	}
	if p.Limited {
		text += " It takes " + strings.TrimSpace(p.Seconds) + " seconds at most."
	}
	return text + " Then the file is opened. Hide, or Escape, lets it go on out of sight."
}

// shown reports whether the dialog is on screen.
func (r *recordRun) shown() bool { return r.dialog != nil && r.h.Modal == r.dialog }

// tell shows how far the recording is.
func (r *recordRun) tell() {
	s := r.state
	kept := ""
	if r.recording.Plan.Newest {
		kept = ", kept in memory"
	}
	r.elapsed.Set(r.progress())
	r.size.Set(timeline.FormatSize(s.Bytes) + kept)
	r.events.Set(known(s.Events >= 0, fmt.Sprintf("%s, %s/s", timeline.FormatCount(s.Events), timeline.FormatCount(rate(capture.RecordState{}, s)))))
	r.lost.Paint(theme.ColorNameForeground)
	r.lost.Set("None")
	if s.Lost > 0 {
		r.lost.Paint(kit.ColorWarnStatus)
		r.lost.Set(timeline.FormatCount(s.Lost) + " events: record less")
	}
	r.cost.Set(known(s.CPU >= 0, fmt.Sprintf("%.1f%% of one processor", 100*capture.RecordOverhead(s))))
	r.tellSaid()
	r.end.Enable(!r.stopping)
	r.h.strip.follow(r)
	r.h.Settled()
}

// known is a text, or that what it tells is not known.
func known(is bool, text string) string {
	if is {
		return text
	}
	return "Not known on this system"
}

// progress is the time that has been recorded, or what is waited for.
func (r *recordRun) progress() string {
	switch {
	case r.stopping:
		return "Finishing the file" + kit.Ellipsis
	case !r.begun:
		return "Starting" + kit.Ellipsis
	}
	return timeline.FormatDuration(model.Time(r.state.Elapsed))
}

// stop ends the recording.
func (r *recordRun) stop() {
	r.stopping = true
	r.recording.Stop()
	r.tell()
	r.h.Refresh()
}

// leave ends the recording, and then closes the window.
func (r *recordRun) leave() {
	r.leaving = true
	if !r.stopping {
		r.stop()
	}
}

// ended takes what became of the recording.
func (r *recordRun) ended(end capture.RecordEnd) {
	h := r.h
	h.run, h.ran = nil, r.recording
	if r.leaving {
		h.Leave()
		return
	}
	if r.shown() {
		h.Modal.Hide()
	}
	h.strip.follow(nil)
	h.Refresh()
	if end.Err != nil {
		r.form.show("Not recorded: " + strings.TrimPrefix(end.Err.Error(), "record: "))
		return
	}
	h.Open(end.Path)
	h.strip.tell(end.Notes)
}
