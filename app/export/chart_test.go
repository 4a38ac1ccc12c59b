package export_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// charts are all charts of the worked example, and, in dark and larger, of a
// window of a trace with losses.
func charts(t *testing.T) map[string]export.Chart {
	light := export.Chart{
		Title: "7a.tltxt", Trace: example(t), Palette: paint.NewPalette(false, false), Scale: 1, Width: 900,
	}
	lossy := light
	lossy.Title, lossy.Trace = "loss.tltxt", modeltest.Parse(t, "loss.tltxt", loss)
	lossy.Scope.Range = model.Range{From: 10e6, To: 90e6}
	lossy.Palette, lossy.Scale = paint.NewPalette(true, true), 2
	list := map[string]export.Chart{}
	for _, name := range export.ChartNames() {
		light.Name, lossy.Name = name, name
		counters := counted
		if name == "host" {
			counters = hostCounted
		}
		light.Scope.Counters, lossy.Scope.Counters = counters(light.Trace), counters(lossy.Trace)
		list[name], list[name+" lossy"] = light, lossy
	}
	return list
}

func chartFile(t *testing.T, c export.Chart, k export.Kind) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b, k); err != nil {
		t.Fatalf("%s as %s: %v", c.Name, k, err)
	}
	return b.Bytes()
}

func TestChartsAreTheSameEachTime(t *testing.T) {
	for name, c := range charts(t) {
		for _, k := range []export.Kind{export.PNG, export.SVG, export.PDF} {
			if !bytes.Equal(chartFile(t, c, k), chartFile(t, c, k)) {
				t.Errorf("%s: drawn twice, two files of kind %s", name, k)
			}
		}
	}
}

// TestChartSizes: bare charts are as large as requested, the others as wide.
func TestChartSizes(t *testing.T) {
	for name, c := range charts(t) {
		c.Height = 400
		for _, bare := range []bool{false, true} {
			c.Bare = bare
			img, err := png.Decode(bytes.NewReader(chartFile(t, c, export.PNG)))
			if err != nil {
				t.Fatal(err)
			}
			want := image.Pt(900, 400).Mul(int(c.Scale))
			if got := img.Bounds().Size(); got.X != want.X || (got.Y == want.Y) != bare || got.Y < want.Y {
				t.Errorf("%s, bare %v: %v, want %v", name, bare, got, want)
			}
		}
	}
}

// chartText is the texts of a chart, which the SVG contains unchanged.
func chartText(t *testing.T, c export.Chart) string {
	t.Helper()
	_, text := parseSVG(t, chartFile(t, c, export.SVG), 0)
	return text
}

// TestChartsSayWhatTheyAre looks for the title, the window, the axes and their
// units, and in the lossy trace for what is missing.
func TestChartsSayWhatTheyAre(t *testing.T) {
	for name, c := range charts(t) {
		want := []string{"7a.tltxt", "0.000 – 540.000 ms · 540 ms"}
		lossy := strings.HasSuffix(name, " lossy")
		if lossy {
			want = []string{"loss.tltxt", "10.000 – 90.000 ms · 80.0 ms", "Partial trace.", "≥\n"}
			if c.Name == "counters" || c.Name == "host" {
				want = want[:3] // compared are only samples in which all is known
			}
		}
		text := chartText(t, c)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in\n%s", name, w, text)
			}
		}
		if !lossy && strings.Contains(text, "Partial") {
			t.Errorf("%s: called partial", name)
		}
		c.Bare = true
		if text := chartText(t, c); strings.Contains(text, c.Title) {
			t.Errorf("%s: bare, but with its title", name)
		}
	}
}

// TestChartPDFHasTheWords reads every text of the charts from their documents with another program.
func TestChartPDFHasTheWords(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("pdftotext is not installed (package poppler-utils)")
	}
	for name, c := range charts(t) {
		path := filepath.Join(t.TempDir(), "chart.pdf")
		if err := os.WriteFile(path, chartFile(t, c, export.PDF), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(tool, "-layout", path, "-").CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		for _, line := range strings.Split(strings.TrimSpace(chartText(t, c)), "\n") {
			for _, w := range strings.Fields(line) {
				if !strings.Contains(string(out), w) && !upright(line) {
					t.Errorf("%s: %q of %q is missing in\n%s", name, w, line, out)
				}
			}
		}
	}
}

// upright reports whether a text is rotated in the charts, where pdftotext finds no words.
func upright(text string) bool {
	return slices.Contains([]string{"Share of all CPUs", "Share", "Share of the time", "Threads"}, text)
}

// hex is a colour in SVG's notation.
func hex(c color.RGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// outlines are the paths of straight lines in a file whose style has this part.
func outlines(t *testing.T, data []byte, style string) (list [][]paint.Point) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "path" {
			continue
		}
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		if !strings.Contains(attr["style"], style) || strings.Contains(attr["d"], "A") {
			continue
		}
		var o []paint.Point
		for _, pair := range strings.Split(strings.Trim(attr["d"], "MZ"), "L") {
			var p paint.Point
			if _, err := fmt.Sscanf(pair, "%g,%g", &p.X, &p.Y); err != nil {
				t.Fatalf("%q: %v", pair, err)
			}
			o = append(o, p)
		}
		list = append(list, o)
	}
}

// topAt is the height of an outline over its lowest point, at x.
func topAt(o []paint.Point, x float64) float64 {
	top, low := math.Inf(-1), math.Inf(1)
	for i, p := range o {
		q := o[(i+1)%len(o)]
		low = min(low, p.Y)
		if (p.X <= x) != (q.X <= x) {
			top = max(top, p.Y+(q.Y-p.Y)*(x-p.X)/(q.X-p.X))
		}
	}
	return top - low
}

// useClasses are the layers of the utilization chart, with their part of a use and that of all
// below them.
var useClasses = []struct {
	class paint.Class
	sum   func(u measure.Use) model.Time
}{
	{paint.ClassTarget, func(u measure.Use) model.Time { return u.Target }},
	{paint.ClassOther, func(u measure.Use) model.Time { return u.Target + u.Other }},
	{paint.ClassSystem, func(u measure.Use) model.Time { return u.Target + u.Other + u.System }},
	{paint.ClassInterrupt, func(u measure.Use) model.Time { return u.Total() - u.Idle - u.Unknown - u.Stolen - u.Offline }},
	{paint.ClassUnknown, func(u measure.Use) model.Time { return u.Total() - u.Idle - u.Stolen - u.Offline }},
	{paint.ClassStolen, func(u measure.Use) model.Time { return u.Total() - u.Idle - u.Offline }},
	{paint.ClassIdle, func(u measure.Use) model.Time { return u.Total() - u.Offline }},
}

// area is the only area of a colour.
func area(t *testing.T, data []byte, c color.RGBA) []paint.Point {
	t.Helper()
	all := outlines(t, data, "fill:"+hex(c))
	// The swatches of the legend have the same colours.
	all = slices.DeleteFunc(all, func(o []paint.Point) bool { return o[2].X-o[0].X < 30 && len(o) == 4 })
	if len(all) != 1 {
		t.Fatalf("%d areas of %v", len(all), c)
	}
	return all[0]
}

// useOf adds up the use of the CPUs from what threads and CPUs did.
func useOf(t *model.Trace, r model.Range) (u measure.Use) {
	targets := t.Targets()
	for ix := range t.Threads {
		th := &t.Threads[ix]
		d := t.Sums(model.ThreadIx(ix), r)[model.Execution]
		switch {
		case slices.Contains(targets, th.Proc):
			u.Target += d
		case t.Processes[th.Proc].Class == model.ClassSystem:
			u.System += d
		case !th.Idle:
			u.Other += d
		}
	}
	for i := range t.Cores {
		if t.Cores[i].Known {
			ct := t.CoreTime(model.CPU(i), r)
			u.Idle += ct.Idle
			u.ISR += ct.ISR
			u.DPC += ct.DPC
			u.Unknown += ct.Unknown
			u.Offline += ct.Offline
			u.Stolen += ct.Stolen
		}
	}
	return u
}

// TestUtilizationChartIsExact measures the layers in every seventh column of the SVG, and
// recomputes them like the report.
func TestUtilizationChartIsExact(t *testing.T) {
	for name, c := range charts(t) {
		if c.Name != "utilization" {
			continue
		}
		data := chartFile(t, c, export.SVG)
		r := c.Scope.Range
		if r.Len() == 0 {
			r = c.Trace.Whole()
		}
		view := timeline.Viewport{Range: r, Width: int((900 - 68 - 28) * c.Scale)}
		left, high := float64(68*c.Scale), float64((480-10-46)*c.Scale)
		for _, l := range useClasses {
			if l.class == paint.ClassStolen && useOf(c.Trace, r).Stolen == 0 {
				continue
			}
			all := area(t, data, c.Palette.Class(l.class))
			for x := 0; x < view.Width; x += 7 {
				col := view.Column(x)
				use := useOf(c.Trace, col)
				want := high * float64(l.sum(use)) / float64(use.Total())
				if got := topAt(all, left+float64(x)+0.5); math.Abs(got-want) > 0.02*float64(c.Scale) {
					t.Errorf("%s: %s is %.3f pixels high in column %d, %v, want %.3f", name, l.class.Title(), got, x, col, want)
				}
			}
		}
	}
}

// stolen is a trace with two stretches of time taken by the host.
const stolen = `threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 20 "app" target
thread 21 pid=20
0ms cpu0 switch idle 21 preempt
10ms cpu0 ran 21 6000000
40ms cpu0 ran 21 30000000
60ms cpu0 switch 21 idle wait linux=S
`

// TestUtilizationChartHatches adds up the hatch lines over what is unknown and over what the host
// took: their length matches their area and distance, they rise to the right, and they are in the
// legend, too.
func TestUtilizationChartHatches(t *testing.T) {
	for _, tt := range []struct {
		class paint.Class
		trace *model.Trace
		of    func(u measure.Use) model.Time
		share float64
	}{
		{paint.ClassUnknown, modeltest.Parse(t, "loss.tltxt", loss), func(u measure.Use) model.Time { return u.Unknown }, 0.05},
		{paint.ClassStolen, modeltest.Parse(t, "stolen.tltxt", stolen), func(u measure.Use) model.Time { return u.Stolen }, 0.04},
	} {
		c := charts(t)["utilization"]
		c.Trace, c.Scope.Target.Procs = tt.trace, tt.trace.Targets()
		data := chartFile(t, c, export.SVG)
		ink, _ := c.Palette.HatchInk(tt.class)
		const width, high, distance = 900 - 68 - 28, 480 - 10 - 46, 6 / math.Sqrt2
		length := 0.0
		for _, s := range strokes(t, data, "stroke:"+hex(ink)) {
			dx, dy := s[1].X-s[0].X, s[1].Y-s[0].Y
			length += math.Hypot(dx, dy)
			at := model.Time((s[0].X + dx/2 - 68) / width * float64(c.Trace.End))
			if math.Abs(dx-dy) > 0.01 || dx <= 0 || tt.of(useOf(c.Trace, model.Range{From: at - 1e5, To: at + 1e5})) == 0 {
				t.Fatalf("%s: a line from %v to %v, at %d ns", tt.class.Title(), s[0], s[1], at)
			}
		}
		if want := tt.share * width * high / distance; math.Abs(length-want) > 0.02*want {
			t.Errorf("%s: hatched by %.0f pixels of lines, want %.0f", tt.class.Title(), length, want)
		}
		if got := outlines(t, data, "fill:"+hex(ink)); len(got) != 1 {
			t.Errorf("%s: %d hatched marks in the legend", tt.class.Title(), len(got))
		}
	}
}

// strokes are the lines in a file whose style has this part.
func strokes(t *testing.T, data []byte, style string) (list [][2]paint.Point) {
	t.Helper()
	for _, part := range strings.Split(string(data), "<path ")[1:] {
		d, rest, _ := strings.Cut(strings.TrimPrefix(part, `d="M`), `"`)
		if rest, _, _ = strings.Cut(rest, "/>"); !strings.Contains(rest, style) {
			continue
		}
		for _, line := range strings.Split(d, "M") {
			var a, b paint.Point
			if _, err := fmt.Sscanf(line, "%g,%gL%g,%g", &a.X, &a.Y, &b.X, &b.Y); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			list = append(list, [2]paint.Point{a, b})
		}
	}
	return list
}

// report is the report of a chart's scope.
func reportOf(t *testing.T, c export.Chart, name string) *report.Table {
	t.Helper()
	a, ok := report.Find(name)
	if !ok {
		t.Fatalf("unknown report %q", name)
	}
	table, err := a.Run(c.Trace, c.Scope)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestChartsTellTheNumbersOfReports compares the legends with the totals of the reports with the
// same scope.
func TestChartsTellTheNumbersOfReports(t *testing.T) {
	for _, r := range []model.Range{{}, {From: 41e6, To: 300e6}} {
		c := charts(t)["utilization"]
		c.Scope.Range, c.Scope.Percent = r, measure.PercentCores
		total := reportOf(t, c, "utilization").Total
		text := chartText(t, c)
		for i, class := range []paint.Class{paint.ClassTarget, paint.ClassOther, paint.ClassSystem, paint.ClassIdle} {
			got := figure(t, text, class.Title())
			if want := total[i+1].Float; math.Abs(got-want) > 0.005 {
				t.Errorf("%v: %s is %v cores, want %v", r, class.Title(), got, want)
			}
		}
		c = charts(t)["concurrency"]
		c.Scope.Range = r
		total = reportOf(t, c, "ratios").Total
		text = chartText(t, c)
		for _, want := range []string{
			"CPU use, as a share of 2 CPUs\n" + measure.Percent(total[1].Float, 1) + "\n",
			"At least one thread running\n" + measure.Percent(total[2].Float, 1) + "\n",
			fmt.Sprintf("Average while at least one thread runs\n%.2f\n", total[3].Float),
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", r, want, text)
			}
		}
		for _, row := range reportOf(t, c, "concurrency").Rows {
			if want := measure.Percent(row[2].Float, 1); !strings.Contains(text, want) {
				t.Errorf("%v: no bar of %s", r, want)
			}
		}
	}
}

// TestUtilizationChartNamesItsShares: axis and legend name the denominator of shares.
func TestUtilizationChartNamesItsShares(t *testing.T) {
	c := charts(t)["utilization"]
	for percent, want := range map[measure.Denominator][]string{
		measure.PercentMachine: {"Share of all CPUs", "100%", "% of 2 CPUs", "This process\n42.7%\n0.85 cores\n"},
		measure.PercentCore:    {"Share of one CPU", "200%", "% of one CPU; total: 2 CPUs", "This process\n85.4%\n0.85 cores\n"},
		measure.PercentCores:   {"CPUs", "2", "in cores; total: 2 CPUs", "This process\n0.85 cores\n42.7%\n"},
	} {
		c.Scope.Percent = percent
		text := chartText(t, c)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%v: no %q in\n%s", percent, w, text)
			}
		}
	}
}

// figure is the number of an entry of a legend.
func figure(t *testing.T, text, title string) (v float64) {
	t.Helper()
	_, value, ok := strings.Cut(text, "\n"+title+"\n")
	if _, err := fmt.Sscan(strings.TrimPrefix(value, "≥\n"), &v); err != nil && !strings.HasPrefix(value, "<0.001 ") || !ok {
		t.Fatalf("no figure of %q in\n%s", title, text)
	}
	return v
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestChartErrors(t *testing.T) {
	c := charts(t)["utilization"]
	if err := c.Write(brokenWriter{}, export.SVG); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("a full disk: %v", err)
	}
	c.Scope.Range = model.Range{From: 900e9, To: 901e9}
	for name, want := range map[string]string{"nothing": `unknown chart "nothing"`, "utilization": "the time window is outside the trace"} {
		c.Name = name
		if err := c.Write(io.Discard, export.PNG); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestAxisOfProcessors: each of up to 16 CPUs has its line, beyond that every second.
func TestAxisOfProcessors(t *testing.T) {
	c := charts(t)["utilization"]
	c.Scope.Percent, c.Bare = measure.PercentCores, true
	for n, want := range map[int]string{16: "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", 17: "0 2 4 6 8 10 12 14 16"} {
		c.Trace = manyProcessors(t, n)
		c.Scope.Target.Procs = c.Trace.Targets()
		_, labels, _ := strings.Cut(chartText(t, c), "CPUs\n")
		if got := strings.Join(strings.Fields(labels), " "); got != want {
			t.Errorf("the axis of %d processors has %q, want %s", n, got, want)
		}
	}
}

// TestRatioAndAntiratioAreTold: each line has its colour in the legend, and the heights of the
// report.
func TestRatioAndAntiratioAreTold(t *testing.T) {
	c := charts(t)["concurrency"]
	table := reportOf(t, c, "ratios")
	const high = 320 - 10 - 46
	for column, ink := range map[int]color.RGBA{1: c.Palette.Class(paint.ClassTarget), 2: c.Palette.ThreadHue(0)} {
		all := outlines(t, chartFile(t, c, export.SVG), "stroke:"+hex(ink))
		line := slices.MaxFunc(all, func(a, b []paint.Point) int { return len(a) - len(b) })
		lowest := math.Inf(1)
		for _, row := range table.Rows {
			lowest = min(lowest, row[column].Float)
		}
		floor := slices.MinFunc(line, func(a, b paint.Point) int { return int(math.Copysign(1, a.Y-b.Y)) }).Y - high*lowest/100
		for _, row := range table.Rows {
			x := 68 + (900-68-28)*(float64(row[0].Int)+1e5)/float64(c.Trace.End)
			if got, want := levelAt(line, x)-floor, high*row[column].Float/100; math.Abs(got-want) > 0.05 {
				t.Errorf("%s at %d ns is %.2f high, want %.2f", table.Columns[column].Title, row[0].Int, got, want)
			}
		}
	}
}

// TestChartTitles: every chart has its own title; other names have none.
func TestChartTitles(t *testing.T) {
	seen := map[string]bool{"": true}
	for _, name := range export.ChartNames() {
		title := export.ChartTitle(name)
		if seen[title] || !export.IsChart(name) {
			t.Errorf("%s is called %q", name, title)
		}
		seen[title] = true
	}
	if export.IsChart("") || export.IsChart("x") {
		t.Error("there is a chart without a name")
	}
}
