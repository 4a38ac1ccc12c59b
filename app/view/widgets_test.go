package view

import (
	"encoding/json"
	"fmt"
	"image/color"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/app/view/sheets"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

func TestShorten(t *testing.T) {
	kittest.NewApp(t)
	width := func(s string) float32 { return fyne.MeasureText(s, 13, fyne.TextStyle{}).Width }
	long := "/home/somebody/recordings/2026/trace.perf.data"
	if got := kit.Shorten(long, width(long)+1, 13, fyne.TextStyle{}, false); got != long {
		t.Errorf("what fits was cut to %q", got)
	}
	for _, middle := range []bool{false, true} {
		got := kit.Shorten(long, 120, 13, fyne.TextStyle{}, middle)
		if width(got) > 121 || !strings.Contains(got, kit.Ellipsis) || len(got) < 10 {
			t.Errorf("middle %v: %q is %v wide", middle, got, width(got))
		}
		if middle != strings.HasSuffix(got, "data") {
			t.Errorf("middle %v: %q", middle, got)
		}
	}
	// Nothing but text is next to the ellipsis.
	for _, middle := range []bool{false, true} {
		for room := width("first …") - 4; room < width("first … la"); room++ {
			got := kit.Shorten("first … last of many", room, 13, fyne.TextStyle{}, middle)
			if strings.Contains(got, " "+kit.Ellipsis) || strings.Contains(got, kit.Ellipsis+" ") || strings.Count(got, kit.Ellipsis) != 1 {
				t.Errorf("middle %v, %v wide: %q", middle, room, got)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	kittest.NewApp(t)
	lines := kit.Wrap("one two three four five six seven eight nine ten", 100)
	if len(lines) < 3 || strings.Join(lines, " ") != "one two three four five six seven eight nine ten" {
		t.Errorf("%q", lines)
	}
	for _, l := range lines {
		if w := fyne.MeasureText(l, theme.TextSize(), fyne.TextStyle{}).Width; w > 100 {
			t.Errorf("%q is %v wide", l, w)
		}
	}
	if got := kit.Wrap("", 100); !reflect.DeepEqual(got, []string{""}) {
		t.Errorf("empty: %q", got)
	}
}

func TestSplitKeepsItsLimits(t *testing.T) {
	kittest.NewApp(t)
	s := kit.NewSplit(true, kit.NewBox(""), kit.NewBox(""))
	s.Extent, s.Share, s.Least, s.MostPart = 0.35, true, 180, 0.6
	for _, tt := range []struct{ whole, want float32 }{{1000, 350}, {400, 180}, {2000, 700}} {
		if got := s.Sized(tt.whole); got != tt.want {
			t.Errorf("of %v: %v, want %v", tt.whole, got, tt.want)
		}
	}
	s.Resize(fyne.NewSize(500, 1000))
	s.Handle.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -900)})
	if got := s.Sized(1000); got != 600 {
		t.Errorf("dragged to the top: %v, want 600", got)
	}
	s.Handle.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, 900)})
	if got := s.Sized(1000); got != 180 {
		t.Errorf("dragged to the bottom: %v, want 180", got)
	}
	s.SetOpen(false)
	if s.Sized(1000) != 0 || s.Second.Visible() || s.First.Size().Height != 1000 {
		t.Error("the closed side takes room")
	}
}

// TestTitlesOfTabsStay: the titles stay where they are whichever tab is chosen.
func TestTitlesOfTabsStay(t *testing.T) {
	w := opened(t, story(t))
	w.Win.Resize(fyne.NewSize(leastWidth, leastHeight-menuRoom))
	places := func() (list []float32) {
		for _, h := range w.Tabs.Heads {
			list = append(list, h.Position().X)
		}
		return list
	}
	w.Tabs.Choose(panes.TabReport)
	want := places()
	for _, h := range w.Tabs.Heads {
		if !h.Visible() {
			continue
		}
		w.Tabs.Choose(h.ID)
		if got := places(); !slices.Equal(got, want) {
			t.Errorf("%s: titles at %v, before at %v", h.ID, got, want)
		}
	}
}

func TestTabsStepOverHiddenOnes(t *testing.T) {
	w := opened(t, story(t))
	w.Tabs.Choose(panes.TabReport)
	seen := map[string]bool{}
	for !seen[w.Tabs.Chosen] {
		seen[w.Tabs.Chosen] = true
		w.Tabs.Step(1)
	}
	for _, h := range w.Tabs.Heads {
		if seen[h.ID] != h.Visible() {
			t.Errorf("tab %s: met %v, visible %v", h.ID, seen[h.ID], h.Visible())
		}
	}
	if w.Tabs.Chosen != panes.TabReport || seen[panes.TabProfile] {
		t.Errorf("tab %s, want the report again: the profile has no tab here", w.Tabs.Chosen)
	}
}

// TestOneTabLooksChosen: where the pointer rests on a title, and another tab is chosen by key, only
// that one is highlighted until the pointer moves again.
func TestOneTabLooksChosen(t *testing.T) {
	kittest.NewApp(t)
	tabs := kit.NewTabs([]kit.Tab{{ID: "a", Title: "A", Page: kit.NewBox("")}, {ID: "b", Title: "B", Page: kit.NewBox("")}})
	ink := func(id string) fyne.ThemeColorName {
		return test.WidgetRenderer(tabs.Head(id)).Objects()[0].(*kit.Line).Color
	}
	tabs.Head("a").MouseIn(nil)
	tabs.Choose("b")
	if ink("a") == theme.ColorNameForeground || ink("b") != theme.ColorNameForeground {
		t.Errorf("a is %s, b is %s", ink("a"), ink("b"))
	}
	tabs.Head("a").MouseMoved(nil)
	if ink("a") != theme.ColorNameForeground {
		t.Error("the title under the moving pointer is not highlighted")
	}
}

func TestButtonByKeyboard(t *testing.T) {
	kittest.NewApp(t)
	n := 0
	b := kit.NewButton(kit.Bordered, kit.IconFit, "Fit", func() { n++ })
	b.FocusGained()
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyA})
	b.Enable(false)
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if n != 2 {
		t.Errorf("ran %d times, want 2", n)
	}
}

func TestTooltipComesAndGoes(t *testing.T) {
	w := opened(t, story(t))
	begin := time.Now()
	w.bar.fit.MouseIn(nil)
	kittest.Eventually(t, func() bool { return w.Tips.Card.Visible() })
	if took := time.Since(begin); took < kit.TipDelay || took > 7*kit.TipDelay {
		t.Errorf("the tooltip comes after %v", took)
	}
	if w.Tips.Text != "Fit Selection (F)" {
		t.Errorf("tooltip %q", w.Tips.Text)
	}
	w.bar.fit.MouseOut()
	if w.Tips.Card.Visible() {
		t.Error("the tooltip should leave with the pointer")
	}
}

// TestNarrowTabs: titles move together as far as they can, and only then are shortened.
func TestNarrowTabs(t *testing.T) {
	kittest.NewApp(t).Settings().SetTheme(kit.NewLook(kit.Light))
	tabs := kit.NewTabs([]kit.Tab{
		{ID: "report", Title: "Profile report", Short: "Threads", Page: canvas.NewRectangle(color.Black)},
		{ID: "contention", Title: "Contention", Short: "Locks", Page: canvas.NewRectangle(color.White)},
	})
	var row *fyne.Container
	eachIn(tabs.Root, func(o fyne.CanvasObject) bool {
		if c, ok := o.(*fyne.Container); ok && slices.Contains(c.Objects, fyne.CanvasObject(tabs.Heads[0])) {
			row = c
		}
		return row != nil
	})
	row.Resize(fyne.NewSize(1000, 32))
	wide := row.MinSize().Width
	for _, c := range []struct {
		less  float32 // than the width: there are 12 dp to spare at each side of a title
		texts string
	}{{0, "Profile report Contention"}, {48, "Profile report Contention"}, {49, "Threads Locks"}, {0, "Profile report Contention"}} {
		row.Resize(fyne.NewSize(wide-c.less, 32))
		if got := tabs.Heads[0].Text() + " " + tabs.Heads[1].Text(); got != c.texts {
			t.Errorf("%v dp less: %s", c.less, got)
		}
	}
}

// TestTooManyTabs: the last titles for which there is no room even in their short forms are in a
// menu, but for the chosen one.
func TestTooManyTabs(t *testing.T) {
	kittest.NewApp(t).Settings().SetTheme(kit.NewLook(kit.Light))
	var list []kit.Tab
	for _, id := range []string{"a", "b", "c", "d"} {
		list = append(list, kit.Tab{ID: id, Title: "The title of the tab " + id, Short: "The short form " + id, Page: canvas.NewRectangle(color.Black)})
	}
	tabs := kit.NewTabs(list)
	tabs.Show("b", false)
	var offered []string
	tabs.PopUp = func(items []*fyne.MenuItem, _ fyne.Position) {
		offered = nil
		for _, item := range items {
			offered = append(offered, item.Label)
		}
		items[0].Action()
	}
	// shown are the titles in the bar, "+" for the menu, and the chosen one after a colon.
	shown := func() (ids string) {
		for _, h := range tabs.Heads {
			if h.Visible() {
				ids += h.ID
			}
		}
		if tabs.More.Visible() && tabs.More.Position().X+tabs.More.Size().Width <= tabs.Root.Size().Width {
			ids += "+"
		}
		return ids + ":" + tabs.Chosen
	}
	want := func(what, ids string) {
		t.Helper()
		if got := shown(); got != ids {
			t.Errorf("%s: %s, want %s", what, got, ids)
		}
	}
	tabs.Root.Resize(fyne.NewSize(1000, 300))
	want("wide", "acd:a")
	for width := float32(1000); width > 0 && shown() == "acd:a"; width-- {
		tabs.Root.Resize(fyne.NewSize(width, 300))
	}
	want("narrow", "ac+:a")
	tabs.More.Run()
	if !slices.Equal(offered, []string{"The title of the tab d"}) {
		t.Errorf("offered %q", offered)
	}
	want("chosen from the menu", "ad+:d")
	tabs.Step(1)
	tabs.Step(1)
	want("two steps on", "ac+:c")
	tabs.Root.Resize(fyne.NewSize(1000, 300))
	want("wide again", "acd:c")
}

func TestKeyNames(t *testing.T) {
	for k, want := range map[kit.Key]string{
		{Name: fyne.KeyZ, Mods: kit.Ctrl | kit.Shift}: "Ctrl+Shift+Z", {Name: fyne.KeyLeft, Mods: kit.Alt}: "Alt+←",
		{Char: '['}: "[", {Name: fyne.KeyF}: "F", {Name: fyne.KeyPageUp}: "Page Up",
	} {
		if k.String() != want {
			t.Errorf("%q, want %q", k, want)
		}
	}
	several := kit.Command{Keys: []kit.Key{{Name: fyne.KeyW}, {Char: '+'}, {Char: '='}, {Name: fyne.KeyI}}}
	if got := several.KeyText(); got != "W, +, =, I" {
		t.Errorf("%q reads as a chord", got)
	}
}

func TestStartPageListsRecentFiles(t *testing.T) {
	settings := keep.DefaultSettings()
	there := filepath.Join(t.TempDir(), "there.perf.data")
	if err := os.WriteFile(there, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings.Recent = []keep.Recent{{Path: there}, {Path: "/gone/gone.perf.data"}}
	w := newWindow(kittest.NewApp(t), settings, "", "")
	if g := w.start.recent.table.Grid; g.Len() != 2 || g.Row(0).Gone || !g.Row(1).Gone || !w.start.recent.root.Visible() {
		t.Errorf("%d rows", g.Len())
	}
	if n := len(recentItems(w.Host)); n != 4 { // two files, a separator, Clear
		t.Errorf("%d items in the menu", n)
	}
	recentItems(w.Host)[3].Action()
	if len(w.Settings.Recent) != 0 || w.start.recent.root.Visible() {
		t.Error("Clear should forget the files")
	}
}

func TestHealthPage(t *testing.T) {
	kittest.NewApp(t)
	rows := map[string]int{}
	for _, s := range sheets.HealthSections(story(t), timeline.Clock{}) {
		rows[s.Title] = len(s.Rows)
		for _, r := range s.Rows {
			if strings.Contains(r.Value, `\u`) || r.Value == "" {
				t.Errorf("%s: %s: %q", s.Title, r.Label, r.Value)
			}
		}
	}
	if rows["Recording"] < 4 || rows["Not recorded"] == 0 || rows["Lost events"] != 0 {
		t.Errorf("sections %v", rows)
	}
}

func TestProperties(t *testing.T) {
	w := opened(t, story(t))
	tr := w.Session.Trace()
	tr.Info.SourceEvents = []model.SourceEvent{{Name: "rare", Count: 1}, {Name: "frequent", Count: 1 << 40}}
	rows := map[string][]explain.Fact{}
	for _, s := range sheets.PropertySections(tr) {
		rows[s.Title] = s.Rows
	}
	if rows["Contents"][0].Value != "2" || len(rows["Recording"]) == 0 {
		t.Errorf("sections %v", rows)
	}
	records := sheets.RecordCounts(tr)
	if len(records.Rows) != 2 || records.Rows[0][0].Text != "frequent" || records.Total[1].Int != 1<<40+1 {
		t.Errorf("records %v", records)
	}
	w.Commands.Get("properties").Do()
	if w.Modal == nil {
		t.Error("no dialog")
	}
}

func TestStateFile(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), 1, 0)
	path := filepath.Join(t.TempDir(), "state.json")
	w.reportTo(path)
	kittest.Eventually(t, func() bool { _, err := os.Stat(path); return err == nil })
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var st windowState
	if err := json.Unmarshal(data, &st); err != nil {
		t.Fatal(err)
	}
	if st.Page != "trace" || st.File != "story.tltxt" || st.Window != edges(w.Session.Window()) || st.Lanes[2] != w.Session.View().Width {
		t.Errorf("state %+v", st)
	}
	if st.Selected == nil || st.Selected.TID != 6420 || st.Selected.Range != [2]model.Time{2 * ms, 252 * ms} || st.Selected.Rect[2] == 0 {
		t.Errorf("selected %+v", st.Selected)
	}
}

func TestStateOfSums(t *testing.T) {
	w := opened(t, story(t))
	if err := w.Session.SetFilter("tid:6420"); err != nil {
		t.Fatal(err)
	}
	w.Session.SetSort(timeline.SortTID)
	w.Tabs.Choose(panes.TabReport)
	w.updatePanes()
	st := w.state()
	sums, threads, _ := w.Session.Counted()
	if !maps.Equal(st.Profile, sumsByName(sums)) || len(st.Table) != threads || threads != 1 || st.Table[0].TID != 6420 {
		t.Errorf("profile %v, want %v; table %+v", st.Profile, sums, st.Table)
	}
	if st.Filter != "tid:6420" || st.Sort != "tid" || st.Field != nil {
		t.Errorf("filter %q, sort %q, field %v", st.Filter, st.Sort, st.Field)
	}
}

func TestMixBarCoversItsWidth(t *testing.T) {
	kittest.NewApp(t)
	b := kit.NewMixBar(fyne.NewSize(100, 8))
	b.Sums[model.Execution], b.Sums[model.Sleep] = 30, 70
	img := paintOn(100, 8, b.Draw)
	if got, want := img.RGBAAt(15, 4), kit.Palette().Category(model.Execution).Fill; got != want {
		t.Errorf("at 15: %v, want execution %v", got, want)
	}
	if got, want := img.RGBAAt(60, 4), kit.Palette().Category(model.Sleep).Fill; got != want {
		t.Errorf("at 60: %v, want sleep %v", got, want)
	}
}

// TestMixBarOfAWhole: the bar is empty beyond the parts of a whole, and every part that is not 0
// has at least a pixel.
func TestMixBarOfAWhole(t *testing.T) {
	kittest.NewApp(t)
	b, sums := kit.NewMixBar(fyne.NewSize(100, 8)), model.Sums{}
	for _, c := range []struct {
		part   model.Time
		filled int
	}{{0, 0}, {1, 1}, {500, 50}, {1000, 100}, {2000, 100}} {
		sums[model.Execution] = c.part
		b.Set(sums, 1000)
		img := paintOn(100, 8, b.Draw)
		for x := range 100 {
			if filled := img.RGBAAt(x, 4) != kit.Palette().Hover; filled != (x < c.filled) {
				t.Fatalf("%d of 1000: at %d filled %v", c.part, x, filled)
			}
		}
	}
}

func TestStripShowsWhatAWaitWasSpentOn(t *testing.T) {
	kittest.NewApp(t)
	s := panes.NewStrip(14)
	s.Set([]explain.BlockerPiece{
		{Range: model.Range{From: 10 * ms, To: 90 * ms}, Category: model.Execution},
		{Range: model.Range{From: 90 * ms, To: 110 * ms}, Category: model.Preemption},
	}, model.Range{From: 10 * ms, To: 110 * ms})
	img := paintOn(100, 14, s.Draw)
	for x, want := range map[int]model.Category{40: model.Execution, 90: model.Preemption} {
		if got, want := img.RGBAAt(x, 7), kit.Palette().Category(want).Fill; got != want {
			t.Errorf("at %d: %v, want %v", x, got, want)
		}
	}
}

func TestPaneSumsFollowTheWindow(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	w.paneTimer.Flush()
	if want := w.Session.Clock().Range(w.Session.Window()); w.bar.span.Text != want {
		t.Errorf("the read-out says %q, want %q", w.bar.span.Text, want)
	}
	if !strings.Contains(w.Profile.Foot.Text, "in a window of 100 ms") {
		t.Errorf("foot %q", w.Profile.Foot.Text)
	}
	if r := w.Profile.Rows[1]; r.Time.Text != "100 ms" {
		t.Errorf("synchronization %q, want 100 ms", r.Time.Text)
	}
}

func TestYieldLayoutLeavesOutWhatDoesNotFit(t *testing.T) {
	opened(t, story(t))
	cell := func(w float32) fyne.CanvasObject { return kit.NewGap(w, 10) }
	for _, c := range []struct {
		width float32
		left  []bool // whether a, b and c are shown
	}{
		{300, []bool{true, true, true}},
		{250, []bool{true, true, true}}, // 50, 80 and 30, gaps of 10, 60 for the one that stretches
		{249, []bool{true, false, true}},
		{160, []bool{true, false, true}},
		{159, []bool{false, false, true}},
		{120, []bool{false, false, true}},
		{40, []bool{false, false, true}},
	} {
		a, stretch, b, last := cell(50), kit.NewBox(""), cell(80), cell(30)
		objects := []fyne.CanvasObject{a, stretch, b, last}
		l := kit.YieldLayout{RowLayout: 10, Least: 60, Yield: []fyne.CanvasObject{b, a}}
		for range 2 { // the second time with some hidden already
			l.Layout(objects, fyne.NewSize(c.width, 20))
			if got := []bool{a.Visible(), b.Visible(), last.Visible()}; !slices.Equal(got, c.left) {
				t.Errorf("width %v: %v, want %v", c.width, got, c.left)
			}
		}
	}
}

// TestInk checks both colours that the toolkit derives from the text colour, the second in the way
// its menus derive it.
func TestInk(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := paint.NewPalette(dark, false)
		r, g, b, a := kit.Ink{Text: p.Text, Keys: p.Text2}.RGBA()
		keys := color.NRGBA{uint8(r), uint8(g), uint8(b), uint8(uint32(float32(a) * 0.95))}
		if want := color.NRGBAModel.Convert(p.Text2); keys != want {
			t.Errorf("dark %v: keys are %v, want %v", dark, keys, want)
		}
	}
}

// TestLayouts: positions of objects in layouts, computed by hand: some need no width or height and
// share what is left, one is hidden.
func TestLayouts(t *testing.T) {
	kittest.NewApp(t)
	sized := func(sizes ...[2]float32) (list []fyne.CanvasObject) {
		for _, s := range sizes {
			o := canvas.NewRectangle(color.Black)
			o.SetMinSize(fyne.NewSize(s[0], s[1]))
			list = append(list, o)
		}
		return list
	}
	gone := sized([2]float32{99, 99})[0]
	gone.Hide()
	for _, c := range []struct {
		name    string
		layout  fyne.Layout
		objects []fyne.CanvasObject
		least   fyne.Size
		size    fyne.Size
		want    string // x y width height of each
	}{
		{"a row", kit.RowLayout(6), append(sized([2]float32{10, 20}, [2]float32{0, 10}, [2]float32{30, 8}), gone), fyne.NewSize(52, 20), fyne.NewSize(100, 40), "0 10 10 20, 16 15 48 10, 70 16 30 8"},
		{"a row shared by two", kit.RowLayout(5), sized([2]float32{0, 4}, [2]float32{20, 4}, [2]float32{0, 4}), fyne.NewSize(30, 4), fyne.NewSize(100, 4), "0 0 35 4, 40 0 20 4, 65 0 35 4"},
		{"a row too narrow", kit.RowLayout(5), sized([2]float32{30, 4}, [2]float32{0, 4}), fyne.NewSize(35, 4), fyne.NewSize(20, 4), "0 0 30 4, 35 0 0 4"},
		{"a column", kit.ColumnLayout(6), append(sized([2]float32{20, 10}, [2]float32{10, 0}, [2]float32{8, 30}), gone), fyne.NewSize(20, 52), fyne.NewSize(40, 100), "0 0 40 10, 0 16 40 48, 0 70 40 30"},
		{"a column shared by two", kit.ColumnLayout(5), sized([2]float32{4, 0}, [2]float32{4, 20}, [2]float32{4, 0}), fyne.NewSize(4, 30), fyne.NewSize(4, 100), "0 0 4 35, 0 40 4 20, 0 65 4 35"},
		{"a column too low", kit.ColumnLayout(5), sized([2]float32{4, 30}, [2]float32{4, 0}), fyne.NewSize(4, 35), fyne.NewSize(4, 20), "0 0 4 30, 0 35 4 0"},
		{"insets", kit.Insets{16, 4}, append(sized([2]float32{50, 20}, [2]float32{20, 30}), gone), fyne.NewSize(82, 38), fyne.NewSize(100, 60), "16 4 68 52, 16 4 68 52"},
		{"a fixed size", kit.Fixed{65, 20}, sized([2]float32{5, 5}), fyne.NewSize(65, 20), fyne.NewSize(70, 30), "0 0 70 30"},
	} {
		if got := c.layout.MinSize(c.objects); got != c.least {
			t.Errorf("%s asks for %v, want %v", c.name, got, c.least)
		}
		c.layout.Layout(c.objects, c.size)
		var got []string
		for _, o := range kit.Visible(c.objects) {
			got = append(got, fmt.Sprint(o.Position().X, o.Position().Y, o.Size().Width, o.Size().Height))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
