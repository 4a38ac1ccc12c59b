package recording

import (
	"fmt"
	"os"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/capture"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
	"threadlens/timeline"
)

// livePage is a monitor of what happens on this machine now. It replaces the trace or the start
// page, and returns to it when closed.
type livePage struct {
	h     *tools
	Root  *fyne.Container
	Board *views.MonitorBoard
	Pause *kit.Button
	save  *kit.Button
	Which *kit.Button // opens the list of processes
	only  []string    // the processes shown, nil for all
	Said  *kit.Line   // the rate of events, and the cost of monitoring
	Lost  *kit.Line
	Notes *fyne.Container // what cannot be monitored

	Watching *capture.Watching // nil while nothing is monitored
	Run      int               // number of the monitoring run; reports of older runs are dropped
	View     capture.LiveView
	before   capture.RecordState // state of the previous view
	Seen     bool                // View is set
	paused   bool
	Saving   bool
}

// liveTable is the name under which the layout of the table is kept.
const liveTable = "live"

// newLivePage is the page before monitoring starts.
func newLivePage(h *tools) *livePage {
	p := &livePage{h: h, Said: kit.NewLine("", kit.ColorText2).Fitting(), Lost: kit.NewLine("", kit.ColorWarnStatus)}
	do := func(kind kit.ButtonKind, id, text string) *kit.Button {
		return kit.NewButton(kind, "", text, h.Commands.Get(id).Do).Explain(h.Tips, h.Commands.Get(id).Tip())
	}
	p.Pause, p.save = do(kit.Primary, "livePause", "Pause"), do(kit.Bordered, "liveSave", "Open the last 60 s")
	p.Which = do(kit.Bordered, "liveProcesses", allProcesses)
	p.Which.Trailing, p.Which.Height = kit.IconDown, 26
	p.Board = views.NewMonitorBoard(h.Host, liveTable, p.Which)
	p.Notes = container.New(kit.ColumnLayout(4))
	p.Board.Table.Hint = "No events yet"
	bar := container.New(kit.Insets{12, 8}, container.New(kit.RowLayout(12),
		kit.NewGlyph(kit.IconRecord, theme.ColorNameError), kit.NewLine("Live", theme.ColorNameForeground).Bold(), p.Pause, p.save,
		kit.WithTip(p.Said, h.Tips), p.Lost, do(kit.Bordered, "liveClose", "Close")))
	p.Root = container.NewStack(kit.NewBox(kit.ColorWindow), container.NewBorder(
		container.New(kit.ColumnLayout(0), container.NewStack(kit.NewBox(kit.ColorPanel), bar), kit.NewRule(), container.New(kit.Insets{12, 0}, p.Notes)),
		nil, nil, nil, p.Board.Root))
	return p
}

// open shows the page and starts monitoring.
func (p *livePage) open() {
	if p.h.LiveShown() {
		return
	}
	p.h.ShowLive()
	p.start()
}

// start starts monitoring.
func (p *livePage) start() {
	p.Run++
	p.Seen, p.paused, p.Saving, p.before = false, false, false, capture.RecordState{}
	p.Board.Forget()
	p.tell("Starting" + kit.Ellipsis)
	p.note(nil, "")
	run, recorder := p.Run, p.h.Recorder
	go func() {
		rights := recorder.Rights(false)
		if len(rights.Missing) > 0 {
			fyne.Do(func() {
				if run == p.Run {
					p.tell("The live monitor could not start.")
					p.note(rights.Missing, rights.Remedy)
				}
			})
			return
		}
		w, err := recorder.StartLive(func(v capture.LiveView) { fyne.Do(func() { p.Take(run, v) }) })
		fyne.Do(func() { p.began(run, w, err) })
	}()
}

// began is called when monitoring has started, or with the reason why it has not.
func (p *livePage) began(run int, w *capture.Watching, err error) {
	switch {
	case run != p.Run && err == nil: // the page was left in the meantime
		go func() { _ = w.Stop() }() // nobody waits for it
	case run != p.Run:
	case err != nil:
		p.tell("The live monitor could not start.")
		p.note([]string{err.Error()}, "")
	default:
		p.Watching = w
		p.note(w.LeftOut, "")
		go func() {
			<-w.Done
			fyne.Do(func() { p.ended(run, w) })
		}()
	}
	p.h.Refresh()
}

// ended shows why monitoring has ended by itself.
func (p *livePage) ended(run int, w *capture.Watching) {
	if run != p.Run {
		return
	}
	p.Watching = nil
	p.tell("The live monitor has stopped; close and reopen it.")
	if err := w.Stop(); err != nil {
		p.note([]string{err.Error()}, "")
	}
	p.h.Refresh()
}

// Take receives the latest view of run.
func (p *livePage) Take(run int, v capture.LiveView) {
	if run != p.Run || p.paused || p.Saving {
		return
	}
	if v.Err != nil {
		p.note([]string{v.Err.Error()}, "")
		return
	}
	if p.Seen {
		p.before = p.View.State
	}
	p.View, p.Seen = v, true
	p.show()
	p.h.Refresh()
}

// show shows the latest view.
func (p *livePage) show() {
	if !p.Seen {
		return
	}
	v := &p.View
	content := query.LiveContent(&v.Monitor, p.h.Session.Percent())
	if p.only != nil {
		content = query.OnlyProcesses(content, p.only)
	}
	p.Board.Show(content, grid.Scope{Clock: p.h.Session.Clock()}, &v.Monitor, p.h.Session.Percent())
	state := "Running for"
	if p.paused {
		state = "Paused after"
	}
	p.tell(fmt.Sprintf("%s %s · %s events/s · overhead %.1f%% of one CPU", state, roughTime(v.State.Elapsed),
		timeline.FormatCount(rate(p.before, v.State)), 100*query.OwnShare(&v.Monitor, os.Getpid())))
	lost := ""
	if v.State.Lost > 0 {
		lost = timeline.FormatCount(v.State.Lost) + " events lost"
	}
	p.Lost.Set(lost)
	p.h.Settled()
}

// allProcesses is shown while no process is left out.
const allProcesses = "All processes"

// pick asks which processes to show.
func (p *livePage) pick() {
	choice := query.LivePicker(&p.View.Monitor)
	choice.Pick(p.only)
	p.h.PickProcesses(choice, p.Which, func() {
		p.only = choice.Picked()
		if choice.All() {
			p.only = nil // those that start later too
		}
		p.showOnly(choice.Title())
		p.show()
	})
}

// showOnly names the processes that are shown.
func (p *livePage) showOnly(title string) {
	p.Which.Set(title, "")
	p.Root.Refresh()
}

func (p *livePage) tell(text string) {
	p.Said.Set(text)
	can := p.h.Commands.Get("livePause").Can()
	p.Pause.Enable(can)
	p.save.Enable(can)
	p.Which.Enable(p.h.Commands.Get("liveProcesses").Can())
	p.Root.Refresh()
}

// note shows what cannot be monitored, and the command that fixes it.
func (p *livePage) note(sentences []string, remedy string) {
	p.Notes.Objects = nil
	width := p.h.Win.Canvas().Size().Width - 80
	addWarnings(p.Notes, sentences, width)
	if remedy != "" {
		p.h.AddRemedy(p.Notes, remedy, width, p.start)
	}
	if len(p.Notes.Objects) > 0 {
		p.Notes.Objects = append([]fyne.CanvasObject{kit.NewGap(0, 4)}, append(p.Notes.Objects, kit.NewGap(0, 2))...)
	}
	p.Root.Refresh()
}

// toggle pauses or resumes the display. Monitoring continues in the meantime.
func (p *livePage) toggle() {
	p.paused = !p.paused
	text := "Pause"
	if p.paused {
		text = "Resume"
	}
	p.Pause.Set(text, "")
	p.show()
	p.h.Refresh()
}

// openKept saves the kept events as a trace and opens it.
func (p *livePage) openKept() {
	path, why := capture.LiveFile(p.h.Settings.Record.Folder, time.Now())
	if why != "" {
		p.note([]string{why}, "")
		return
	}
	p.Saving = true
	p.h.Refresh()
	run, w := p.Run, p.Watching
	go func() {
		err := w.Save(path)
		fyne.Do(func() { p.Kept(run, path, err) })
	}()
}

// Kept opens the saved trace, or shows why it was not saved.
func (p *livePage) Kept(run int, path string, err error) {
	if run != p.Run {
		return
	}
	p.Saving = false
	if err != nil {
		p.note([]string{"Not saved: " + strings.TrimPrefix(err.Error(), "record: ")}, "")
		p.h.Refresh()
		return
	}
	p.h.Open(path)
	p.h.Strip.Saved = path
}

// Stop stops monitoring.
func (p *livePage) Stop() {
	p.Run++
	if w := p.Watching; w != nil {
		p.Watching = nil
		go func() { _ = w.Stop() }() // an error at the end matters to nobody
	}
	p.Seen, p.only = false, nil
	p.showOnly(allProcesses)
	p.Board.Forget()
	p.Lost.Set("")
	if p.paused {
		p.toggle()
	}
}
