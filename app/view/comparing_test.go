package view

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/assets"
	"threadlens/ingest"
	"threadlens/model"
)

// fileDialogOf is the file dialog that a command shows.
func (w *window) fileDialogOf(t *testing.T, id string) {
	t.Helper()
	w.Commands.Get(id).Do()
	kittest.Eventually(t, func() bool { return w.Modal != nil })
}

// TestCompareWith: the chosen trace is read, and the comparison is shown, with rows that lead to a
// thread of the open trace. One that cannot be read says so, and one for a trace that is no longer
// open is ignored.
func TestCompareWith(t *testing.T) {
	w := opened(t, story(t))
	w.Tabs.Choose(panes.TabReports)
	w.Commands.Get(panes.ReportCommand(query.CompareReport)).Do()
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return strings.Contains(w.Reports.Table.Hint, "Compare With…") })

	w.fileDialogOf(t, "compareWith")
	w.Escape()
	path := filepath.Join(t.TempDir(), "demo.perf.data")
	if err := os.WriteFile(path, assets.Demo(), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Tabs.Choose(panes.TabCurrent)
	w.comparing.with(path)
	kittest.Eventually(t, func() bool { return w.Session.Other() != nil })
	if w.Tabs.Chosen != panes.TabReports || w.Reports.Name != query.CompareReport {
		t.Errorf("the tab %s shows %s", w.Tabs.Chosen, w.Reports.Name)
	}
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return !w.Reports.Running && w.Reports.Table.Grid.Len() > 10 })
	row := w.Reports.Table.Grid.Row(0)
	if row.Data[0].Text != "state" || row.Thread == model.NoThread && row.Data[2].Int > 0 {
		t.Errorf("the first row is %v, and leads to thread %d", row.Data, row.Thread)
	}

	w.comparing.with(filepath.Join(t.TempDir(), "none.perf.data"))
	kittest.Eventually(t, func() bool { return w.Modal != nil })
	w.Escape()
	if w.Session.Other() == nil {
		t.Error("a failed choice drops the other trace")
	}

	w.comparing.with(path)
	w.closeTrace()
	kittest.Eventually(t, func() bool { return w.comparing.job == nil })
	if w.Session.Other() != nil {
		t.Error("a trace is compared with none")
	}
}

// TestExportPage: the page about what the window sums up is written where the user chooses.
func TestExportPage(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Mark(model.Range{From: 120 * ms, To: 330 * ms})
	w.fileDialogOf(t, "exportPage")
	field, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok || !strings.HasSuffix(field.Text, "story-report.html") {
		t.Fatalf("the keyboard is on %T, the suggested name is not that of the trace", w.Win.Canvas().Focused())
	}
	path := filepath.Join(t.TempDir(), "page.html")
	field.SetText(path)
	w.key(fyne.KeyReturn)
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "120.000 – 330.000 ms (210 ms of") {
		t.Error("the page is not about the selected range")
	}
}

// TestExportCut: the selected range is saved as a trace, which opens and has the same figures.
func TestExportCut(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Open(session.FileSource(storyIn(t, t.TempDir())), story(t))
	r := model.Range{From: 120 * ms, To: 330 * ms}
	w.Session.Mark(r)
	q := w.Session.FindingsQuery()
	want := q.Trace.Profile(q.Scope().Threads, r)
	w.fileDialogOf(t, "exportCut")
	field, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok || !strings.HasSuffix(field.Text, "story-part.tltxt.zst") {
		t.Fatalf("the keyboard is on %T, the suggested name is not that of the trace", w.Win.Canvas().Focused())
	}
	field.SetText(filepath.Join(t.TempDir(), "part.txt"))
	w.key(fyne.KeyReturn)
	kittest.Eventually(t, func() bool { return w.Modal != nil })
	if text := w.sheetText(t); !strings.Contains(text, "must end in .tltxt.zst") {
		t.Errorf("the window says %q", text)
	}
	w.Escape()
	w.fileDialogOf(t, "exportCut")
	path := filepath.Join(t.TempDir(), "part.tltxt.zst")
	w.Win.Canvas().Focused().(*kit.Field).SetText(path)
	w.key(fyne.KeyReturn)
	kittest.Eventually(t, func() bool { _, err := os.Stat(path); return err == nil })
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %v, %v", st.Mode(), err)
	}
	part, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Session.Open(session.FileSource(path), part)
	if part.Held() != r || w.Session.Window() != r {
		t.Errorf("the file holds %v, the window shows %v, want %v", part.Held(), w.Session.Window(), r)
	}
	w.Session.Show(model.Range{From: 0, To: 500 * ms}, session.MoveJump)
	if got := w.Session.Window(); got.Len() > r.Len()*11/10 {
		t.Errorf("the window shows %v, most of which the file does not hold", got)
	}
	q = w.Session.FindingsQuery()
	if got := q.Trace.Profile(q.Scope().Threads, r); got != want {
		t.Errorf("the part's profile is %v, that of the whole was %v", got, want)
	}
}

// TestLoadCounters: counters of another tool are shown beside the exact figures, in the report and in its chart, until
// another trace is opened.
func TestLoadCounters(t *testing.T) {
	w := opened(t, story(t))
	chart := w.Commands.Get("exportChart.counters")
	if chart.Enabled() {
		t.Error("there is a chart of no counters")
	}
	path := filepath.Join(t.TempDir(), "typeperf.csv")
	table := "\"(PDH-CSV 4.0) (Greenwich Standard Time)(0)\",\"\\\\PC\\Processor(_Total)\\% Processor Time\"\n" +
		"\"01/01/2026 00:00:00.100\",\"50.0\"\n\"01/01/2026 00:00:00.200\",\"150.0\"\n"
	if err := os.WriteFile(path, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	w.fileDialogOf(t, "loadCounters")
	field, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok {
		t.Fatalf("the keyboard is on %T", w.Win.Canvas().Focused())
	}
	field.SetText(path)
	w.key(fyne.KeyReturn)
	w.paneTimer.Flush()
	if w.Reports.Name != "counters" || !chart.Enabled() {
		t.Errorf("the report %s is shown, the chart is enabled: %v", w.Reports.Name, chart.Enabled())
	}
	q, _ := w.Session.AnyReport("counters")
	if got := q.Scope.Counters; len(got.Series) != 1 || len(got.Series[0].Points) != 2 || got.Notes[0] != "From typeperf.csv." {
		t.Errorf("%+v", got)
	}
	d, err := w.Chart("counters", host.PictureOptions{}, 1).Draw()
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := d.Write(&svg, export.SVG); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Impossible", "1 sample", "Exact", "From typeperf.csv."} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("the chart does not say %q", want)
		}
	}
}

// TestLoadBadCounters: a file that is not one of counters leaves those that are loaded.
func TestLoadBadCounters(t *testing.T) {
	w := opened(t, story(t))
	path := filepath.Join(t.TempDir(), "bad.csv")
	for text, want := range map[string]bool{"time,a\n1,2\n": true, "time,a\n1,one\n": false} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := w.Session.LoadCounters(path); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	if len(w.Session.Counters().Series) != 1 {
		t.Error("no counters are left")
	}
}
