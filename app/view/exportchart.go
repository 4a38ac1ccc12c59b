package view

import (
	"threadlens/app/export"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// chartTitle is the start of the titles of the commands that export charts.
const chartTitle = "Export Chart: "

// chartCommands export charts of the window of time.
func (e *exports) chartCommands() []*kit.Command {
	var list []*kit.Command
	for _, name := range export.ChartNames() {
		title := export.ChartTitle(name)
		c := &kit.Command{
			ID: "exportChart." + name, Title: chartTitle + title + "…", Help: "Export a chart of the visible time range as PNG, SVG or PDF: " + title,
			Enabled: e.IsOpen, Run: func() { e.exportChart(name) },
		}
		if export.NeedsCounters(name) {
			c.Enabled, c.Why = func() bool { return e.IsOpen() && len(e.Session.Counters().Series) > 0 }, "No counters from other tools are "+
				"loaded: load a file under View > Figures."
		}
		list = append(list, c)
	}
	return list
}

// exportChart asks how the chart should look, and then for its file.
func (e *exports) exportChart(name string) {
	f := e.NewPictureForm()
	f.Alone = "Chart only"
	f.Name = func(ending string) string { return e.ExportNameOf(name, ending) }
	f.Draw = func(o host.PictureOptions, scale int) (*export.Drawing, error) { return e.Chart(name, o, scale).Draw() }
	f.Present("Export chart: " + export.ChartTitle(name))
}
