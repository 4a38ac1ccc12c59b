package view

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

func TestThemeFollowsThePalette(t *testing.T) {
	for _, dark := range []bool{false, true} {
		choice := keep.ThemeLight
		if dark {
			choice = keep.ThemeDark
		}
		l, p := kit.NewLook(brightnessOf(choice)), paint.NewPalette(dark, false)
		for name, want := range map[fyne.ThemeColorName]color.Color{
			theme.ColorNameForeground: p.Text, theme.ColorNamePrimary: p.Accent,
			theme.ColorNameSeparator: p.Line, kit.ColorPanel: p.Lane, kit.ColorText2: p.Text2, kit.ColorCard: p.Card,
		} {
			// The choice overrides the system's theme.
			for _, v := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
				if got := color.NRGBAModel.Convert(l.Color(name, v)); got != color.NRGBAModel.Convert(want) {
					t.Errorf("%s %s: %v, want %v", choice, name, got, want)
				}
			}
		}
	}
	if kit.NewLook(kit.AsSystem).Color(kit.ColorPanel, theme.VariantDark) != paint.NewPalette(true, false).Lane {
		t.Error("without a choice the system's variant counts")
	}
}

// TestThemeSwitch: switching the theme changes the picture, the widgets, the menu and the settings.
func TestThemeSwitch(t *testing.T) {
	w := opened(t, story(t))
	for _, c := range []struct {
		id, choice string
		dark       bool
	}{{"themeDark", keep.ThemeDark, true}, {"themeLight", keep.ThemeLight, false}} {
		w.Commands.Get(c.id).Do()
		want := paint.NewPalette(c.dark, false).Lane
		img := w.Surface.Generate(1600, 600)
		scene := w.Surface.Now()
		bottom := img.At(scene.LaneArea().Min.X+5, 595) // below the rows
		if bottom != color.Color(want) || color.NRGBAModel.Convert(theme.Color(kit.ColorPanel)) != color.NRGBAModel.Convert(want) {
			t.Errorf("%s: the picture is %v, the panels %v, want %v", c.id, bottom, theme.Color(kit.ColorPanel), want)
		}
		if w.Look.Current().Dark != c.dark || w.Settings.Theme != c.choice {
			t.Errorf("%s: dark %v, the settings say %q", c.id, w.Look.Current().Dark, w.Settings.Theme)
		}
		for _, id := range []string{"themeDark", "themeLight", "themeSystem"} {
			if w.Commands.Get(id).Checked() != (id == c.id) {
				t.Errorf("%s: %s is ticked: %v", c.id, id, id != c.id)
			}
		}
	}
}

func TestCommandsAreConsistent(t *testing.T) {
	w := opened(t, story(t))
	ids, keys := map[string]bool{}, map[string]string{}
	for _, c := range w.Commands.List {
		if ids[c.ID] || c.Title == "" || c.Run == nil {
			t.Errorf("command %q is doubled or incomplete", c.ID)
		}
		ids[c.ID] = true
		for _, k := range c.Keys {
			if other := keys[k.String()]; other != "" {
				t.Errorf("%s is the key of %s and of %s", k, other, c.ID)
			}
			keys[k.String()] = c.ID
		}
	}
}

func TestMenuHasNoDeadItems(t *testing.T) {
	w := opened(t, story(t))
	var walk func(*fyne.Menu)
	walk = func(m *fyne.Menu) {
		for _, item := range m.Items {
			switch {
			case item.IsSeparator:
			case item.ChildMenu != nil:
				walk(item.ChildMenu)
			case item.Action == nil:
				t.Errorf("menu item %q does nothing", item.Label)
			}
		}
	}
	for _, m := range w.menu.main.Items {
		walk(m)
	}
}

// TestMenusFitSmallWindows: no menu is higher than a window of 720 dp below its menu bar.
func TestMenusFitSmallWindows(t *testing.T) {
	w := opened(t, story(t))
	var walk func(*fyne.Menu)
	walk = func(m *fyne.Menu) {
		if h := widget.NewMenu(m).MinSize().Height; h > 720-menuRoom {
			t.Errorf("the menu %q with %d items is %v high", m.Label, len(m.Items), h)
		}
		for _, item := range m.Items {
			if item.ChildMenu != nil {
				walk(item.ChildMenu)
			}
		}
	}
	for _, m := range w.menu.main.Items {
		walk(m)
	}
}

// TestRowsThatAreMissing: a choice of rows that the trace lacks says so, in the menu and elsewhere.
func TestRowsThatAreMissing(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "loss", lossy))
	c := w.Commands.Get("markers")
	for item, of := range w.menu.items {
		if of == c && item.Label != "Markers (the trace has no markers)" {
			t.Errorf("the menu says %q", item.Label)
		}
	}
	if why := w.finder.whyNot(c); why != "The trace has no markers." {
		t.Errorf("%q", why)
	}
	w.Session.SetViewing(keep.ViewCores)
	if why := w.finder.whyNot(w.Commands.Get("processors")); why != "Only available in the Threads view." {
		t.Errorf("rows of CPUs in the Cores view: %q", why)
	}
}

func TestCommandsKnowWhenTheyApply(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	for id, want := range map[string]bool{"open": true, "demo": true, "keys": true, "fit": false, "undo": false, "close": false, "health": false} {
		if got := w.Commands.Get(id).Can(); got != want {
			t.Errorf("%s on the start page: %v", id, got)
		}
	}
	w.showTrace(session.Source{Name: "story"}, story(t))
	for id, want := range map[string]bool{"fit": true, "undo": false, "close": true, "health": true, "waker": false, "zoomRange": false} {
		if got := w.Commands.Get(id).Can(); got != want {
			t.Errorf("%s with a trace: %v", id, got)
		}
	}
}

func TestProfilePaneAddsUp(t *testing.T) {
	w := opened(t, story(t))
	var parts float64
	for _, r := range w.Profile.Rows {
		var v float64
		if _, err := sscan(r.Share.Text, &v); err != nil && r.Share.Text != "0" {
			t.Errorf("%s: share %q", r.Category, r.Share.Text)
		}
		parts += v
	}
	if parts < 99.7 || parts > 100.3 {
		t.Errorf("shares add up to %v", parts)
	}
	if w.Profile.Scope.Text != "3 threads" || !strings.Contains(w.Profile.Foot.Text, "in a window of 540 ms") {
		t.Errorf("scope %q, foot %q", w.Profile.Scope.Text, w.Profile.Foot.Text)
	}
	w.Session.Mark(model.Range{From: 0, To: 100 * ms})
	w.paneTimer.Flush()
	if !strings.Contains(w.Profile.Foot.Text, "in a selection of 100 ms") {
		t.Errorf("foot %q", w.Profile.Foot.Text)
	}
}

// sscan reads the number in front of a percent sign.
func sscan(text string, v *float64) (int, error) {
	text = strings.TrimPrefix(text, "≥ ")
	text = strings.TrimPrefix(strings.TrimSuffix(text, "%"), "<")
	return fmt.Sscan(text, v)
}

// TestMissingSwitches: where a context switch is missing, the status line does not say that nothing is.
func TestMissingSwitches(t *testing.T) {
	const silent = `threadlens-trace 1
cpus 1
span 0us 3000us
os linux
10us cpu0 switch 3 1 wait linux=S
1000us cpu0 switch %d 4 wait linux=S
2000us cpu0 switch 4 1 wait linux=S
`
	for leaves, want := range map[int]string{1: "No events lost", 2: "Some events missing"} {
		w := opened(t, modeltest.Parse(t, "silent", fmt.Sprintf(silent, leaves)))
		if got := w.status.lost.Text; got != want {
			t.Errorf("the second switch leaves %d: status %q, want %q", leaves, got, want)
		}
	}
}

func TestLossIsShown(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "loss", lossy))
	if !w.banner.root.Visible() || !strings.Contains(w.banner.text.Text, "70 events were lost on CPU 0") {
		t.Errorf("banner %v: %q", w.banner.root.Visible(), w.banner.text.Text)
	}
	if w.status.lost.Text != "70 events lost" {
		t.Errorf("status %q", w.status.lost.Text)
	}
	if share := w.Profile.Rows[0].Share.Text; !strings.HasPrefix(share, "≥ ") {
		t.Errorf("share of execution %q, want ≥", share)
	}
	if time := w.Profile.Rows[0].Time.Text; time != "≥ "+timeline.FormatDuration(490*us) {
		t.Errorf("execution %q, want ≥ 490 µs", time)
	}
	w.zoomToGap()
	if r := w.Session.Window(); r.Overlap(model.Range{From: 400 * us, To: 600 * us}) != 200*us || r.Len() > 900*us {
		t.Errorf("the gap is shown as %v", r)
	}
}

// TestLongDurationsFit: durations of minutes that are lower bounds are not cut in the profile.
func TestLongDurationsFit(t *testing.T) {
	long := strings.NewReplacer("0us ", "0us ", "1000us", "3590s", "600us", "600s", "700us", "3000s", "400us", "400s").Replace(lossy)
	w := opened(t, modeltest.Parse(t, "long", long))
	for _, r := range w.Profile.Rows {
		if r.Time.Truncated() {
			t.Errorf("%s: %q needs more than %v", r.Category, r.Time.Text, r.Time.Size().Width)
		}
	}
	if got := w.Profile.Rows[0].Time.Text; got != "≥ 46 min 40 s" {
		t.Errorf("execution %q", got)
	}
}

func TestLegendFocusesACategory(t *testing.T) {
	w := opened(t, story(t))
	row := w.Profile.Rows[1]
	row.MouseIn(nil)
	if w.Surface.Focus() != model.Synchronization || w.Session.Focus() != timeline.NoFocus {
		t.Error("pointing should only preview")
	}
	row.MouseOut()
	if w.Surface.Focus() != timeline.NoFocus {
		t.Error("the preview should end")
	}
	row.Tapped(nil)
	if w.Session.Focus() != model.Synchronization {
		t.Error("a click should focus")
	}
	w.Surface.TypedRune('0')
	if w.Session.Focus() != timeline.NoFocus {
		t.Error("0 should clear the focus")
	}
}

func TestNarrowWindowsHaveTheProfileAsATab(t *testing.T) {
	w := opened(t, story(t))
	w.Win.Resize(fyne.NewSize(980, 700))
	if w.Split.Open() || !w.Tabs.Head(panes.TabProfile).Visible() {
		t.Error("the profile should be a tab")
	}
	w.Win.Resize(fyne.NewSize(1500, 700))
	if !w.Split.Open() || w.Tabs.Head(panes.TabProfile).Visible() {
		t.Error("the profile should be a pane again")
	}
}

func TestOpenWaitsInTheBackground(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	first := blocked()
	w.open(first.src)
	if w.page != pageLoading || !strings.HasPrefix(w.Win.Title(), "Opening first") {
		t.Fatalf("page %d, title %q", w.page, w.Win.Title())
	}
	tr := story(t)
	second := blocked()
	second.src.Name = "second"
	w.open(second.src)
	first.finish(tr, nil) // too late: no longer wanted
	second.finish(tr, nil)
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if w.Session.Source().Name != "second" {
		t.Errorf("%q is open", w.Session.Source().Name)
	}
	third := blocked()
	w.open(third.src)
	w.Escape()
	if w.page != pageTrace || w.Session.Source().Name != "second" {
		t.Error("Escape should go back to the open trace")
	}
	w.closeTrace()
	if w.page != pageStart || w.Session.Trace() != nil {
		t.Error("closing should lead to the start page")
	}
}

func TestErrorsHaveAPage(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	b := blocked()
	w.open(b.src)
	b.finish(nil, errors.New("/tmp/first: header at 0x0: not a trace"))
	kittest.Eventually(t, func() bool { return w.page == pageError })
	if !strings.Contains(w.failure.full, "header at 0x0") || w.failure.title.Text != "first could not be opened" {
		t.Errorf("%q: %q", w.failure.title.Text, w.failure.full)
	}
}

func TestDroppedFileIsOpened(t *testing.T) {
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	path := filepath.Join(t.TempDir(), "my trace.data")
	if err := os.WriteFile(path, []byte("not a trace"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(path)})
	kittest.Eventually(t, func() bool { return w.page == pageError })
	if !strings.Contains(w.failure.full, path) {
		t.Errorf("error %q does not name %s", w.failure.full, path)
	}
}

func TestDialogsOpenAndClose(t *testing.T) {
	w := opened(t, story(t))
	for _, id := range []string{"health", "keys", "about", "goto", "open"} {
		w.Commands.Get(id).Do()
		if w.Win.Canvas().Overlays().Top() == nil {
			t.Errorf("%s shows nothing", id)
		}
		w.Escape()
		if w.Win.Canvas().Overlays().Top() != nil {
			t.Errorf("Escape does not close %s", id)
		}
	}
}

func TestRecentFilesAreRemembered(t *testing.T) {
	dir := t.TempDir()
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), dir, "")
	w.showTrace(session.Source{Name: "a.tltxt", Path: "/x/a.tltxt"}, story(t))
	s, err := keep.LoadSettings(dir)
	if err != nil || len(s.Recent) != 1 || s.Recent[0].Path != "/x/a.tltxt" {
		t.Errorf("recent %+v, %v", s.Recent, err)
	}
}

func TestParseArgs(t *testing.T) {
	tests := []struct {
		args string
		want options
		bad  bool
	}{
		{"", options{}, false},
		{"--demo --theme dark", options{demo: true, theme: "dark"}, false},
		{"a.data --size 1600x950", options{file: "a.data", width: 1600, height: 950}, false},
		{"--size 100x100", options{}, true},
		{"--size wide", options{}, true},
		{"--theme pink", options{}, true},
		{"--nonsense", options{}, true},
		{"a b", options{}, true},
	}
	for _, tt := range tests {
		got, err := parseArgs(strings.Fields(tt.args))
		if (err != nil) != tt.bad || err == nil && got != tt.want {
			t.Errorf("%q: %+v, %v", tt.args, got, err)
		}
	}
}

// gate is a source that finishes loading when the test lets it.
type gate struct {
	src    session.Source
	finish func(*model.Trace, error)
}

func blocked() gate {
	type answer struct {
		t   *model.Trace
		err error
	}
	c := make(chan answer, 1)
	return gate{
		session.Source{
			Name: "first", Path: "/tmp/first",
			Load: func(context.Context, func(done, total, events int64)) (*model.Trace, error) {
				a := <-c
				return a.t, a.err
			},
		},
		func(t *model.Trace, err error) { c <- answer{t, err} },
	}
}
