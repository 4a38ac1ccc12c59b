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
			Enabled: w.isOpen, Run: func() { w.exportChart(name) },
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
func (w *window) chart(name string, o pictureOptions, scale int) *export.Chart {
	look := w.look.Current()
	c := &export.Chart{
		Name: name, Title: w.s.Source().Name, Trace: w.s.Trace(), Clock: w.s.Clock(),
		Palette: paint.NewPalette(o.dark, look.Safe).WithPatterns(look.Patterns),
		Scale:   float32(scale), Width: w.surface.Size().Width, Bare: w.settings.Export.Plain,
		Scope: measure.Scope{
			Range: w.s.Window(), Threads: w.chartThreads(name), Target: measure.Target{Procs: w.s.Targets(), Why: "as chosen"},
			Percent: w.s.Percent(),
		},
		Colours: w.s.CoreColours(),
	}
	if name != clumpChart { // which finds the clock whose ticks wake threads
		clock := w.s.TickClock()
		c.Scope.Tick, c.Scope.Phase, c.Scope.PhaseGiven = clock.Tick, clock.Phase, w.s.TickGiven()
	}
	if ix := w.s.Selected().Thread; ix != model.NoThread {
		c.Followed = []model.ThreadIx{ix}
	}
	if r := w.s.Marked(); o.marked && r.Len() > 0 {
		c.Scope.Range = r
	}
	return c
}

// chartThreads are those that a chart is about. What a view shows is about the same
// ones there: use and concurrency about the target, the run queue about all, which
// is nil. Other charts are about the threads that have a lane.
func (w *window) chartThreads(name string) []model.ThreadIx {
	switch name {
	case "measurement", "concurrency":
		list := []model.ThreadIx{}
		for _, p := range w.s.Targets() {
			list = append(list, w.s.Trace().Processes[p].Threads...)
		}
		return list
	case "queue":
		return nil
	}
	return w.s.VisibleThreads()
}
