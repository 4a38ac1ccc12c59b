package view

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/sheets"
	"threadlens/model"
)

func TestKeysSheetShowsAllAndFilters(t *testing.T) {
	w := opened(t, story(t))
	count := 0
	for _, s := range w.KeySections() {
		for _, r := range s.Rows {
			if r.ID != "" {
				count++
			}
		}
	}
	if count != len(w.Commands.List) {
		t.Errorf("%d of %d commands in the sheet", count, len(w.Commands.List))
	}
	row := sheets.KeyRow{Keys: "Ctrl+F  /", Text: "Find threads", ID: "find"}
	for text, want := range map[string]bool{"": true, "ctrl+f": true, "thread find": true, "fund": false} {
		if row.Matches(strings.Fields(text)) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
	bare := sheets.KeyRow{Text: "Trace Health", ID: "health"}
	if bare.Matches(nil) || !bare.Matches([]string{"health"}) {
		t.Error("what has no key is found by its name alone")
	}
	w.Surface.TypedRune('?')
	if _, ok := w.Win.Canvas().Focused().(*kit.Field); !ok {
		t.Error("the filter should have the keyboard")
	}
	w.key(fyne.KeyEscape)
	if w.Win.Canvas().Overlays().Top() != nil {
		t.Error("Escape should close the sheet")
	}
}

// withKeys is a window whose settings folder holds a key file.
func withKeys(t *testing.T, file string) *window {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(keep.KeysPath(dir), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), dir, "")
	w.showTrace(session.Source{Name: "story.tltxt"}, story(t))
	t.Cleanup(w.summaries)
	return w
}

func TestKeysFileRemaps(t *testing.T) {
	w := withKeys(t, `{"grid": "F9", "find.anything": ["V", "Ctrl+Shift+V"], "waker": "<", "undo": "Ctrl+Y", "fit": []}`)
	if len(w.KeyProblems) != 0 {
		t.Fatal(w.KeyProblems)
	}
	grid := w.Settings.Grid
	w.press(fyne.KeyG, 0)
	w.press(fyne.KeyF, 0)
	if w.Settings.Grid != grid || w.Session.Window() != w.Session.Trace().Whole() {
		t.Error("the old keys still work")
	}
	w.press(fyne.KeyF9, 0)
	if w.Settings.Grid == grid {
		t.Error("F9 should switch the grid")
	}
	w.press(fyne.KeyV, 0)
	w.typeText("v7001") // the toolkit sends the letter after the key
	if w.finder.entry.Text != "7001" {
		t.Errorf("the palette begins with %q", w.finder.entry.Text)
	}
	w.key(fyne.KeyEscape)
	w.Win.Resize(fyne.NewSize(1600, 900)) // the box has room for its key
	if got := w.bar.find.Tip; got != "Go to Anything (V)" || w.bar.find.Note != "V" {
		t.Errorf("the Find box explains itself with %q, shows %q", got, w.bar.find.Note)
	}
	for item, c := range w.menu.items {
		if c.ID == "undo" {
			if _, ok := item.Shortcut.(*fyne.ShortcutRedo); !ok {
				t.Errorf("the menu shows %v for undo, want what the toolkit makes of Ctrl+Y", item.Shortcut)
			}
		}
	}
	if c := w.Commands.ByChar('<'); c == nil || c.ID != "waker" {
		t.Errorf("< is %v", c)
	}
}

// TestCommandsWithoutKeys removes every key: nothing may depend on one.
func TestCommandsWithoutKeys(t *testing.T) {
	var list []string
	for _, c := range opened(t, story(t)).Commands.List {
		list = append(list, fmt.Sprintf("%q: []", c.ID))
	}
	w := withKeys(t, "{"+strings.Join(list, ",")+"}")
	if w.KeyWarning() != "" {
		t.Error(w.KeyProblems)
	}
	for _, c := range w.Commands.List {
		if c.KeyText() != "" {
			t.Errorf("%s still has the keys %s", c.ID, c.KeyText())
		}
	}
	w.Session.Mark(model.Range{From: 10 * ms, To: 20 * ms})
	if got := w.Surface.Over.MarkedChip.Text.Text; got != "10.0 ms selected  ×" {
		t.Errorf("the chip says %q", got)
	}
	w.finder.open(">keys")
	w.key(fyne.KeyReturn)
	if w.Win.Canvas().Overlays().Top() == nil {
		t.Error("the sheet of the keys should open")
	}
}

func TestKeysFileProblemsAreTold(t *testing.T) {
	w := withKeys(t, `{"fly": "F9", "grid": "F"}`)
	if got, want := w.KeyWarning(), `keys.json: there is no command "fly", and 1 more problem`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w.press(fyne.KeyG, 0)
	if w.Settings.Grid {
		t.Error("G should still switch the grid")
	}
	start := newWindow(kittest.NewApp(t), keep.DefaultSettings(), w.SettingsDir, "")
	if start.status.what.Text != w.KeyWarning() {
		t.Errorf("the status line says %q", start.status.what.Text)
	}
}

func TestKeysFileIsWrittenOnce(t *testing.T) {
	dir := t.TempDir()
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), dir, "")
	w.Commands.Get("keysFile").Do()
	data, err := os.ReadFile(filepath.Join(dir, "keys.json"))
	if err != nil || !strings.Contains(string(data), `"find": ["Ctrl+F","/"]`) {
		t.Fatalf("%v: %s", err, data)
	}
	again := newWindow(kittest.NewApp(t), keep.DefaultSettings(), dir, "")
	if again.KeyWarning() != "" {
		t.Errorf("the file that was written is not understood: %q", again.KeyProblems)
	}
	for i, c := range again.Commands.List {
		if c.KeyText() != w.Commands.List[i].KeyText() {
			t.Errorf("%s has the keys %q, had %q", c.ID, c.KeyText(), w.Commands.List[i].KeyText())
		}
	}
	w.Commands.Get("keysFile").Do()
	if !strings.HasPrefix(w.status.what.Text, "The key bindings file already exists") {
		t.Errorf("a second time: %q", w.status.what.Text)
	}
}

func TestRegionsTakeTurns(t *testing.T) {
	w := opened(t, story(t))
	w.Surface.TakeFocus()
	order := []string{}
	for range 4 {
		w.press(fyne.KeyF6, 0)
		focused := w.Win.Canvas().Focused().(fyne.CanvasObject)
		for i, r := range w.regions() {
			if kit.Within(r, func(o fyne.CanvasObject) bool { return o == focused }) {
				order = append(order, [...]string{"bar", "picture", "pane"}[i])
			}
		}
	}
	if want := []string{"pane", "bar", "picture", "pane"}; !slices.Equal(order, want) {
		t.Errorf("F6 goes to %v, want %v", order, want)
	}
}

func TestKeysOfCommandsWorkOnButtons(t *testing.T) {
	w := opened(t, story(t))
	w.Win.Canvas().Focus(w.bar.fit)
	grid := w.Settings.Grid
	w.key(fyne.KeyG)
	w.Win.Canvas().Focused().TypedRune('2')
	if w.Settings.Grid == grid || w.Session.Focus() != model.Synchronization {
		t.Error("a button swallows the keys of commands")
	}
}

func TestLegendLeavesOutACategory(t *testing.T) {
	w := opened(t, story(t))
	i := slices.IndexFunc(w.Commands.List, func(c *kit.Command) bool { return c.Title == "Leave Out Synchronization" })
	c := w.Commands.List[i]
	before := w.Profile.Foot.Text
	c.Do()
	w.paneTimer.Flush()
	row := w.Profile.Rows[1]
	if row.Time.Text != "left out" || row.Share.Text != "–" || w.Profile.Foot.Text == before || !c.Checked() {
		t.Errorf("%q and %q; the foot says %q", row.Time.Text, row.Share.Text, w.Profile.Foot.Text)
	}
	c.Do()
	w.paneTimer.Flush()
	if row.Time.Text == "left out" || w.Profile.Foot.Text != before {
		t.Errorf("%q, foot %q, want all back", row.Time.Text, w.Profile.Foot.Text)
	}
}
