package recording

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
	"threadlens/timeline"
)

// RecordRun is a running recording and the dialog that shows its progress. While the dialog is
// hidden, a strip below the command bar shows the progress.
type RecordRun struct {
	running
	host    *runs
	again   func(failure string) // asks again what to record, after a failure
	leaving bool                 // the window closes when the recording has ended

	Dialog dialog.Dialog // nil while it is hidden
	end    *kit.Button
	// The progress.
	elapsed, size, events, Lost, cost *kit.Line
	Said                              []*kit.Line // last lines of the program's output
	saidBox                           *fyne.Container
}

// SaidLines is the number of lines for the program's output in the dialog.
const SaidLines = 5

// runs is the floor of a Recorder with its recordings.
type runs struct {
	tools
	Run *RecordRun         // the running recording, nil if there is none
	Ran *capture.Recording // the last recording that has ended
}

// NewRun is the window's recording from now on; again asks again what to record, after a failure.
func (h *runs) NewRun(again func(failure string)) *RecordRun {
	h.Run = &RecordRun{host: h, again: again}
	return h.Run
}

// record starts a recording with a plan; again asks again what to record, after a failure.
func (h *runs) record(plan capture.RecordPlan, again func(failure string)) {
	r := h.NewRun(again)
	r.Recording = h.Recorder.Start(plan,
		func(s capture.RecordState) {
			fyne.Do(func() {
				if h.Run == r {
					r.State, r.Begun = s, true
					r.tell()
				}
			})
		},
		func(end capture.RecordEnd) {
			fyne.Do(func() {
				if h.Run == r {
					r.ended(end)
				}
			})
		})
	r.Show()
	h.Refresh()
}

// Finish completes a running recording where the program ends without closing its windows, as it
// does for a signal, and waits for its file. Nothing is shown any more.
func (h *runs) Finish() {
	if r := h.Run; r != nil {
		h.Run = nil
		r.Recording.Stop()
		r.Recording.Wait()
	}
}

// runWidth is the width of the dialog of a recording, dp.
const runWidth = 580

// Show opens the dialog.
func (r *RecordRun) Show() {
	h := r.host
	value := func() *kit.Line { return kit.NewLine("", theme.ColorNameForeground).Fitting() }
	r.elapsed, r.size, r.events, r.Lost, r.cost = value(), value(), value(), value(), value()
	title := kit.NewLine(timeline.Printable(r.Recording.Plan.Title()), theme.ColorNameForeground).Bold().Fitting()
	path := value()
	path.Middle = true
	path.Set(timeline.Printable(r.Recording.Path))
	page := container.New(kit.ColumnLayout(6),
		container.New(kit.RowLayout(8), kit.NewGlyph(kit.IconRecord, theme.ColorNameError), title), kit.NewGap(0, 2),
		host.FormRow("Elapsed", r.elapsed), host.FormRow("Size", r.size), host.FormRow("Events", r.events), host.FormRow("Lost", r.Lost),
		host.FormRow("Overhead", r.cost), host.FormRow("File", path), kit.NewGap(0, 2))
	r.Said, r.saidBox = nil, nil
	if r.Recording.Plan.What == capture.RecordCommand {
		page.Add(r.output())
	}
	for _, l := range kit.Wrap(r.ending(), h.TextRoom(runWidth-60, 0)) {
		page.Add(kit.NewLine(l, kit.ColorText2).Fitting())
	}
	d := dialog.NewCustomWithoutButtons("Recording", container.New(kit.Insets{12, 8}, page), h.Win)
	r.end = kit.NewButton(kit.Primary, "", "Stop", r.Stop)
	d.SetButtons([]fyne.CanvasObject{kit.NewButton(kit.Bordered, "", "Hide", d.Hide), r.end})
	size := h.Win.Canvas().Size()
	for len(r.Said) > 0 && d.MinSize().Height > size.Height-host.SheetEdge {
		r.sayLess()
	}
	d.Resize(fyne.NewSize(min(kit.Scaled(runWidth), size.Width-host.SheetEdge), d.MinSize().Height))
	r.Dialog = d
	h.Present(d)
	h.Win.Canvas().Focus(r.end)
	r.tell()
}

// output is the box with the program's output.
func (r *RecordRun) output() fyne.CanvasObject {
	lines := container.New(kit.ColumnLayout(2))
	for range SaidLines {
		l := kit.NewMono("", theme.ColorNameForeground).Fitting()
		r.Said = append(r.Said, l)
		lines.Add(l)
	}
	back := kit.NewBox(kit.ColorRaised)
	back.Stroke, back.Radius = theme.ColorNameSeparator, 5
	r.saidBox = container.New(kit.ColumnLayout(6), kit.NewLine("Output", kit.ColorText2), container.NewStack(back, container.New(kit.Insets{10, 7}, lines)))
	return r.saidBox
}

// sayLess removes a line of the program's output, to make the dialog smaller.
func (r *RecordRun) sayLess() {
	r.Said[len(r.Said)-1].Hide()
	r.Said = r.Said[:len(r.Said)-1]
	if len(r.Said) == 0 {
		r.saidBox.Hide()
	}
	r.saidBox.Refresh()
}

// tellSaid shows the end of the program's output.
func (r *RecordRun) tellSaid() {
	if len(r.Said) == 0 {
		return
	}
	lines := r.host.monoLines(r.Recording.Output.Lines(len(r.Said)), runWidth-60)
	lines = lines[max(0, len(lines)-len(r.Said)):]
	for i, l := range r.Said {
		text := ""
		if i < len(lines) {
			text = lines[i]
		}
		l.Set(text)
	}
}

// ending describes how the recording ends.
func (r *RecordRun) ending() string {
	p := r.Recording.Plan
	var text string
	if p.What == capture.RecordCommand {
		text = "Recording stops when the program exits. “Stop” ends both the recording and the program."
	} else {
		text = "“Stop” ends the recording."
	}
	if p.Limited {
		text += " The recording lasts " + strings.TrimSpace(p.Seconds) + " seconds at most."
	}
	return text + " Then the trace opens. To continue the recording in the background, choose “Hide” or press Escape."
}

// Shown reports whether the dialog is on screen.
func (r *RecordRun) Shown() bool { return r.Dialog != nil && r.host.Modal == r.Dialog }

// tell shows the progress of the recording.
func (r *RecordRun) tell() {
	s := r.State
	kept := ""
	if r.Recording.Plan.Newest {
		kept = ", kept in memory"
	}
	r.elapsed.Set(r.Progress())
	r.size.Set(timeline.FormatSize(s.Bytes) + kept)
	r.events.Set(known(s.Events >= 0, fmt.Sprintf("%s, %s/s", timeline.FormatCount(s.Events), timeline.FormatCount(rate(capture.RecordState{}, s)))))
	r.Lost.Paint(theme.ColorNameForeground)
	r.Lost.Set("None")
	if s.Lost > 0 {
		r.Lost.Paint(kit.ColorWarnStatus)
		r.Lost.Set(timeline.FormatCount(s.Lost) + " events; to avoid losses, record fewer kinds of events")
	}
	r.cost.Set(known(s.CPU >= 0, fmt.Sprintf("%.1f%% of one CPU", 100*capture.RecordOverhead(s))))
	r.tellSaid()
	r.end.Enable(!r.stopping)
	r.host.Strip.Follow(&r.running)
	r.host.Settled()
}

// Stop stops the recording.
func (r *RecordRun) Stop() {
	r.stopping = true
	r.Recording.Stop()
	r.tell()
	r.host.Refresh()
}

// Leave stops the recording and then closes the window.
func (r *RecordRun) Leave() {
	r.leaving = true
	if !r.stopping {
		r.Stop()
	}
}

// ended is called when the recording has ended: it opens the file, or shows why there is none.
func (r *RecordRun) ended(end capture.RecordEnd) {
	h := r.host
	h.Run, h.Ran = nil, r.Recording
	if r.leaving {
		h.Leave()
		return
	}
	if r.Shown() {
		h.Modal.Hide()
	}
	h.Strip.Follow(nil)
	h.Refresh()
	if end.Err != nil {
		r.again("Not recorded: " + strings.TrimPrefix(end.Err.Error(), "record: "))
		return
	}
	h.Open(end.Path)
	h.Strip.Tell(end.Notes)
}
