package view

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/find"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/timeline"
)

// find opens the finder by a key and types a text.
func (w *window) find(t *testing.T, text string) {
	t.Helper()
	w.press(fyne.KeyP, kit.Ctrl)
	kittest.Eventually(t, func() bool { return w.finder.current() != nil })
	w.typeText(text)
}

// typeText types into whatever has the keyboard.
func (w *window) typeText(text string) { test.Type(w.Win.Canvas().Focused(), text) }

// key presses a key on whatever has the keyboard.
func (w *window) key(name fyne.KeyName) {
	w.Win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: name})
}

// shown lists the titles in the finder, headings with a colon.
func (w *window) shown() []string {
	var titles []string
	for _, g := range w.finder.list.found.Groups {
		titles = append(titles, g.Subject.String()+":")
		for _, h := range g.Hits {
			titles = append(titles, h.Title)
		}
	}
	return titles
}

func TestFindGoesToAThread(t *testing.T) {
	w := opened(t, story(t))
	w.find(t, "7001")
	if got, want := w.shown(), []string{"Threads:", "7001"}; !slices.Equal(got, want) {
		t.Fatalf("shown %q, want %q", got, want)
	}
	w.key(fyne.KeyReturn)
	if w.finder.opened || w.Win.Canvas().Overlays().Top() != nil {
		t.Error("Enter should close the palette")
	}
	if sel := w.Session.Selected(); w.Session.Trace().Threads[sel.Thread].TID != 7001 {
		t.Errorf("selected %v", sel)
	}
	if row, exact := w.Session.Rows().OfThread(w.Session.Selected().Thread); row < 0 || !exact {
		t.Error("the process of the thread should be expanded")
	}
	if w.Win.Canvas().Focused() != fyne.Focusable(w.Surface) {
		t.Error("the keyboard should be back at the picture")
	}
}

// TestFindWaitsForTheNames: Enter before the names are read goes to the first hit once they are,
// unless the text has changed meanwhile.
func TestFindWaitsForTheNames(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.KeyP, kit.Ctrl)
	if w.finder.current() != nil || !w.finder.making {
		t.Fatal("the names are there at once")
	}
	if got := w.shown(); len(got) != 0 {
		t.Fatalf("before the names are read, %q are shown", got)
	}
	w.typeText("700")
	w.key(fyne.KeyReturn)
	w.typeText("1")
	kittest.Eventually(t, func() bool { return w.finder.current() != nil })
	if !w.finder.opened || w.Session.Selected().Thread != model.NoThread {
		t.Fatal("Enter holds for another text")
	}
	w.finder.namesChanged()
	w.key(fyne.KeyReturn)
	kittest.Eventually(t, func() bool { return !w.finder.opened && !w.finder.seeking.busy })
	if sel := w.Session.Selected(); sel.Thread == model.NoThread || w.Session.Trace().Threads[sel.Thread].TID != 7001 {
		t.Errorf("selected %v", sel)
	}
}

// TestLookWaitsForTheNames: ↑ and ↓ wait as well.
func TestLookWaitsForTheNames(t *testing.T) {
	w := opened(t, story(t))
	w.press(fyne.KeyP, kit.Ctrl)
	w.typeText(":")
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDown)
	if w.Session.Selected().Thread != model.NoThread || w.finder.current() != nil {
		t.Fatal("the names are there at once")
	}
	shown := func() bool { return w.finder.current() != nil && !w.finder.seeking.busy }
	kittest.Eventually(t, func() bool { return shown() && w.Session.Selected().Thread != model.NoThread })
	got := w.Session.Selected()
	w.key(fyne.KeyUp)
	w.key(fyne.KeyUp)
	w.key(fyne.KeyDown)
	w.key(fyne.KeyDown)
	kittest.Eventually(t, shown)
	if want := w.Session.Selected(); got != want || w.finder.list.chosen != 2 {
		t.Errorf("%v is shown, later %v, of hit %d", got, want, w.finder.list.chosen)
	}
	w.finder.namesChanged()
	w.key(fyne.KeyDown)
	w.typeText("7001")
	kittest.Eventually(t, shown)
	if w.finder.list.chosen != 0 {
		t.Errorf("the step is taken in another list, to hit %d", w.finder.list.chosen)
	}
}

func TestFindPreviewsAndEscapeReturns(t *testing.T) {
	w := opened(t, story(t))
	w.Win.Resize(fyne.NewSize(1600, 480))
	w.Session.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.click(w.spot(t, 6420, 350*ms), 1, 0)
	w.Tabs.Choose(panes.TabReport)
	w.Surface.ScrollTo(w.Surface.Px(20))
	window, selected, scroll, undo := w.Session.Window(), w.Session.Selected(), w.Surface.Scroll, w.Session.CanUndo()
	rows := len(w.Session.Rows().List)
	if scroll == 0 {
		t.Fatal("nothing to scroll: the window is too high")
	}
	w.find(t, ":")
	seen := map[timeline.SegmentRef]bool{}
	for range 8 {
		w.key(fyne.KeyDown)
		kittest.Eventually(t, func() bool { return !w.finder.seeking.busy })
		seen[w.Session.Selected()] = true
	}
	if len(seen) < 3 {
		t.Errorf("%d places were shown", len(seen))
	}
	w.key(fyne.KeyEscape)
	if w.Session.Window() != window || w.Session.Selected() != selected || w.Surface.Scroll != scroll ||
		w.Session.CanUndo() != undo || len(w.Session.Rows().List) != rows || w.Tabs.Chosen != panes.TabReport {
		t.Errorf("Escape leads to %v, %v, scrolled %d, %d rows, tab %s", w.Session.Window(), w.Session.Selected(), w.Surface.Scroll, len(w.Session.Rows().List), w.Tabs.Chosen)
	}
}

func TestFindAFunctionAndWalkItsPlaces(t *testing.T) {
	w := opened(t, story(t))
	if c := w.Commands.Get("hitNext"); c.Can() || w.finder.whyNot(c) != "Nothing has been searched for yet." {
		t.Errorf("before a search: %q", w.finder.whyNot(c))
	}
	w.find(t, "set")
	w.key(fyne.KeyReturn)
	kittest.Eventually(t, func() bool { return w.finder.search.len() > 0 })
	s := &w.finder.search
	if s.hit.Title != "CLREventBase::Set" && s.hit.Title != "NtSetEvent" {
		t.Fatalf("went to %q", s.hit.Title)
	}
	first := w.Session.Selected()
	s.spots = append(s.spots, find.Spot{At: 300 * ms, Thread: first.Thread})
	w.press(fyne.KeyF3, 0)
	if w.Session.Selected() == first || !strings.HasSuffix(w.status.what.Text, "match 2 of 2") {
		t.Errorf("F3 goes to %v; the status line says %q", w.Session.Selected(), w.status.what.Text)
	}
	w.press(fyne.KeyF3, 0)
	if w.Session.Selected() != first || s.at != 0 {
		t.Error("F3 should go round")
	}
	w.press(fyne.KeyF3, kit.Shift)
	if s.at != 1 {
		t.Error("Shift+F3 should go back")
	}
	w.press(fyne.KeyF, kit.Ctrl)
	if w.finder.entry.Text != "set" {
		t.Errorf("Ctrl+F begins with %q, want the last search", w.finder.entry.Text)
	}
	w.key(fyne.KeyEscape)
	w.press(fyne.KeyEscape, 0)
	if w.finder.hasHits() || w.Session.Selected() == timeline.NoSegment {
		t.Error("Escape should end the search before it deselects")
	}
}

func TestFindWalksAGroupOfThreads(t *testing.T) {
	w := opened(t, story(t))
	w.find(t, ":7")
	w.key(fyne.KeyReturn)
	tids := []model.TID{w.Session.Trace().Threads[w.Session.Selected().Thread].TID}
	for range 2 {
		w.press(fyne.KeyF3, 0)
		tids = append(tids, w.Session.Trace().Threads[w.Session.Selected().Thread].TID)
	}
	if want := []model.TID{7000, 7001, 7000}; !slices.Equal(tids, want) {
		t.Errorf("walked %v, want %v", tids, want)
	}
}

func TestFindATime(t *testing.T) {
	w := opened(t, story(t))
	w.find(t, "@100ms-200ms")
	w.key(fyne.KeyDown)
	if want := (model.Range{From: 100 * ms, To: 200 * ms}); w.Session.Window() != want {
		t.Errorf("preview of %v, want %v", w.Session.Window(), want)
	}
	w.key(fyne.KeyReturn)
	w.press(fyne.KeyZ, kit.Ctrl)
	if w.Session.Window() != w.Session.Trace().Whole() {
		t.Error("one undo should lead back")
	}
	w.find(t, "@1lightyear")
	if len(w.finder.list.hits) != 0 || !strings.Contains(w.finder.note.Text, "not a unit") {
		t.Errorf("%d hits, note %q", len(w.finder.list.hits), w.finder.note.Text)
	}
	w.key(fyne.KeyReturn)
	if !w.finder.opened {
		t.Error("Enter on nothing should leave the palette open")
	}
}

// TestFindAReportByItsName: the palette knows each report by its name on the command line.
func TestFindAReportByItsName(t *testing.T) {
	w := opened(t, story(t))
	for _, r := range (query.Other{}).Reports() {
		if !strings.Contains(r.Name, "-") {
			continue
		}
		w.press(fyne.KeyP, kit.Ctrl|kit.Shift)
		w.typeText(r.Name)
		w.key(fyne.KeyReturn)
		if w.Reports.Name != r.Name {
			t.Errorf("%s leads to the report %s", r.Name, w.Reports.Name)
		}
	}
}

// TestEveryCommandCanBeReached walks all commands: each must have an entry in the finder that runs
// it or says why it cannot run; without one, those without a key would be out of reach.
func TestEveryCommandCanBeReached(t *testing.T) {
	w := opened(t, story(t))
	for i, c := range w.Commands.List {
		w.press(fyne.KeyP, kit.Ctrl|kit.Shift)
		if w.finder.entry.Text != find.FindCommand {
			t.Fatalf("the palette begins with %q", w.finder.entry.Text)
		}
		w.finder.entry.SetText(find.FindCommand + c.Name())
		at := slices.IndexFunc(w.finder.list.hits, func(h find.Hit) bool { return h.Ref == i })
		if at < 0 {
			t.Errorf("%s is not in the palette", c.ID)
			continue
		}
		if got, want := w.finder.list.rows[at].keys.Text, c.KeyText(); got != want {
			t.Errorf("%s shows the keys %q, want %q", c.ID, got, want)
		}
		ran, run := false, c.Run
		c.Run = func() { ran = true }
		w.finder.accept(at)
		c.Run = run
		why := w.finder.whyNot(c)
		if ran != (why == "") || w.finder.opened == ran {
			t.Errorf("%s: ran %v, although %q", c.ID, ran, why)
		}
		if why != "" && (w.finder.note.Text != why || w.finder.list.rows[at].note.Text != why || !strings.HasSuffix(why, ".")) {
			t.Errorf("%s says %q and %q, want %q", c.ID, w.finder.note.Text, w.finder.list.rows[at].note.Text, why)
		}
		w.finder.cancel()
	}
}

func TestPaletteOnTheStartPage(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	w.press(fyne.KeyP, kit.Ctrl)
	w.typeText("zoom")
	if row := w.finder.list.rows[0]; row.note.Text != "No trace is open." || w.shown()[0] != "Commands:" {
		t.Errorf("%q: %q", w.shown(), row.note.Text)
	}
	w.Escape()
	if w.finder.opened {
		t.Error("Escape should close the palette")
	}
}

func TestClickBesideThePaletteClosesIt(t *testing.T) {
	w := opened(t, story(t))
	w.find(t, "64")
	card := w.finder.card
	w.finder.Tapped(&fyne.PointEvent{Position: card.Position().AddXY(5, 5)})
	if !w.finder.opened || w.Win.Canvas().Focused() != fyne.Focusable(w.finder.entry) {
		t.Error("a click on the card should leave it open")
	}
	w.finder.Tapped(&fyne.PointEvent{Position: card.Position().AddXY(card.Size().Width+20, 5)})
	if w.finder.opened {
		t.Error("a click beside the card should close it")
	}
}

func TestPaletteFitsTheWindow(t *testing.T) {
	w := opened(t, story(t))
	for _, size := range []fyne.Size{{Width: 960, Height: 600}, {Width: 1600, Height: 950}} {
		w.Win.Resize(size)
		w.find(t, "")
		pos, card := w.finder.card.Position(), w.finder.card.Size()
		if pos.X < 0 || pos.Y < 0 || pos.X+card.Width > size.Width || pos.Y+card.Height > size.Height {
			t.Errorf("in a window of %v the card of %v stands at %v", size, card, pos)
		}
		for range w.finder.list.hits {
			w.key(fyne.KeyDown)
		}
		l := w.finder.list
		if row := l.rows[l.chosen]; l.chosen != len(l.hits)-1 || row.Position().Y < l.scroll.Offset.Y ||
			row.Position().Y+hitHeight > l.scroll.Offset.Y+l.scroll.Size().Height {
			t.Errorf("hit %d of %d at %v is not in view: %v of %v", l.chosen, len(l.hits), row.Position(), l.scroll.Offset, l.scroll.Size())
		}
		w.key(fyne.KeyEscape)
		if bar := w.bar; bar.row.MinSize().Width+2*barMargin > size.Width || bar.find.Width < findLeast {
			t.Errorf("the command bar needs %v of %v", bar.row.MinSize().Width, size.Width)
		}
	}
}

func TestCommandBarFitsAtEveryTextSize(t *testing.T) {
	w := opened(t, story(t))
	for _, c := range []struct {
		width    float32
		text     string
		exported string
		length   bool
	}{
		{1600, "100", "Export", true},
		{960, "100", "", true},
		{1600, "150", "", true},
		{960, "150", "", false},
		{1600, "100", "Export", true},
	} {
		w.Win.Resize(fyne.NewSize(c.width, 700))
		w.Commands.Get("text." + c.text).Do()
		bar := w.bar
		if bar.views.Folded != (c.width == 960) {
			t.Errorf("%v at %s %%: views folded: %v", c.width, c.text, bar.views.Folded)
		}
		for _, part := range bar.views.Parts {
			if part.Visible() && part.Drops != bar.views.Folded {
				t.Errorf("%v at %s %%: %s has a sign for its menu: %v", c.width, c.text, part.Title, part.Drops)
			}
		}
		if need := bar.row.MinSize().Width + 2*barMargin; need > c.width {
			t.Errorf("%v at %s %%: needs %v", c.width, c.text, need)
		}
		if bar.export.Text != c.exported || (bar.span.Note != "") != c.length {
			t.Errorf("%v at %s %%: Export %q, length %q", c.width, c.text, bar.export.Text, bar.span.Note)
		}
	}
}

func TestAnotherTraceWhileThePaletteIsOpen(t *testing.T) {
	w := opened(t, story(t))
	w.find(t, "7001")
	w.showTrace(session.Source{Name: "again"}, story(t))
	w.key(fyne.KeyDown)
	kittest.Eventually(t, func() bool { return w.finder.current() != nil })
	w.key(fyne.KeyReturn)
	if sel := w.Session.Selected(); w.Session.Trace().Threads[sel.Thread].TID != 7001 {
		t.Errorf("selected %v", sel)
	}
	w.find(t, "7001")
	w.closeTrace()
	w.finder.accept(0)
	w.finder.look(1)
	w.finder.cancel()
}

func TestHitsAreMarked(t *testing.T) {
	w := opened(t, story(t))
	ix := w.Session.Trace().Threads[0].Proc
	thread := w.Session.Trace().Processes[ix].Threads[0]
	inked := func() map[string]int {
		marks := w.Surface.Hits.Generate(1600, 600)
		scene := w.Surface.Scene(marks.Bounds().Size())
		n := map[string]int{}
		for name, area := range map[string]image.Rectangle{"overview": scene.OverviewArea(), "ruler": scene.RulerArea(), "lanes": scene.LaneArea()} {
			for y := area.Min.Y; y < area.Max.Y; y++ {
				for x := area.Min.X; x < area.Max.X; x++ {
					if marks.At(x, y) == color.Color(w.Look.Current().Ink) {
						n[name]++
					}
				}
			}
		}
		return n
	}
	w.Surface.Hits.Show([]find.Spot{{At: 100 * ms, Thread: thread}, {At: 200 * ms, Thread: model.NoThread}})
	if got := inked(); got["overview"] != 2*picture.HitTick*picture.WholeTick || got["ruler"] != 2*picture.HitTick*picture.RulerTick || got["lanes"] != picture.HitTick*picture.LaneTick {
		t.Errorf("ticks cover %v", got)
	}
	w.Session.SelectAt(thread, 100*ms)
	w.Session.Pin()
	w.Session.Select(timeline.NoSegment)
	w.Surface.Scroll = 40
	marks := w.Surface.Hits.Generate(1600, 600)
	scene := w.Surface.Scene(marks.Bounds().Size())
	row := scene.RowRect(0)
	if got := inked(); got["lanes"] != picture.HitTick*picture.LaneTick || marks.At(scene.LaneArea().Min.X+scene.View.X(100*ms), row.Min.Y) != color.Color(w.Look.Current().Ink) {
		t.Errorf("scrolled by %d, a pinned lane has its tick elsewhere: %v", scene.ScrollY, got)
	}
	w.Session.Show(model.Range{From: 150 * ms, To: 300 * ms}, session.MoveJump)
	if got := inked(); got["overview"] != 2*picture.HitTick*picture.WholeTick || got["ruler"] != picture.HitTick*picture.RulerTick || got["lanes"] != 0 {
		t.Errorf("in a window of one of them ticks cover %v", got)
	}
	w.Surface.Hits.Show(nil)
	if w.Surface.Hits.Raster.Visible() || len(inked()) != 0 {
		t.Error("without hits there should be no ticks")
	}
}

// TestFindByF3: F3 goes to the next hit, Shift+F3 to the previous one.
func TestFindByF3(t *testing.T) {
	w := opened(t, story(t))
	w.find(t, ":")
	for _, x := range []struct {
		mods fyne.KeyModifier
		want int
	}{{0, 1}, {0, 2}, {kit.Shift, 1}, {kit.Shift, 0}} {
		w.Surface.Modifiers = func() fyne.KeyModifier { return x.mods }
		w.key(fyne.KeyF3)
		kittest.Eventually(t, func() bool { return !w.finder.seeking.busy })
		if got := w.finder.list.chosen; got != x.want {
			t.Errorf("with %v: hit %d, want %d", x.mods, got, x.want)
		}
	}
}

// TestFinderLeavesItsField: a closed finder gives up the keyboard, so that no cursor blinks in it: each
// blink would draw the window again.
func TestFinderLeavesItsField(t *testing.T) {
	w := opened(t, story(t))
	left := 0
	w.finder.entry.Left = func() { left++ }
	w.finder.open("")
	w.key(fyne.KeyEscape)
	if left != 1 {
		t.Errorf("the field lost the keyboard %d times", left)
	}
}
