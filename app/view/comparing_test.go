package view

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/assets"
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
