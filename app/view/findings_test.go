package view

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

// crowd is a trace of three threads that compete for one CPU: rule E3.
const crowd = `threadlens-trace 1
cpus 1
span 0ms 800ms
os linux
process 9 "app" target
thread 1 pid=9 name="one"
thread 2 pid=9 name="two"
thread 3 pid=9 name="three"
0ms cpu0 switch idle 1 preempt
100ms cpu0 switch 1 2 preempt
200ms cpu0 switch 2 3 preempt
300ms cpu0 switch 3 1 preempt
400ms cpu0 switch 1 2 preempt
500ms cpu0 switch 2 3 preempt
600ms cpu0 switch 3 1 preempt
700ms cpu0 switch 1 2 preempt
`

// crowded is the window with the findings of crowd, only those of rule E3.
func crowded(t *testing.T) *window {
	t.Helper()
	w := opened(t, modeltest.Parse(t, "crowd", crowd))
	for _, r := range findings.Rules() {
		if r.ID != "E3" {
			w.Session.SuppressRule(r.ID)
		}
	}
	w.answered(t)
	w.press(fyne.Key5, kit.Alt)
	if w.Tabs.Chosen != panes.TabFindings {
		t.Fatalf("tab %s", w.Tabs.Chosen)
	}
	return w
}

// answered waits until the findings are those for what is shown.
func (w *window) answered(t *testing.T) {
	t.Helper()
	p := w.Findings
	p.Ask()
	q := w.Session.FindingsQuery()
	kittest.Eventually(t, func() bool { return !p.Running && p.Asked.Same(&q) })
}

func (w *window) badgeText() string {
	return strings.TrimSpace("Findings " + w.Tabs.Head(panes.TabFindings).Badge.Text)
}

// TestFindingsAreFiltered: the box above the table filters findings by the text of their rows; the
// one that is described is among them.
func TestFindingsAreFiltered(t *testing.T) {
	w := crowded(t)
	w.Session.ClearSuppressed()
	w.answered(t)
	p := w.Findings
	all := p.Table.Grid.Len()
	w.Commands.Get("tableFilter").Do()
	if w.Win.Canvas().Focused() != p.Filter.Entry || all < 2 {
		t.Fatalf("the filter of %d findings has not the keyboard", all)
	}
	p.Filter.Entry.SetText("!oversubscription")
	if n := p.Table.Grid.Len(); n != all-1 || p.Selected() == nil || p.Selected().Rule.ID == "E3" || w.badgeText() != fmt.Sprintf("Findings %d", all) {
		t.Errorf("%d of %d findings, %+v, tab %q", n, all, p.Selected(), w.badgeText())
	}
	p.Filter.Entry.SetText("no such finding")
	if p.Table.Grid.Len() != 0 || p.Selected() != nil || w.Commands.Get("findingNext").Can() {
		t.Errorf("%d findings, %+v", p.Table.Grid.Len(), p.Selected())
	}
	p.Filter.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if p.Table.Grid.Len() != all || p.Selected() == nil {
		t.Errorf("%d of %d findings after Escape", p.Table.Grid.Len(), all)
	}
	w.Tabs.Choose(panes.TabReport)
	if p.Filter.Root.Visible() || !w.Report.Filter.Root.Visible() {
		t.Error("the filter stays above another tab")
	}
}

func TestFindingsTab(t *testing.T) {
	w := crowded(t)
	p := w.Findings
	if rowNames(p.Table) != "Problem" || w.badgeText() != "Findings 1" || p.Selected() == nil {
		t.Fatalf("rows %q, tab %q, selected %v", rowNames(p.Table), w.badgeText(), p.Selected())
	}
	markup(t, "findings", p.Root, 1260, 240)
	w.press(fyne.KeyF8, 0)
	seg, ok := w.Session.Segment()
	if e := p.Selected().Evidence[0]; !ok || seg.Thread != e.Thread || w.Tabs.Chosen != panes.TabFindings {
		t.Errorf("the next finding selects %+v, want %+v", seg, e)
	}
	w.press(fyne.KeyC, kit.Ctrl)
	if text := w.App.Clipboard().Content(); !strings.HasPrefix(text, "severity\trule\t") || !strings.Contains(text, "\nproblem\tE3\t") {
		t.Errorf("copied %q", text)
	}
	if e := w.ExportedTable(); e.Content != "Findings" {
		t.Errorf("exported is %q", e.Content)
	}
}

// TestSeveritiesHaveShapes: a problem is a disc, a warning a square, information a ring.
func TestSeveritiesHaveShapes(t *testing.T) {
	w := crowded(t)
	p := w.Findings
	for severity, want := range map[findings.Severity]kit.MarkShape{
		findings.Problem: kit.MarkCircle, findings.Warning: kit.MarkSquare, findings.Info: kit.MarkRing,
	} {
		p.Selected().Severity = severity
		if got := p.Table.Shape(p.Table.Grid.Row(0)); got != want {
			t.Errorf("severity %v has the shape %v, want %v", severity, got, want)
		}
	}
}

// TestNamesOfPatternsFit: no name of a rule is cut in the table of findings.
func TestNamesOfPatternsFit(t *testing.T) {
	w := crowded(t)
	g := w.Findings.Table.Grid
	for i := range g.Columns() {
		if g.Column(i).Name != "pattern" {
			continue
		}
		room := w.Findings.Table.Widths[i] - 2*kit.CellPad
		for _, r := range findings.Rules() {
			if need := fyne.MeasureText(r.Name, theme.TextSize(), fyne.TextStyle{}).Width; need > room {
				t.Errorf("%q needs %v and has %v", r.Name, need, room)
			}
		}
	}
}

// TestFindingLeadsToItsReport: the card of a finding has links to the report that it is based on and
// to the help about its rule.
func TestFindingLeadsToItsReport(t *testing.T) {
	w := crowded(t)
	links := map[string]func(){}
	for _, o := range test.LaidOutObjects(w.Findings.Root) {
		if b, ok := o.(*kit.Button); ok {
			links[b.Text] = b.Run
		}
	}
	toReport, toHelp := links[panes.ReportTitle("queue")], links["About this rule"]
	if toReport == nil || toHelp == nil {
		t.Fatalf("the card of E3 has the links %q", slices.Collect(maps.Keys(links)))
	}
	toReport()
	if w.Tabs.Chosen != panes.TabReports || w.Reports.Name != "queue" {
		t.Errorf("tab %s shows %q", w.Tabs.Chosen, w.Reports.Name)
	}
	toHelp()
	if !strings.Contains(w.helpText(), "E3 Oversubscription") {
		t.Errorf("help shows %q", w.helpText())
	}
}

// TestFindingsStayWhileWalked: going to a finding does not start another search; a different window
// of time does, and what is selected stays selected.
func TestFindingsStayWhileWalked(t *testing.T) {
	w := crowded(t)
	p := w.Findings
	first := p.Found
	w.Session.Show(model.Range{From: 100 * ms, To: 500 * ms}, session.MoveJump)
	w.answered(t)
	if p.Found == first || p.Found.Query.Window != w.Session.Window() || p.Selected() == nil {
		t.Fatalf("found in %v, seen is %v", p.Found.Query.Window, w.Session.Window())
	}
	w.Session.Show(model.Range{From: 10 * ms, To: 20 * ms}, session.MoveJump)
	found := p.Found
	p.GoTo(p.Table.Grid.Row(0)) // before the answer for the new window of time
	p.Ask()
	if w.Session.Window() != found.Query.Window || p.Running || p.Found != found {
		t.Errorf("the window is %v, searching %v", w.Session.Window(), p.Running)
	}
}

// TestFindingsOfTheKnown: when more becomes known of the trace, such as names of functions,
// findings are searched for again, and “Show me” leads to their place.
func TestFindingsOfTheKnown(t *testing.T) {
	w := crowded(t)
	more := *w.Session.Trace()
	w.Session.Learn(&more)
	w.answered(t)
	if w.Findings.Found.Query.Trace != w.Session.Trace() {
		t.Error("the findings are those of the trace as it was known before")
	}
	w.Headline.GoTo()
	if seg, ok := w.Session.Segment(); !ok || seg.Thread != w.Findings.Found.List[0].Evidence[0].Thread {
		t.Errorf("selected %v %+v", ok, seg)
	}
}

// TestPanesAtOnce: what findings change in the panes, such as the order of rows, appears with them.
func TestPanesAtOnce(t *testing.T) {
	w := crowded(t)
	w.Tabs.Choose(panes.TabReport)
	w.paneTimer.Flush()
	filled := w.Report.Table.Grid.Content()
	w.PanesNow() // nothing is pending
	if w.Report.Table.Grid.Content() != filled {
		t.Error("the table is filled again for nothing")
	}
	w.paneTimer.Soon()
	w.Findings.Show(w.Findings.Found, nil)
	if w.paneTimer.Pending || w.Report.Table.Grid.Content() == filled {
		t.Error("the findings are shown before the rows in their order")
	}
}

// TestFindingsSearchIsOvertaken: what is found for a window of time that is no longer shown is
// dropped, and a closed trace has no findings.
func TestFindingsSearchIsOvertaken(t *testing.T) {
	w := crowded(t)
	p := w.Findings
	w.Session.Show(model.Range{From: 100 * ms, To: 500 * ms}, session.MoveJump)
	p.Ask()
	w.Session.Show(model.Range{From: 200 * ms, To: 600 * ms}, session.MoveJump)
	w.answered(t)
	if p.Found.Query.Window != w.Session.Window() {
		t.Errorf("found in %v, seen is %v", p.Found.Query.Window, w.Session.Window())
	}
	w.Session.Show(w.Session.Trace().Whole(), session.MoveJump)
	p.Ask()
	w.closeTrace()
	kittest.Eventually(t, func() bool { return !p.Running })
	if p.Found != nil || p.Table.Grid.Len() != 0 || w.badgeText() != "Findings" || w.Commands.Get("findingNext").Can() {
		t.Errorf("closed: %v, %d rows, tab %q", p.Found, p.Table.Grid.Len(), w.badgeText())
	}
}

// give runs a command and waits for the findings that follow from it.
func (w *window) give(t *testing.T, id string) {
	t.Helper()
	if c := w.Commands.Get(id); !c.Can() {
		t.Fatalf("%s cannot be done", id)
	}
	w.Commands.Get(id).Do()
	w.answered(t)
}

func TestSuppressFindings(t *testing.T) {
	for _, id := range []string{"findingSuppressRule", "findingSuppressThreads"} {
		w := crowded(t)
		p := w.Findings
		do := func(id string) { t.Helper(); w.give(t, id) }
		do(id)
		if p.Table.Grid.Len() != 0 || w.badgeText() != "Findings" || !w.notice.card.Visible() {
			t.Errorf("%s: %d rows, tab %q", id, p.Table.Grid.Len(), w.badgeText())
		}
		if want := "All findings in this time window are suppressed"; p.Table.Empty.Text != want || p.Card.Name.Text != want {
			t.Errorf("%s: %q, %q", id, p.Table.Empty.Text, p.Card.Name.Text)
		}
		w.notice.way.Tapped(nil)
		w.answered(t)
		if p.Table.Grid.Len() != 1 {
			t.Errorf("%s, undone: %d rows", id, p.Table.Grid.Len())
		}
		do(id)
		do("findingsSuppressed")
		p.Table.Choose(slices.IndexFunc(p.Found.List, func(f findings.Finding) bool { return f.Rule.ID == "E3" }))
		if !p.IsSuppressed() || w.badgeText() != "Findings" {
			t.Fatalf("%s, shown: tab %q", id, w.badgeText())
		}
		if menu := p.Table.Menu(0); menu[0].Label != "Stop Suppressing This Rule" || !menu[1].Checked {
			t.Errorf("%s: the menu begins with %q", id, menu[0].Label)
		}
		do("findingTell")
		if p.IsSuppressed() || w.badgeText() != "Findings 1" {
			t.Errorf("%s, told again: tab %q", id, w.badgeText())
		}
	}
}

// TestNothingFound: the pane says what was searched for, and what the trace cannot show.
func TestNothingFound(t *testing.T) {
	w := crowded(t)
	limits := findings.NewLimits()
	for _, name := range []string{"E3.runnable", "E3.queued"} {
		var err error
		if limits, err = limits.With(name, 1e6); err != nil {
			t.Fatal(err)
		}
	}
	q := w.Session.FindingsQuery()
	table, list, _, err := findings.Table(t.Context(), q.Trace, findings.Options{Limits: limits, Only: []string{"E3"}})
	if err != nil || len(list) > 0 {
		t.Fatal(list, err)
	}
	p := w.Findings
	p.Show(&query.Found{Query: q, Content: &grid.Content{Table: table}}, nil)
	text := strings.Join(texts(p.Root), "\n")
	for _, want := range []string{"No findings in this time window", "oversubscription (E3)", "The trace has no wake-up events", "E3.runnable 1000000 % (default 115 %)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestThresholdsFile(t *testing.T) {
	dir := t.TempDir()
	path := keep.LimitsPath(dir)
	if err := os.WriteFile(path, []byte(`{"E3.runnable": 130, "E3.queued": "much"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), dir, "")
	said := func(want string) {
		t.Helper()
		if got := strings.Join(texts(w.status.root), "\n"); !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	said("findings.json: E3.queued: must be a number")
	if got := strings.Join(w.Session.Limits().Changes(), ", "); got != "E3.runnable 130 % (default 115 %)" {
		t.Errorf("thresholds: %q", got)
	}
	w.Commands.Get("limitsFile").Do()
	said("The thresholds file already exists")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	w.Commands.Get("limitsFile").Do()
	said("Thresholds are in " + path)
	if err := os.WriteFile(path, []byte(`{"E3.queued": 30}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Commands.Get("limitsRead").Do()
	said("Thresholds reloaded")
	if got := strings.Join(w.Session.Limits().Changes(), ", "); got != "E3.queued 30 % (default 20 %)" {
		t.Errorf("thresholds: %q", got)
	}
}

// TestAdviceIsAboveTheFold: what to try about a finding is seen without scrolling.
func TestAdviceIsAboveTheFold(t *testing.T) {
	w := crowded(t)
	w.Commands.Get("findingsSuppressed").Do()
	w.answered(t)
	if n := w.Findings.Table.Grid.Len(); n < 3 {
		t.Fatalf("%d findings leave the card much room", n)
	}
	driver, root := fyne.CurrentApp().Driver(), w.Findings.Root
	bottom := driver.AbsolutePositionForObject(root).Y + root.Size().Height
	found := eachIn(root, func(o fyne.CanvasObject) bool {
		l, ok := o.(*kit.Line)
		if !ok || l.Text != "Advice" {
			return false
		}
		if end := driver.AbsolutePositionForObject(l).Y + l.Size().Height; end > bottom {
			t.Errorf("the advice ends at %v, below the pane's end at %v", end, bottom)
		}
		return true
	})
	if !found {
		t.Error("there is no advice")
	}
}
