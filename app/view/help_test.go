package view

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session/capture"
	"threadlens/app/session/explain"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/sheets"
	"threadlens/model"
	"threadlens/model/findings"
)

// texts returns all lines of text in o.
func texts(o fyne.CanvasObject) []string {
	var list []string
	kit.Within(o, func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *kit.Line:
			list = append(list, o.Text)
		case *kit.Button:
			list = append(list, o.Text)
		}
		return false
	})
	return list
}

// eachIn walks o and all that it consists of, the toolkit's widgets included, until found returns
// true.
func eachIn(o fyne.CanvasObject, found func(fyne.CanvasObject) bool) bool {
	if found(o) {
		return true
	}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	return slices.ContainsFunc(parts, func(p fyne.CanvasObject) bool { return eachIn(p, found) })
}

// sheetText is the text of the open sheet, in one line.
func (w *window) sheetText(t *testing.T) string {
	t.Helper()
	if w.Modal == nil {
		t.Fatal("nothing is shown")
	}
	all := ""
	eachIn(w.ModalTop, func(o fyne.CanvasObject) bool {
		if s, ok := o.(*container.Scroll); ok {
			all = strings.Join(strings.Fields(strings.Join(texts(s.Content), " ")), " ")
		}
		return all != ""
	})
	return all
}

func TestColoursSheetNamesEveryCategory(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "") // it needs no trace
	w.Commands.Get("colours").Do()
	text := w.sheetText(t)
	for c := range model.Category(model.NumCategories) {
		if means := explain.CategoryHint(c).Means; !strings.Contains(text, c.Title()+" "+means[:20]) {
			t.Errorf("%s is not explained by %q in %q", c.Title(), means, text)
		}
	}
	swatches := map[model.Category]bool{}
	eachIn(w.ModalTop, func(o fyne.CanvasObject) bool {
		if s, ok := o.(*kit.Swatch); ok {
			swatches[s.Category] = true
		}
		return false
	})
	if len(swatches) != model.NumCategories {
		t.Errorf("%d swatches", len(swatches))
	}
}

func TestFormatsSheetTellsHowToRecord(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	w.Commands.Get("formats").Do()
	text := w.sheetText(t)
	for _, f := range capture.Formats() {
		if len(f.Recipes) == 0 || !strings.Contains(text, f.Title+" ") {
			t.Errorf("%s is not there, or has no command", f.Title)
		}
		for _, r := range f.Recipes {
			if !strings.Contains(strings.ReplaceAll(text, " ", ""), strings.ReplaceAll(r.Command, " ", "")) {
				t.Errorf("%q does not show %q", text, r.Command)
			}
		}
	}
}

func TestWrapCommand(t *testing.T) {
	for _, x := range []struct {
		command string
		most    int
		want    []string
	}{
		{"", 9, nil},
		{"sleep 10", 8, []string{"sleep 10"}},
		{"perf record -a", 11, []string{"perf record", "-a"}},
		{"perf record -a", 12, []string{"perf record", "-a"}},
		{"-e sched:a,sched:b", 12, []string{"-e sched:a,", "sched:b"}},
		{"/a/path/of/great/length", 10, []string{"/a/path/of", "/great/len", "gth"}},
		{"äöü äöü", 4, []string{"äöü", "äöü"}},
		{"ab", 0, []string{"a", "b"}},
	} {
		if got := kit.WrapCommand(x.command, x.most); !slices.Equal(got, x.want) {
			t.Errorf("%q in %d: %q, want %q", x.command, x.most, got, x.want)
		}
	}
}

// helpText is the shown page of help, in one line.
func (w *window) helpText() string {
	all := ""
	eachIn(w.ModalTop, func(o fyne.CanvasObject) bool {
		if s, ok := o.(*container.Scroll); ok {
			if text := strings.Join(strings.Fields(strings.Join(texts(s.Content), " ")), " "); len(text) > len(all) {
				all = text // not the list of pages
			}
		}
		return false
	})
	return all
}

// TestEdgesAreExplained: what the help calls hatched, pale and dashed is what lanes show.
func TestEdgesAreExplained(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	w.ShowHelp("threads")
	for _, want := range []string{"Hatched time is unknown", "Dashed edges mark a segment that no event shows directly", "Pale colours after lost events"} {
		if !strings.Contains(w.helpText(), want) {
			t.Errorf("no %q in %q", want, w.helpText())
		}
	}
}

// TestGuideSpellsTheKeysInUse: if the keys are changed, the guide shows the new ones.
func TestGuideSpellsTheKeysInUse(t *testing.T) {
	w := withKeys(t, `{"waker": "<", "exportView": []}`)
	w.Commands.Get("guide").Do()
	text := w.helpText()
	for _, want := range []string{"First steps", "< goes to that thread", "“Export View” writes the picture", "Shift+W selects the longest wait"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	ids := map[string]bool{}
	for _, c := range w.Commands.List {
		ids[c.ID] = true
	}
	named := regexp.MustCompile(`\{([^}]*)\}`)
	for _, p := range sheets.HelpPages() {
		words := 0
		for _, b := range p.Blocks {
			for _, id := range named.FindAllStringSubmatch(b.Text, -1) {
				if !ids[id[1]] {
					t.Errorf("%s: no command %s", p.Name, id[0])
				}
			}
			words += len(strings.Fields(b.Text))
		}
		if p.Title == "" || words < 20 || words > 500 {
			t.Errorf("%s, %q: %d words", p.Name, p.Title, words)
		}
	}
}

// TestHelpAboutEveryRule: each rule has a page with its meaning, its thresholds and its report.
func TestHelpAboutEveryRule(t *testing.T) {
	pages := map[string]sheets.HelpPage{}
	for _, p := range sheets.HelpPages() {
		pages[p.Name] = p
	}
	for _, r := range findings.Rules() {
		text := fmt.Sprint(pages[r.ID].Blocks)
		if !strings.Contains(text, r.Doc) || !strings.Contains(text, "“"+r.Report+"”") || strings.Index(text, "Reported when") < 60 {
			t.Errorf("%s: %q", r.ID, text)
		}
		for _, l := range findings.Defaults() {
			if own := strings.HasPrefix(l.Name, r.ID+"."); own != strings.Contains(text, keep.LimitText(l.Value)+" ") && own {
				t.Errorf("%s: no %s in %q", r.ID, l.Name, text)
			}
		}
	}
}

// TestHelpHere: F1 explains the view, or the pane that has the keyboard.
func TestHelpHere(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	if w.helpHere() != sheets.HelpStart {
		t.Errorf("start page: %s", w.helpHere())
	}
	w = opened(t, story(t))
	pages := map[string]bool{}
	for _, p := range sheets.HelpPages() {
		pages[p.Name] = true
	}
	for _, v := range w.ViewPages {
		w.Commands.Get("view." + v.Kind.Key()).Do()
		if got := w.helpHere(); got != v.Kind.Key() || !pages[got] {
			t.Errorf("%s: %s", v.Title, got)
		}
	}
	w.Commands.Get("view.threads").Do()
	for _, tab := range w.TabList {
		if tab.Help == "" {
			continue
		}
		w.Tabs.Choose(tab.ID)
		w.paneTimer.Flush()
		w.FocusPicture()
		w.Commands.Get("regionNext").Do()
		if got := w.helpHere(); got != tab.Help || !pages[got] {
			t.Errorf("%s: %s", tab.Title, got)
		}
		w.FocusPicture()
		if got := w.helpHere(); got != "threads" {
			t.Errorf("%s, keyboard in the picture: %s", tab.Title, got)
		}
	}
	w.press(fyne.KeyF1, 0)
	if !strings.Contains(w.helpText(), "Each lane is a thread") {
		t.Errorf("F1 shows %q", w.helpText())
	}
}

// TestHintsSpellTheKeysInUse: every hint names commands that exist, and no key literally.
func TestHintsSpellTheKeysInUse(t *testing.T) {
	w := withKeys(t, `{"waker": "<", "longestWait": []}`)
	for c := range model.Category(model.NumCategories) {
		if text := w.Commands.Spell(explain.CategoryHint(c).Trying); strings.ContainsAny(text, "{}") {
			t.Errorf("%s: %q", c, text)
		}
	}
	w.Session.SelectHead(w.Session.Rows().List[0].Key())
	w.Hints.Update()
	head := strings.Join(strings.Fields(strings.Join(texts(w.Hints.Rows), " ")), " ")
	w.Session.Escape()
	w.Hints.Update()
	nothing := strings.Join(strings.Fields(strings.Join(texts(w.Hints.Rows), " ")), " ")
	for _, c := range [][2]string{{head, "Enter expands or collapses the row"}, {nothing, "< goes to the thread"}} {
		if !strings.Contains(c[0], c[1]) || strings.ContainsAny(c[0], "{}") {
			t.Errorf("%q has no %q", c[0], c[1])
		}
	}
	if !strings.Contains(nothing, "“Longest Wait in Time Window” selects") {
		t.Errorf("a command without a key: %q", nothing)
	}
	w.Details.Update()
	facts := texts(w.Details.Facts.Facts)
	if !slices.Contains(facts, "< ]") || slices.Contains(facts, "longest wait in the time window") {
		t.Errorf("facts: %q", facts)
	}
}

// TestHeadRowShowsNothingStale: a process selected after a segment shows none of
// the segment's details.
func TestHeadRowShowsNothingStale(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), 1, 0)
	w.Details.Update()
	if !w.Details.Facts.Blocker.Visible() || w.Details.Text() == "" {
		t.Fatal("a wait has a blocker")
	}
	for _, unblocking := range []bool{false, true} {
		w.Session.SelectHead(w.Session.Rows().List[0].Key())
		w.Details.Show(unblocking)
		c := w.Details.Facts
		row := w.Session.Rows().List[0]
		if c.Title.Text != strings.TrimSpace(row.Name+" "+row.ID) || !strings.HasPrefix(c.Who.Text, "process, ") {
			t.Errorf("%q, %q", c.Title.Text, c.Who.Text)
		}
		for _, o := range []fyne.CanvasObject{c.Blocker, c.Meanwhile, c.Mark, w.Details.Beside.Root, w.Details.Below.Root} {
			if o.Visible() {
				t.Errorf("of the segment is still there: %q", texts(o))
			}
		}
		if len(c.More.Objects) > 0 || len(w.Details.Stack.Frames) > 0 || w.Details.Text() != "" {
			t.Errorf("details of the segment are still there: %q", w.Details.Text())
		}
		if w.Details.Stack.Links.Visible() || w.Details.Stack.View.Title != "" {
			t.Errorf("the stack says %q", w.Details.Stack.View.Title)
		}
	}
}

func TestProfileSaysWhatItLeavesOut(t *testing.T) {
	w := opened(t, story(t))
	report, err := w.Session.Report()
	if err != nil {
		t.Fatal(err)
	}
	w.Profile.Update()
	height := w.Profile.Legend.MinSize().Height
	if w.Profile.Less.Visible() {
		t.Error("nothing is left out")
	}
	for i, want := range []string{"without Execution; ", "without Execution, Synchronization; ", "without Execution, Synchronization and 1 more; "} {
		w.Session.LeaveOut([]model.Category{model.Execution, model.Synchronization, model.Sleep}[i])
		w.Profile.Update()
		if got := w.Profile.Less.Text; !strings.HasPrefix(got, want) || !w.Profile.Less.Visible() {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if w.Profile.Legend.MinSize().Height <= height {
		t.Error("the second line has no room")
	}
	if again, err := w.Session.Report(); err != nil || again.Total.Sums != report.Total.Sums || again.Total.Cells[0] != report.Total.Cells[0] {
		t.Errorf("the report's sum is %v, was %v", again.Total, report.Total)
	}
	for _, c := range []model.Category{model.Execution, model.Synchronization, model.Sleep} {
		w.Session.LeaveOut(c)
	}
	w.Profile.Update()
	if w.Profile.Less.Visible() || w.Profile.Legend.MinSize().Height != height {
		t.Error("all is counted again")
	}
}

// TestStackListPassesKeysOn: while the list of frames has the keyboard, the window's keys work.
func TestStackListPassesKeysOn(t *testing.T) {
	w := opened(t, story(t))
	list := w.Details.Stack.List
	w.Win.Canvas().Focus(list)
	grid := w.Settings.Grid
	w.key(fyne.KeyG)
	if w.Settings.Grid == grid {
		t.Error("G should switch the grid")
	}
	list.TypedRune('[')
	w.key(fyne.KeyDown)
	if w.Session.SelectedRow() >= 0 {
		t.Error("↓ is the list's")
	}
	w.key(fyne.KeyF6)
	if w.Win.Canvas().Focused() == fyne.Focusable(list) {
		t.Error("F6 should go on")
	}
}

// TestRecordingFacts: all that is known of a recording is shown, and nothing else.
func TestRecordingFacts(t *testing.T) {
	always := []string{"Length: 5.00 ms", "Events: 0, including 0 context switches"}
	for _, c := range []struct {
		info model.Info
		want []string
	}{
		{model.Info{Format: "tltxt"}, []string{"Format: tltxt, 0 B"}},
		{
			model.Info{
				File: "a.data", Format: "perf.data", Size: 2048, Command: "make all", SampleEvery: 1_000_000,
				OS: model.OS{Family: "linux", Version: "6.1", Machine: "x86_64"}, Clock: model.Clock{Name: "CLOCK_MONOTONIC", ResolutionNS: 1},
			},
			[]string{"File: a.data", "Format: perf.data, 2 KiB", "System: linux 6.1 x86_64", "Command: make all", "Clock: CLOCK_MONOTONIC, resolution 1 ns"},
		},
		{model.Info{Format: "x", SampleEvery: 1_000_000, Has: model.Has{Samples: true}}, []string{"Format: x, 0 B", "Samples: every 1.00 ms on each CPU"}},
		{model.Info{Format: "x", Has: model.Has{Samples: true}}, []string{"Format: x, 0 B"}},
	} {
		var got []string
		for _, r := range sheets.Recording(&model.Trace{Info: &c.info, Tables: &model.Tables{}, End: 5_000_000}).Rows {
			got = append(got, r.Label+": "+r.Value)
		}
		if !slices.Equal(got, append(c.want, always...)) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
