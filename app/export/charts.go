package export

import (
	"fmt"
	"io"
	"slices"

	"threadlens/timeline"
)

// chartKind is a kind of chart.
type chartKind struct {
	name   string
	title  string  // as a command
	height float32 // dp; 0: the panels choose it
	left   float32 // of plots along the time axis, for labels, dp
	panels func(*chart) ([]panel, error)
	// counters is set for charts of what other tools sampled.
	counters bool
}

func chartKinds() []chartKind {
	return []chartKind{
		{name: "utilization", title: "CPU Utilization", height: 480, left: timeAxisLeft, panels: (*chart).utilization},
		{name: "cpu", title: "CPU Use by Process and CPU", height: 720, left: timeAxisLeft, panels: (*chart).cpuUse},
		{name: "cores", title: "Cores", left: coreNameLeft, panels: (*chart).cores},
		{name: "measurement", title: "Measurement", height: 640, left: timeAxisLeft, panels: (*chart).measurement},
		{name: "counters", title: "Counters of Other Tools", left: timeAxisLeft, panels: (*chart).counters, counters: true},
		{name: "host", title: "CPU Use Inside and Outside a Virtual Machine", left: timeAxisLeft, panels: (*chart).host, counters: true},
		{name: "concurrency", title: "Concurrency", height: 640, left: timeAxisLeft, panels: (*chart).concurrency},
		{name: "queue", title: "Run Queue", height: 400, left: timeAxisLeft, panels: (*chart).queue},
		{name: "clumps", title: "Threads Made Ready Together", height: 480, left: timeAxisLeft, panels: (*chart).clumps},
		{name: "boxplot", title: "Box Plot", height: 400, left: timeAxisLeft, panels: (*chart).boxplot},
		{name: "histogram", title: "Histogram", height: 400, left: timeAxisLeft, panels: (*chart).histogram},
		{name: "ready", title: "Ready Times", height: 400, left: heatLeft, panels: (*chart).heat},
		{name: "waits", title: "Waits", height: 400, left: heatLeft, panels: (*chart).heat},
		{name: "holds", title: "Lock Holds", height: 400, left: heatLeft, panels: (*chart).heat},
		{name: "spans", title: "Spans", height: 400, left: heatLeft, panels: (*chart).heat},
	}
}

// ChartNames are the names of the charts, which are those of views or reports.
func ChartNames() []string {
	var names []string
	for _, k := range chartKinds() {
		names = append(names, k.name)
	}
	return names
}

// ChartTitle is the name of a chart in commands.
func ChartTitle(name string) string {
	for _, k := range chartKinds() {
		if k.name == name {
			return k.title
		}
	}
	return ""
}

// NeedsCounters reports whether a chart is of counters that other tools sampled: without any it cannot be drawn.
func NeedsCounters(name string) bool {
	return slices.ContainsFunc(chartKinds(), func(k chartKind) bool { return k.name == name && k.counters })
}

// IsChart reports whether there is a chart with that name.
func IsChart(name string) bool { return ChartTitle(name) != "" }

// Write paints the chart: the same bytes each time. It fails when there is no such chart, when the
// scope is invalid for the trace, and with the error of w.
func (c *Chart) Write(w io.Writer, k Kind) error {
	d, err := c.Draw()
	if err != nil {
		return err
	}
	return d.Write(w, k)
}

// Draw lays the chart out. It fails when there is no such chart, and when the scope is invalid for
// the trace.
func (c *Chart) Draw() (*Drawing, error) {
	kinds := chartKinds()
	i := slices.IndexFunc(kinds, func(k chartKind) bool { return k.name == c.Name })
	if i < 0 {
		return nil, fmt.Errorf("unknown chart %q", c.Name)
	}
	b := chart{Chart: *c}
	if err := b.complete(); err != nil {
		return nil, err
	}
	m := timeline.NewMetrics(timeline.Comfortable, c.Scale, 1)
	b.sheet = newSheet(c.Palette, m, m.Px(c.Width))
	b.labels = kinds[i].left
	b.view = timeline.Viewport{Range: b.Scope.Range, Width: b.plotWidth(b.labels)}
	panels, err := kinds[i].panels(&b)
	if err != nil {
		return nil, err
	}
	if b.Height == 0 && b.Room > 0 {
		b.Height = b.rest(panels)
	} else if b.Height == 0 {
		b.Height = kinds[i].height
	}
	return b.page(panels), nil
}
