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
}

func chartKinds() []chartKind {
	return []chartKind{
		{"utilization", "CPU Utilization", 480, timeAxisLeft, (*chart).utilization},
		{"cpu", "CPU Use by Process and CPU", 720, timeAxisLeft, (*chart).cpuUse},
		{"cores", "Cores", 0, coreNameLeft, (*chart).cores},
		{"measurement", "Measurement", 640, timeAxisLeft, (*chart).measurement},
		{"counters", "Counters of Other Tools", 0, timeAxisLeft, (*chart).counters},
		{"host", "Inside and Outside a Virtual Machine", 0, timeAxisLeft, (*chart).host},
		{"concurrency", "Concurrency", 640, timeAxisLeft, (*chart).concurrency},
		{"queue", "Run Queue", 400, timeAxisLeft, (*chart).queue},
		{"clumps", "Clump Timeline", 480, timeAxisLeft, (*chart).clumps},
		{"boxplot", "Box Plot", 400, timeAxisLeft, (*chart).boxplot},
		{"histogram", "Histogram", 400, timeAxisLeft, (*chart).histogram},
		{"ready", "Ready Times", 400, heatLeft, (*chart).heat},
		{"waits", "Waits", 400, heatLeft, (*chart).heat},
		{"holds", "Lock Holds", 400, heatLeft, (*chart).heat},
		{"spans", "Spans", 400, heatLeft, (*chart).heat},
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
