package view

import (
	"threadlens/app/export"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline/paint"
)

// chartTitle is what the titles of the commands that export charts begin with.
const chartTitle = "Export Chart: "

// clumpChart is the name of the clump timeline.
const clumpChart = "clumps"

// chartCommands write charts of the window to files.
func (w *window) chartCommands() []*kit.Command {
	var list []*kit.Command
	for _, name := range export.ChartNames() {
		title := export.ChartTitle(name)
		list = append(list, &kit.Command{
			ID: "exportChart." + name, Title: chartTitle + title + "…", Help: "Export a chart of the window as PNG, SVG or PDF: " + title,
			Enabled: w.IsOpen, Run: func() { w.exportChart(name) },
		})
	}
	return list
}

// exportChart asks what the chart is to look like, and then for its file.
func (w *window) exportChart(name string) {
	f := w.newPictureForm()
	f.alone = "Plots alone"
	f.name = func(ending string) string { return w.exportNameOf(name, ending) }
	f.draw = func(o pictureOptions, scale int) (*export.Drawing, error) { return w.chart(name, o, scale).Draw() }
	f.present("Export chart: " + export.ChartTitle(name))
}

// chart is a chart of the window, or of the selected range, as wide as the window's
// picture.
func (h *Host) chart(name string, o pictureOptions, scale int) *export.Chart {
	look := h.look.Current()
	c := &export.Chart{
		Name: name, Title: h.s.Source().Name, Trace: h.s.Trace(), Clock: h.s.Clock(),
		Palette: paint.NewPalette(o.dark, look.Safe).WithPatterns(look.Patterns),
		Scale:   float32(scale), Width: h.PictureWidth(), Bare: h.settings.Export.Plain,
		Scope: measure.Scope{
			Range: h.s.Window(), Threads: h.chartThreads(name), Target: measure.Target{Procs: h.s.Targets(), Why: "as chosen"},
			Percent: h.s.Percent(),
		},
		Colours: h.s.CoreColours(),
	}
	if name != clumpChart { // which finds the clock whose ticks wake threads
		clock := h.s.TickClock()
		c.Scope.Tick, c.Scope.Phase, c.Scope.PhaseGiven = clock.Tick, clock.Phase, h.s.TickGiven()
	}
	if ix := h.s.Selected().Thread; ix != model.NoThread {
		c.Followed = []model.ThreadIx{ix}
	}
	if r := h.s.Marked(); o.marked && r.Len() > 0 {
		c.Scope.Range = r
	}
	return c
}

// chartThreads are those that a chart is about. What a view shows is about the same
// ones there: use and concurrency about the target, the run queue about all, which
// is nil. Other charts are about the threads that have a lane.
func (h *Host) chartThreads(name string) []model.ThreadIx {
	switch name {
	case "measurement", "concurrency":
		list := []model.ThreadIx{}
		for _, p := range h.s.Targets() {
			list = append(list, h.s.Trace().Processes[p].Threads...)
		}
		return list
	case "queue":
		return nil
	}
	return h.s.VisibleThreads()
}
