package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/measure"
)

// MeasureCommands are the commands of the Measurement view.
func (p *Views) MeasureCommands() []*kit.Command {
	var list []*kit.Command
	for _, t := range ticks {
		list = append(list, &kit.Command{
			ID: t.id, Title: "Clock Tick " + t.title, Help: "Show what a sampling tool would read if its clock ticked every " + t.title, Enabled: p.IsOpen,
			Checked: func() bool { return p.Session.TickClock().Tick == t.tick },
			Run: func() {
				phase := p.Session.TickClock().Phase
				if phase >= t.tick {
					phase = 0
				}
				p.setTick(measure.Clock{Tick: t.tick, Phase: phase})
			},
		})
	}
	for i, quarter := range phases {
		phase := func() model.Time { return p.Session.TickClock().Tick * model.Time(i) / model.Time(len(phases)) }
		list = append(list, &kit.Command{
			ID: quarter.id, Title: "Clock Tick " + quarter.title, Help: "Set the phase of the emulated clock tick (the time of its first tick)", Enabled: p.IsOpen,
			Checked: func() bool { return p.Session.TickClock().Phase == phase() },
			Run:     func() { p.setTick(measure.Clock{Tick: p.Session.TickClock().Tick, Phase: phase()}) },
		})
	}
	measuring := func() bool { return p.IsOpen() && p.Session.Viewing() == keep.ViewMeasurement }
	return append(list,
		&kit.Command{
			ID: "hostCounters", Title: "Load Host Counters…", Help: "Load a counter file with the CPU usage that the host reports for the traced virtual machine",
			Enabled: measuring, Why: "The Measurement view is not shown.", Run: p.hostCounters,
		},
		&kit.Command{
			ID: "loadCounters", Title: "Load Counters of Other Tools…", Enabled: p.IsOpen, Run: p.loadCounters,
			Help: "Load counters from a file of typeperf, relog, sar, sadf or pidstat, or from a CSV file, and show them next to the exact figures from the trace",
		},
		&kit.Command{
			ID: "tickCustom", Title: "Clock Tick and Phase…", Help: "Set the period and phase of the emulated clock tick; sampling tools read CPU use once per tick",
			Enabled: p.IsOpen, Run: p.TickSheet,
		},
	)
}

// setTick emulates another clock, and shows an error where that is impossible.
func (p *Views) setTick(c measure.Clock) {
	if err := p.Session.SetTickClock(c); err != nil {
		p.Complain("Clock tick not changed", err)
	}
}

// TickSheet asks for a period and a phase.
func (p *Views) TickSheet() {
	c := p.Session.TickClock()
	var d *dialog.CustomDialog
	keys := kit.OnEscape(func() { d.Hide() })
	tick, phase := kit.NewField("15.625 ms", keys), kit.NewField("0 ms", keys)
	tick.SetText(milliseconds(c.Tick))
	phase.SetText(milliseconds(c.Phase))
	wrong := kit.NewLine("", theme.ColorNameError)
	set := func() {
		c, err := query.ParseTick(tick.Text, phase.Text)
		if err == nil {
			err = p.Session.SetTickClock(c)
		}
		if err != nil {
			wrong.Set(kit.Sentence(err))
			return
		}
		d.Hide()
	}
	tick.OnSubmitted, phase.OnSubmitted = func(string) { set() }, func(string) { set() }
	room := func(f *kit.Field) fyne.CanvasObject { return container.New(kit.Fixed{180, 34}, f) }
	d = dialog.NewCustomWithoutButtons("Clock tick", container.New(kit.Insets{12, 8}, container.New(kit.ColumnLayout(10),
		host.FormRow("Period", room(tick)), host.FormRow("Phase", room(phase)),
		kit.NewLine("A tool that samples at clock ticks reads each CPU once per tick.", kit.ColorText2), wrong)), p.Win)
	d.SetButtons([]fyne.CanvasObject{kit.NewButton(kit.Bordered, "", "Cancel", func() { d.Hide() }), kit.NewButton(kit.Primary, "", "Emulate", set)})
	p.Present(d)
	p.Win.Canvas().Focus(tick)
}

// hostCounters asks for a file with the host's counters.
func (p *Views) hostCounters() {
	p.AskFile(host.FileRequest{
		Title: "Counters of the host", Verb: "Load", Folder: p.StartFolder(), Endings: []string{".csv", ".txt", ".tsv"}, Kind: "Counter files",
		Chosen: func(path string) { p.Measurement.VM.load(path) },
	})
}

// loadCounters asks for a file with counters that another tool sampled, and shows them.
func (p *Views) loadCounters() {
	p.AskFile(host.FileRequest{
		Title: "Counters of other tools", Verb: "Load", Folder: p.StartFolder(), Endings: []string{".csv", ".txt", ".tsv"}, Kind: "Counter files",
		Chosen: func(path string) {
			if err := p.Session.LoadCounters(path); err != nil {
				p.Complain("Counters not loaded", err)
				return
			}
			p.Commands.Get(panes.ReportCommand("counters")).Do()
		},
	})
}
