package view

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/report"
)

// TestReportPane: every report can be chosen, from the menu above the table and by its
// command.
func TestReportPane(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key8, kit.Alt)
	if w.tabs.Chosen != tabReports || w.reports.name != firstReport {
		t.Fatalf("tab %s, report %s", w.tabs.Chosen, w.reports.name)
	}
	n := 0
	for _, item := range w.reports.choices() {
		n += len(item.ChildMenu.Items)
	}
	if all := len(report.List()); n != all {
		t.Errorf("%d reports of %d are offered", n, all)
	}
	for _, a := range report.List() {
		w.Commands.Get(reportCommand(a.Name)).Do()
		w.paneTimer.Flush()
		eventually(t, func() bool { return !w.reports.running })
		table := w.reports.table
		switch got := table.Grid.Content(); {
		case w.reports.name != a.Name || w.tableInUse() != table || w.tableFilter() != w.reports.filter:
			t.Errorf("%s: shown is %s", a.Name, w.reports.name)
		case len(got.Rows) == 0 && table.Hint == "":
			t.Errorf("%s: it is not said why there is nothing", a.Name)
		}
	}
}

// TestReportRows: a row leads to its thread and time, and rows are copied and filtered.
func TestReportRows(t *testing.T) {
	w := opened(t, story(t))
	w.showReport("waits")
	w.paneTimer.Flush()
	eventually(t, func() bool { return !w.reports.running && w.reports.table.Grid.Len() > 0 })
	g := w.reports.table.Grid
	r := g.Row(0)
	w.reports.table.Chosen(r)
	seg, ok := w.Session.Segment()
	if !ok || seg.Thread != r.Thread || seg.From != r.Span.From || !r.Leads {
		t.Errorf("selected %+v, the row is about thread %d from %d on", seg, r.Thread, r.Span.From)
	}
	w.copy()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "tid\t") {
		t.Errorf("copied %q", got)
	}
	all := g.Len()
	w.reports.filter.Entry.SetText("nothing of this name")
	if got := w.reports.table.Grid.Len(); got != 0 || all == 0 {
		t.Errorf("%d rows of %d are picked", got, all)
	}
	w.showReport("holds")
	if w.reports.filter.Entry.Text != "" {
		t.Error("another report has the filter of the one before")
	}
}

// TestReportLayouts: each report has a layout of its own.
func TestReportLayouts(t *testing.T) {
	w := opened(t, story(t))
	show := func(name string) {
		w.showReport(name)
		w.paneTimer.Flush()
		eventually(t, func() bool { return !w.reports.running })
	}
	show("waits")
	w.reports.table.SortOn(2)
	sorted, _ := w.reports.table.Grid.Sorted()
	show("cores")
	if other, _ := w.reports.table.Grid.Sorted(); other == sorted {
		t.Errorf("another report is sorted by %v too", other)
	}
	show("waits")
	if again, _ := w.reports.table.Grid.Sorted(); again != sorted {
		t.Errorf("sorted by %v, before by %v", again, sorted)
	}
}

// TestReportsAreNotCut audits every report of a Linux and of a Windows trace, in both themes,
// in the smallest window and in the usual one.
func TestReportsAreNotCut(t *testing.T) {
	traces := map[string]*model.Trace{"demo.perf.data": demoTrace(t)}
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = "../../../shared/traces"
	}
	const windows = "win7-xperf-cswitch-slow-ppt.zip"
	if tr, err := ingest.Load(t.Context(), filepath.Join(dir, "etl", windows), ingest.Options{}); err == nil {
		traces[windows] = tr
	} else {
		t.Log("without the Windows trace: ", err)
	}
	for name, tr := range traces {
		for _, screen := range []fyne.Size{{Width: 960, Height: 600}, {Width: 1600, Height: 950}} {
			for _, theme := range []string{keep.ThemeLight, keep.ThemeDark} {
				settings := keep.DefaultSettings()
				settings.Theme = theme
				w := newWindow(newApp(t), settings, t.TempDir(), "")
				t.Cleanup(w.summaries)
				w.Win.Resize(fyne.NewSize(screen.Width, screen.Height-menuRoom))
				w.showTrace(session.Source{Name: name}, tr)
				a := &auditRun{t, w, fmt.Sprint(name, " ", theme, " ", screen), nil}
				for _, r := range report.List() {
					w.showReport(r.Name)
					w.paneTimer.Flush()
					eventually(t, func() bool { return !w.reports.running })
					a.look(r.Name)
				}
			}
		}
	}
}

// TestReportCharts: every chart of a report is shown in its place, as it is exported.
func TestReportCharts(t *testing.T) {
	w := opened(t, story(t))
	p := w.reports
	w.showReport("waits")
	w.paneTimer.Flush()
	if p.form.Root.Visible() != export.IsChart("waits") || p.drawn() {
		t.Error("a table without a choice of form")
	}
	p.showForm(true)
	n := 0
	for _, a := range report.List() {
		w.showReport(a.Name)
		w.paneTimer.Flush()
		eventually(t, func() bool { return !p.running && !p.chart.running })
		if !export.IsChart(a.Name) {
			if p.drawn() || p.form.Root.Visible() {
				t.Errorf("%s: drawn, without a chart", a.Name)
			}
			continue
		}
		n++
		if !p.drawn() || w.tableFilter() != nil {
			t.Fatalf("%s: no chart is shown", a.Name)
		}
		asExported(t, p.chart)
	}
	if n < 5 {
		t.Errorf("%d reports have charts", n)
	}
}

// asExported compares the chart that is shown with the one that is exported.
func asExported(t *testing.T, v *chartView) {
	t.Helper()
	c := v.ask()
	d, err := c.Draw()
	if err != nil {
		if v.hint.Text == "" || v.shown != nil {
			t.Errorf("%s: no reason is shown why there is no chart: %v", v.name, err)
		}
		return
	}
	if v.shown == nil || c.Width != v.root.Size().Width || !bytes.Equal(d.Pixels().Pix, v.sheet.page.Image.(*image.RGBA).Pix) {
		t.Errorf("%s: shown is another picture than what is exported", v.name)
	}
}

// TestChartPoints: the pointer on a column of a chart tells its values; elsewhere nothing.
func TestChartPoints(t *testing.T) {
	w := opened(t, story(t))
	p := w.reports
	p.showForm(true)
	w.showReport("queue")
	w.paneTimer.Flush()
	eventually(t, func() bool { return !p.chart.running && p.chart.shown != nil })
	v, k := p.chart, p.chart.scale()
	mid := fyne.NewPos(float32(v.shown.Size().X)/k/2, float32(v.shown.Size().Y)/k/2)
	v.sheet.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: mid}})
	if !v.card.root.Visible() || !v.over.Visible() || !strings.HasPrefix(v.card.lines[1].Text, "In the run queue: ") {
		t.Errorf("told: %v", v.card.root.Visible())
	}
	v.sheet.Tapped(&fyne.PointEvent{Position: mid}) // which leads nowhere
	v.sheet.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(1, 1)}})
	if v.card.root.Visible() || v.over.Visible() {
		t.Error("values are shown outside of the plot")
	}
	before := v.shown
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	eventually(t, func() bool { return !v.running && v.shown != before })
	if v.asked.Scope.Range != w.Session.Window() {
		t.Errorf("a chart of %v, the window is %v", v.asked.Scope.Range, w.Session.Window())
	}
}

// TestChartLeads: a click on a cell of a heat map selects the longest wait in it.
func TestChartLeads(t *testing.T) {
	w := opened(t, story(t))
	p := w.reports
	p.showForm(true)
	w.showReport("waits")
	w.paneTimer.Flush()
	eventually(t, func() bool { return !p.chart.running && p.chart.shown != nil })
	v, k, before := p.chart, p.chart.scale(), w.Session.Window()
	led := map[model.Range]bool{}
	for y := range v.shown.Size().Y {
		for x := 0; x < v.shown.Size().X; x += 3 {
			s, ok := v.shown.Spot(image.Pt(x, y))
			if !ok || led[s.Range] {
				continue
			}
			led[s.Range] = true
			v.sheet.Tapped(&fyne.PointEvent{Position: fyne.NewPos(float32(x)/k, float32(y)/k)})
			seg, ok := w.Session.Segment()
			if !ok || seg.Thread != s.Thread || !seg.Contains(s.Range.From) {
				t.Fatalf("%v selects %+v, not what thread %d did from %d on", s.Lines, seg, s.Thread, s.Range.From)
			}
		}
	}
	if len(led) == 0 || w.Session.Window() != before {
		t.Errorf("%d cells, the window %v was %v", len(led), w.Session.Window(), before)
	}
	whole := w.Session.Trace().Whole()
	v.goTo(export.Spot{Thread: model.NoThread, Range: model.Range{From: whole.To / 4, To: whole.To / 2}})
	if r := w.Session.Marked(); r.From != whole.To/4 || r.To != whole.To/2 {
		t.Errorf("what no thread did marks %v", r)
	}
}
