package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// TestBlockedTab: the tab shows the command line's report with bars and follows the window of time;
// a row leads to the longest of its waits, even one that begins with the trace, and the tab stays
// open.
func TestBlockedTab(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key9, kit.Alt)
	w.paneTimer.Flush()
	table := w.Tab().Table
	if w.Tabs.Chosen != "blocked" || w.TableInUse() != table || w.TableFilter() != w.Tab().Filter {
		t.Fatalf("tab %s", w.Tabs.Chosen)
	}
	atFirst := false
	for i := range sameBlocked(t, w, table.Grid) {
		r := table.Grid.Row(i)
		c, _ := model.ParseCategory(r.Data[0].Text)
		if mark := table.Swatch(r); mark != kit.Palette().Category(c).Edge || (r.Data[5].Float > 0) != (r.Sums[c] > 0) {
			t.Errorf("row %d: %v, colour %v, sums %v", i, r.Data, mark, r.Sums)
		}
		table.Chosen(r)
		w.paneTimer.Flush()
		seg, ok := w.Session.Segment()
		longest := report.Value{Kind: report.KindInstant, Int: int64(seg.From)}
		if !ok || seg.Thread != r.Thread || r.Data[10] != longest || seg.Category != c || w.Tab().Table != table {
			t.Errorf("row %d: selected %+v, longest at %v", i, seg, r.Data[10])
		}
		atFirst = atFirst || seg.From == 0
	}
	if !atFirst {
		t.Error("no wait begins with the trace")
	}
	w.copy()
	if got := w.App.Clipboard().Content(); !strings.HasPrefix(got, "category\treason\tobject") {
		t.Errorf("copied %q", got)
	}
	w.Session.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	sameBlocked(t, w, table.Grid)
}

// TestBlockedOfThread: the tab shows what all visible threads were blocked on, whichever is
// selected, or what the selected thread was, and says which. The next trace begins with all.
func TestBlockedOfThread(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.Key9, kit.Alt)
	p := w.Blocked
	settle := func(threads []model.ThreadIx, of string) {
		t.Helper()
		w.paneTimer.Flush()
		query, _ := w.Session.AnyReport(panes.BlockedReport)
		query.Scope.Threads = threads
		sameRows(t, query, p.Table.Grid)
		if want := of + " · 0.000 – 540.000 ms"; p.Of.Text != want {
			t.Errorf("the table is about %q, want %q", p.Of.Text, want)
		}
	}
	visible := w.Session.VisibleThreads()
	all := slices.Sorted(slices.Values(visible))
	settle(all, "3 visible threads")
	w.Session.Select(timeline.SegmentRef{Thread: visible[1], Index: -1})
	settle(all, "3 visible threads")
	p.Who.Parts[1].Tapped(nil)
	settle(visible[1:2], w.Session.Terms().Thread(w.Session.Trace(), visible[1]))
	w.Session.SelectAt(visible[2], 100*ms)
	settle(visible[2:3], w.Session.Terms().Thread(w.Session.Trace(), visible[2]))
	if about := w.Tab().About(); about.Thread != visible[2] {
		t.Errorf("an export names %+v", about)
	}
	w.Session.Select(timeline.NoSegment)
	settle(all, "No thread is selected, so the table covers 3 visible threads")
	w.Session.Select(timeline.SegmentRef{Thread: visible[1], Index: -1})
	p.Who.Parts[0].Tapped(nil)
	settle(all, "3 visible threads")
}

// sameBlocked compares the rows of the tab with the report of the command line, and returns their
// number.
func sameBlocked(t *testing.T, w *window, g *grid.Grid) int {
	t.Helper()
	query, _ := w.Session.AnyReport(panes.BlockedReport)
	return sameRows(t, query, g)
}

// sameRows compares the rows of a table with those of a query, and returns their number.
func sameRows(t *testing.T, query query.AnyReport, g *grid.Grid) int {
	t.Helper()
	content, err := query.Run()
	if err != nil || len(content.Rows) != g.Len() {
		t.Fatalf("%d rows, want %d: %v", g.Len(), len(content.Rows), err)
	}
	for i := range content.Rows {
		if got, want := g.Row(i).Data, content.Rows[i].Data; !slices.Equal(got, want) {
			t.Errorf("row %d is %v, want %v", i, got, want)
		}
	}
	return len(content.Rows)
}
