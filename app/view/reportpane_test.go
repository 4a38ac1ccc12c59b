package view

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

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
		w.table.Get(reportCommand(a.Name)).Do()
		w.panes.Flush()
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
	w.panes.Flush()
	eventually(t, func() bool { return !w.reports.running && w.reports.table.Grid.Len() > 0 })
	g := w.reports.table.Grid
	r := g.Row(0)
	w.reports.table.Chosen(r)
	seg, ok := w.s.Segment()
	if !ok || seg.Thread != r.Thread || seg.From != r.Span.From || !r.Leads {
		t.Errorf("selected %+v, the row is about thread %d from %d on", seg, r.Thread, r.Span.From)
	}
	w.copy()
	if got := w.app.Clipboard().Content(); !strings.HasPrefix(got, "tid\t") {
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
		w.panes.Flush()
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
				w.win.Resize(fyne.NewSize(screen.Width, screen.Height-menuRoom))
				w.showTrace(session.Source{Name: name}, tr)
				a := &auditRun{t, w, fmt.Sprint(name, " ", theme, " ", screen), nil}
				for _, r := range report.List() {
					w.showReport(r.Name)
					w.panes.Flush()
					eventually(t, func() bool { return !w.reports.running })
					a.look(r.Name)
				}
			}
		}
	}
}
