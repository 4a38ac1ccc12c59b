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
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/report"
)

// TestReportPane: every report can be chosen, from the menu above the table and by its command.
// Before it is computed nothing is said, not even why the last one has no rows.
func TestReportPane(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key8, kit.Alt)
	if w.Tabs.Chosen != panes.TabReports || w.Reports.Name != panes.FirstReport {
		t.Fatalf("tab %s, report %s", w.Tabs.Chosen, w.Reports.Name)
	}
	n := 0
	for _, item := range w.Reports.Choices() {
		n += len(item.ChildMenu.Items)
	}
	reports := query.Other{}.Reports()
	if all := len(reports); n != all {
		t.Errorf("%d reports of %d are offered", n, all)
	}
	for _, a := range reports {
		w.Commands.Get(panes.ReportCommand(a.Name)).Do()
		table := w.Reports.Table
		if text := table.Empty.Text; text != "" {
			t.Errorf("%s: said before it is computed: %q", a.Name, text)
		}
		w.paneTimer.Flush()
		kittest.Eventually(t, func() bool { return !w.Reports.Running })
		switch got := table.Grid.Content(); {
		case w.Reports.Name != a.Name || w.TableInUse() != table || w.TableFilter() != w.Reports.Filter:
			t.Errorf("%s: shown is %s", a.Name, w.Reports.Name)
		case len(got.Rows) == 0 && (table.Hint == "" || table.Empty.Text != table.Hint):
			t.Errorf("%s: it is not said why there is nothing", a.Name)
		}
	}
	w.Commands.Get(panes.ReportCommand("peers")).Do()
	doc := w.Reports.About.Text
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return w.Reports.About.Text != doc })
	w.showTrace(session.Source{Name: "other"}, story(t))
	if got := w.Reports.About.Text; got != doc {
		t.Errorf("said before the report of another trace is computed: %q", got)
	}
}

// TestReportRows: a row leads to its thread and time while the list stays, and rows can be copied
// and filtered.
func TestReportRows(t *testing.T) {
	w := opened(t, story(t))
	w.ShowReport("waits")
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Reports.Running && w.Reports.Table.Grid.Len() > 0 })
	g := w.Reports.Table.Grid
	r, all, window := g.Row(0), g.Len(), w.Session.Window()
	w.Reports.Table.Chosen(r)
	w.paneTimer.Flush()
	if w.Session.Window() != window || g.Len() != all || g.Row(0).Span != r.Span {
		t.Errorf("%d rows in %v, before %d in %v", g.Len(), w.Session.Window(), all, window)
	}
	seg, ok := w.Session.Segment()
	if !ok || seg.Thread != r.Thread || seg.From != r.Span.From || !r.Leads {
		t.Errorf("selected %+v, the row is about thread %d from %d on", seg, r.Thread, r.Span.From)
	}
	w.copy()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "pid\ttid\t") {
		t.Errorf("copied %q", got)
	}
	w.Reports.Filter.Entry.SetText("nothing of this name")
	if got := w.Reports.Table.Grid.Len(); got != 0 || all == 0 {
		t.Errorf("%d rows of %d are picked", got, all)
	}
	w.ShowReport("holds")
	if w.Reports.Filter.Entry.Text != "" {
		t.Error("another report has the filter of the one before")
	}
}

// TestReportLayouts: each report has a layout of its own.
func TestReportLayouts(t *testing.T) {
	w := opened(t, story(t))
	show := func(name string) {
		w.ShowReport(name)
		w.paneTimer.Flush()
		kittest.Eventually(t, func() bool { return !w.Reports.Running })
	}
	show("waits")
	w.Reports.Table.SortOn(2)
	sorted, _ := w.Reports.Table.Grid.Sorted()
	show("cores")
	if other, _ := w.Reports.Table.Grid.Sorted(); other == sorted {
		t.Errorf("another report is sorted by %v too", other)
	}
	show("waits")
	if again, _ := w.Reports.Table.Grid.Sorted(); again != sorted {
		t.Errorf("sorted by %v, before by %v", again, sorted)
	}
}

// TestReportsAreNotCut audits every report of a Linux and of a Windows trace, in both themes, in
// the smallest window and in one of the default size.
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
				w := newWindow(kittest.NewApp(t), settings, t.TempDir(), "")
				t.Cleanup(w.summaries)
				w.Win.Resize(fyne.NewSize(screen.Width, screen.Height-menuRoom))
				w.showTrace(session.Source{Name: name}, tr)
				a := &auditRun{t, w, fmt.Sprint(name, " ", theme, " ", screen), nil}
				for _, r := range report.List() {
					w.ShowReport(r.Name)
					w.paneTimer.Flush()
					kittest.Eventually(t, func() bool { return !w.Reports.Running })
					a.look(r.Name)
				}
			}
		}
	}
}

// TestReportCharts: every chart of a report is shown in its place and equals the exported one.
func TestReportCharts(t *testing.T) {
	w := opened(t, story(t))
	p := w.Reports
	w.ShowReport("waits")
	w.paneTimer.Flush()
	if p.Form.Root.Visible() != export.IsChart("waits") || p.Drawn() {
		t.Error("a table without a choice of form")
	}
	p.ShowForm(true)
	n := 0
	for _, a := range report.List() {
		w.ShowReport(a.Name)
		w.paneTimer.Flush()
		kittest.Eventually(t, func() bool { return !p.Running && !p.Chart.Running })
		if !export.IsChart(a.Name) {
			if p.Drawn() || p.Form.Root.Visible() {
				t.Errorf("%s: drawn, without a chart", a.Name)
			}
			continue
		}
		n++
		if !p.Drawn() || w.TableFilter() != nil {
			t.Fatalf("%s: no chart is shown", a.Name)
		}
		asExported(t, p.Chart)
	}
	if n < 5 {
		t.Errorf("%d reports have charts", n)
	}
}

// asExported compares the chart that is shown with the exported one.
func asExported(t *testing.T, v *panes.ChartView) {
	t.Helper()
	c := v.Ask()
	d, err := c.Draw()
	if err != nil {
		if v.Hint.Text == "" || v.Shown != nil {
			t.Errorf("%s: no reason is shown why there is no chart: %v", v.Name, err)
		}
		return
	}
	if v.Shown == nil || c.Width != v.Root.Size().Width || !bytes.Equal(d.Pixels().Pix, v.Sheet.Page.Image.(*image.RGBA).Pix) {
		t.Errorf("%s: shown is another picture than what is exported", v.Name)
	}
}

// TestChartPoints: the pointer on a column of a chart shows its values; elsewhere it shows nothing.
func TestChartPoints(t *testing.T) {
	w := opened(t, story(t))
	p := w.Reports
	p.ShowForm(true)
	w.ShowReport("queue")
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !p.Chart.Running && p.Chart.Shown != nil })
	v, k := p.Chart, p.Chart.Scale()
	mid := fyne.NewPos(float32(v.Shown.Size().X)/k/2, float32(v.Shown.Size().Y)/k/2)
	v.Sheet.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: mid}})
	if !v.Card.Root.Visible() || !v.Over.Visible() || !strings.HasPrefix(v.Card.Lines[1].Text, "In the run queue: ") {
		t.Errorf("told: %v", v.Card.Root.Visible())
	}
	v.Sheet.Tapped(&fyne.PointEvent{Position: mid}) // which leads nowhere
	v.Sheet.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(1, 1)}})
	if v.Card.Root.Visible() || v.Over.Visible() {
		t.Error("values are shown outside of the plot")
	}
	before := v.Shown
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !v.Running && v.Shown != before })
	if v.Asked.Scope.Range != w.Session.Window() {
		t.Errorf("a chart of %v, the window is %v", v.Asked.Scope.Range, w.Session.Window())
	}
}

// TestChartLeads: a click on a cell of a heat map selects the longest wait in it.
func TestChartLeads(t *testing.T) {
	w := opened(t, story(t))
	p := w.Reports
	p.ShowForm(true)
	w.ShowReport("waits")
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !p.Chart.Running && p.Chart.Shown != nil })
	v, k, before := p.Chart, p.Chart.Scale(), w.Session.Window()
	led := map[model.Range]bool{}
	for y := range v.Shown.Size().Y {
		for x := 0; x < v.Shown.Size().X; x += 3 {
			s, ok := v.Shown.Spot(image.Pt(x, y))
			if !ok || led[s.Range] {
				continue
			}
			led[s.Range] = true
			v.Sheet.Tapped(&fyne.PointEvent{Position: fyne.NewPos(float32(x)/k, float32(y)/k)})
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
	v.GoTo(export.Spot{Thread: model.NoThread, Range: model.Range{From: whole.To / 4, To: whole.To / 2}})
	if r := w.Session.Marked(); r.From != whole.To/4 || r.To != whole.To/2 {
		t.Errorf("what no thread did marks %v", r)
	}
}

// TestEmptyReportSaysWhy: in place of rows a report says what is missing.
func TestEmptyReportSaysWhy(t *testing.T) {
	w := opened(t, story(t))
	w.ShowReport("counters")
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool {
		return strings.HasPrefix(w.Reports.Table.Hint, "No counters: load a file of counters written by typeperf")
	})
}
