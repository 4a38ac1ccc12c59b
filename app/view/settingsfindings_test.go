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
	"threadlens/app/view/sheets"
)

// limitsOpened opens the settings of a window with a trace at the thresholds, with those of rule E3
// unfolded; own is what the user has written into the file of thresholds.
func limitsOpened(t *testing.T, own string) (w *window, p *sheets.LimitsPage, rule *sheets.LimitRule) {
	t.Helper()
	w = opened(t, story(t))
	w.SettingsDir = t.TempDir()
	if own != "" {
		if err := os.WriteFile(keep.LimitsPath(w.SettingsDir), []byte(own), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.ReadLimits()
	s := w.ShowSettings(sheets.SettingsFindings)
	p = s.Limits
	rule = p.Rules[2]
	test.Tap(rule.Head)
	if rule.Rule.ID != "E3" || !rule.Body.Visible() || len(rule.Rows) != len(rule.Limits) || len(rule.Rows) == 0 {
		t.Fatalf("rule %s shows %d of %d thresholds", rule.Rule.ID, len(rule.Rows), len(rule.Limits))
	}
	return w, p, rule
}

// enter types a value into a threshold's field and submits it.
func enter(r *sheets.LimitRow, text string) {
	r.Entry.SetText(text)
	r.Entry.OnSubmitted(text)
}

// limitsNow returns the thresholds of a window that differ from the defaults, and the file in which
// they are kept.
func (w *window) limitsNow(t *testing.T) (changes, file string) {
	t.Helper()
	data, err := os.ReadFile(keep.LimitsPath(w.SettingsDir))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Join(w.Session.Limits().Changes(), "; "), string(data)
}

// TestLimitsAreChanged: a typed value takes effect and is saved, without changing anything else in
// the file, and findings are searched for with it.
func TestLimitsAreChanged(t *testing.T) {
	const own = "{\n  \"mine\": 1,\n  \"E1.share\": 12\n}\n"
	w, p, rule := limitsOpened(t, own)
	var changes session.Change
	w.Session.Subscribe(func(c session.Change) { changes |= c })
	row := rule.Rows[0]
	enter(row, " 130 ")
	now, file := w.limitsNow(t)
	if now != "E1.share 12 % (default 10 %); E3.runnable 130 % (default 115 %)" || file != "{\n  \"mine\": 1,\n  \"E1.share\": 12,\n  \"E3.runnable\": 130\n}\n" {
		t.Errorf("%s, kept %q", now, file)
	}
	if changes&session.ChangedFindings == 0 || rule.Head.Note != "1 changed" || p.Rules[0].Head.Note != "1 changed" || row.Back.Off || p.All.Off {
		t.Errorf("changes %b, head %q, way back %v", changes, rule.Head.Note, !row.Back.Off)
	}
	if row.Entry.Text != "130" || row.Note.Visible() {
		t.Errorf("the field has %q, %q", row.Entry.Text, row.Note.Text)
	}
}

// TestLimitsAreReset: one threshold, or all of them, can be removed from the file again; a value
// typed into a field takes effect when the field loses the keyboard.
func TestLimitsAreReset(t *testing.T) {
	const own = "{\n  \"mine\": 1,\n  \"E1.share\": 12\n}\n"
	w, p, rule := limitsOpened(t, own)
	row := rule.Rows[0]
	enter(row, "130")
	test.Tap(row.Back)
	if now, file := w.limitsNow(t); now != "E1.share 12 % (default 10 %)" || file != own || row.Entry.Text != "115" || !row.Back.Off {
		t.Errorf("after a reset %s, kept %q, the field has %q", now, file, row.Entry.Text)
	}
	row.Entry.SetText("120")
	row.Entry.FocusLost()
	if now, _ := w.limitsNow(t); !strings.Contains(now, "E3.runnable 120 %") {
		t.Errorf("a value that is left does not hold: %s", now)
	}
	test.Tap(p.All)
	if now, file := w.limitsNow(t); now != "" || file != "{\n  \"mine\": 1\n}\n" || row.Entry.Text != "115" || !p.All.Off {
		t.Errorf("after a reset of all %s, kept %q", now, file)
	}
}

// TestLimitsThatAreNone: what is wrong with a value is shown at its field, and nothing is changed;
// Escape first restores the value, and then closes the dialog.
func TestLimitsThatAreNone(t *testing.T) {
	w, _, rule := limitsOpened(t, "")
	row := rule.Rows[0]
	for text, want := range map[string]string{
		"":         `"" is not a number: enter one such as 2.5.`,
		"many":     `"many" is not a number: enter one such as 2.5.`,
		"-1":       "-1 is out of range: enter 0 to",
		"2,5":      `"2,5" is not a number`,
		"Inf":      `"Inf" is not a number`,
		"0x10":     `"0x10" is not a number`,
		"1e13":     "1e13 is out of range: enter 0 to",
		"1e400":    `"1e400" is not a number`,
		"12 12 12": `"12 12 12" is not a number`,
	} {
		enter(row, text)
		if !row.Note.Visible() || !strings.HasPrefix(row.Note.Text, strings.TrimSuffix(want, ".")) {
			t.Errorf("%q: %q, want %q", text, row.Note.Text, want)
		}
	}
	if now, file := w.limitsNow(t); now != "" || file != "" {
		t.Errorf("%s is kept: %q", now, file)
	}
	row.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if row.Entry.Text != "115" || row.Note.Visible() || w.Modal == nil {
		t.Errorf("Escape leaves %q, %q", row.Entry.Text, row.Note.Text)
	}
	row.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Modal != nil {
		t.Error("Escape does not close the dialog")
	}
}

// TestLimitsOfADamagedFile: a file that cannot be parsed is reported and never written.
func TestLimitsOfADamagedFile(t *testing.T) {
	const own = `{"E3.queued": 25, "E3.nothing": 1, !}`
	w, p, rule := limitsOpened(t, own)
	told := func() string {
		var text []string
		for _, l := range p.Left.Objects {
			text = append(text, l.(*kit.Line).Text)
		}
		return strings.Join(text, " ")
	}
	if got := told(); strings.Count(got, "Not used: ") != 2 || !strings.Contains(got, `"E3.nothing"`) || rule.Rows[1].Entry.Text != "25" {
		t.Errorf("told %q, the field has %q", got, rule.Rows[1].Entry.Text)
	}
	row := rule.Rows[0]
	enter(row, "130")
	if _, file := w.limitsNow(t); file != own || !row.Note.Visible() || !strings.Contains(row.Note.Text, "Not saved: findings.json: invalid JSON after byte") {
		t.Errorf("kept %q, told %q", file, row.Note.Text)
	}
	test.Tap(p.All)
	if _, file := w.limitsNow(t); file != own || !strings.Contains(told(), "Not saved: findings.json: invalid JSON after byte") {
		t.Errorf("reset to %q, told %q", file, told())
	}
}

// TestLimitsWithoutAFolder: nothing can be saved, and the fields say so.
func TestLimitsWithoutAFolder(t *testing.T) {
	w := opened(t, story(t))
	p := w.ShowSettings(sheets.SettingsFindings).Limits
	test.Tap(p.Rules[0].Head)
	for _, row := range p.Rules[0].Rows {
		if !row.Entry.Disabled() || !row.Back.Off {
			t.Errorf("%s can be changed", row.Usual.Name)
		}
	}
	test.Tap(p.Rules[0].Head)
	if p.Rules[0].Body.Visible() {
		t.Error("the rule stays open")
	}
}

// TestSymbolPlaces: the page lists the places where names are looked for, and can remove them.
func TestSymbolPlaces(t *testing.T) {
	w := opened(t, story(t))
	w.Settings.Symbols = []string{"/one", "/two"}
	s := w.ShowSettings(sheets.SettingsSymbols)
	forget := func() (list []*kit.Button) {
		eachIn(s.Body, func(o fyne.CanvasObject) bool {
			if b, ok := o.(*kit.Button); ok && b.Text == "Remove" {
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
	w.AddSymbols("/three/")
	w.AddSymbols("/two")
	if got := strings.Join(w.Settings.Symbols, " "); got != "/two /three" {
		t.Errorf("added: %s", got)
	}
}
