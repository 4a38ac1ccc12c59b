package view

import (
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// limitsOpened are the thresholds of the settings of a window with a trace, those
// of rule E3 open; own is what its owner has written into their file.
func limitsOpened(t *testing.T, own string) (w *window, p *limitsPage, rule *limitRule) {
	t.Helper()
	w = opened(t, story(t))
	w.SettingsDir = t.TempDir()
	if own != "" {
		if err := os.WriteFile(keep.LimitsPath(w.SettingsDir), []byte(own), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.readLimits()
	s := w.showSettings(settingsFindings)
	p = s.limits
	rule = p.rules[2]
	test.Tap(rule.head)
	if rule.rule.ID != "E3" || !rule.body.Visible() || len(rule.rows) != len(rule.limits) || len(rule.rows) == 0 {
		t.Fatalf("rule %s shows %d of %d thresholds", rule.rule.ID, len(rule.rows), len(rule.limits))
	}
	return w, p, rule
}

// enter types a value into a threshold's field and gives it.
func (r *limitRow) enter(text string) {
	r.entry.SetText(text)
	r.entry.OnSubmitted(text)
}

// limits are the thresholds of a window that are not the usual ones, and the file
// that they are kept in.
func (w *window) limitsNow(t *testing.T) (changes, file string) {
	t.Helper()
	data, err := os.ReadFile(keep.LimitsPath(w.SettingsDir))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Join(w.Session.Limits().Changes(), "; "), string(data)
}

// TestLimitsAreChanged: a value that is typed holds and is kept, without a change to
// what else is in the file, and findings are looked for by it.
func TestLimitsAreChanged(t *testing.T) {
	const own = "{\n  \"mine\": 1,\n  \"E1.share\": 12\n}\n"
	w, p, rule := limitsOpened(t, own)
	var changes session.Change
	w.Session.Subscribe(func(c session.Change) { changes |= c })
	row := rule.rows[0]
	row.enter(" 130 ")
	now, file := w.limitsNow(t)
	if now != "E1.share 12 % instead of 10 %; E3.runnable 130 % instead of 115 %" || file != "{\n  \"mine\": 1,\n  \"E1.share\": 12,\n  \"E3.runnable\": 130\n}\n" {
		t.Errorf("%s, kept %q", now, file)
	}
	if changes&session.ChangedFindings == 0 || rule.head.Note != "1 changed" || p.rules[0].head.Note != "1 changed" || row.back.Off || p.all.Off {
		t.Errorf("changes %b, head %q, way back %v", changes, rule.head.Note, !row.back.Off)
	}
	if row.entry.Text != "130" || row.note.Visible() {
		t.Errorf("the field has %q, %q", row.entry.Text, row.note.Text)
	}
}

// TestLimitsAreReset: one, or all, of the file's thresholds are taken out of it again;
// what is typed into a field holds when that is left.
func TestLimitsAreReset(t *testing.T) {
	const own = "{\n  \"mine\": 1,\n  \"E1.share\": 12\n}\n"
	w, p, rule := limitsOpened(t, own)
	row := rule.rows[0]
	row.enter("130")
	test.Tap(row.back)
	if now, file := w.limitsNow(t); now != "E1.share 12 % instead of 10 %" || file != own || row.entry.Text != "115" || !row.back.Off {
		t.Errorf("after a reset %s, kept %q, the field has %q", now, file, row.entry.Text)
	}
	row.entry.SetText("120")
	row.entry.FocusLost()
	if now, _ := w.limitsNow(t); !strings.Contains(now, "E3.runnable 120 %") {
		t.Errorf("a value that is left does not hold: %s", now)
	}
	test.Tap(p.all)
	if now, file := w.limitsNow(t); now != "" || file != "{\n  \"mine\": 1\n}\n" || row.entry.Text != "115" || !p.all.Off {
		t.Errorf("after a reset of all %s, kept %q", now, file)
	}
}

// TestLimitsThatAreNone: what is wrong with a value is shown at its field, and
// nothing is changed; Escape takes it back, and then closes the dialog.
func TestLimitsThatAreNone(t *testing.T) {
	w, _, rule := limitsOpened(t, "")
	row := rule.rows[0]
	for text, want := range map[string]string{
		"":         `"" is not a number, such as 2.5.`,
		"many":     `"many" is not a number, such as 2.5.`,
		"-1":       "-1 is not a number from 0 to",
		"2,5":      `"2,5" is not a number`,
		"Inf":      `"Inf" is not a number`,
		"0x10":     `"0x10" is not a number`,
		"1e13":     "1e13 is not a number from 0 to",
		"1e400":    `"1e400" is not a number`,
		"12 12 12": `"12 12 12" is not a number`,
	} {
		row.enter(text)
		if !row.note.Visible() || !strings.HasPrefix(row.note.Text, strings.TrimSuffix(want, ".")) {
			t.Errorf("%q: %q, want %q", text, row.note.Text, want)
		}
	}
	if now, file := w.limitsNow(t); now != "" || file != "" {
		t.Errorf("%s is kept: %q", now, file)
	}
	row.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if row.entry.Text != "115" || row.note.Visible() || w.Modal == nil {
		t.Errorf("Escape leaves %q, %q", row.entry.Text, row.note.Text)
	}
	row.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Modal != nil {
		t.Error("Escape does not close the dialog")
	}
}

// TestLimitsOfADamagedFile: a file that is not understood is reported and never
// written.
func TestLimitsOfADamagedFile(t *testing.T) {
	const own = `{"E3.queued": 25, "E3.nothing": 1, !}`
	w, p, rule := limitsOpened(t, own)
	told := func() string {
		var text []string
		for _, l := range p.left.Objects {
			text = append(text, l.(*kit.Line).Text)
		}
		return strings.Join(text, " ")
	}
	if got := told(); strings.Count(got, "Not used: ") != 2 || !strings.Contains(got, `"E3.nothing"`) || rule.rows[1].entry.Text != "25" {
		t.Errorf("told %q, the field has %q", got, rule.rows[1].entry.Text)
	}
	row := rule.rows[0]
	row.enter("130")
	if _, file := w.limitsNow(t); file != own || !row.note.Visible() || !strings.Contains(row.note.Text, "Not kept, findings.json: what follows byte") {
		t.Errorf("kept %q, told %q", file, row.note.Text)
	}
	test.Tap(p.all)
	if _, file := w.limitsNow(t); file != own || !strings.Contains(told(), "Not kept, findings.json: what follows byte") {
		t.Errorf("reset to %q, told %q", file, told())
	}
}

// TestLimitsWithoutAFolder: nothing can be kept, and the fields say so.
func TestLimitsWithoutAFolder(t *testing.T) {
	w := opened(t, story(t))
	p := w.showSettings(settingsFindings).limits
	test.Tap(p.rules[0].head)
	for _, row := range p.rules[0].rows {
		if !row.entry.Disabled() || !row.back.Off {
			t.Errorf("%s can be changed", row.usual.Name)
		}
	}
	test.Tap(p.rules[0].head)
	if p.rules[0].body.Visible() {
		t.Error("the rule stays open")
	}
}

// TestSymbolPlaces: the page lists where names are looked for, and forgets what is
// not to be looked in any more.
func TestSymbolPlaces(t *testing.T) {
	w := opened(t, story(t))
	w.Settings.Symbols = []string{"/one", "/two"}
	s := w.showSettings(settingsSymbols)
	forget := func() (list []*kit.Button) {
		eachIn(s.body, func(o fyne.CanvasObject) bool {
			if b, ok := o.(*kit.Button); ok && b.Text == "Forget" {
				list = append(list, b)
			}
			return false
		})
		return list
	}
	if n := len(forget()); n != 2 {
		t.Fatalf("%d places", n)
	}
	test.Tap(forget()[0])
	if len(w.Settings.Symbols) != 1 || w.Settings.Symbols[0] != "/two" || len(forget()) != 1 {
		t.Errorf("left are %v, %d on the page", w.Settings.Symbols, len(forget()))
	}
	w.addSymbols("/three/")
	w.addSymbols("/two")
	if got := strings.Join(w.Settings.Symbols, " "); got != "/two /three" {
		t.Errorf("added: %s", got)
	}
}
