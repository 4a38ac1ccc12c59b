package view

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/grid"
)

// typedPause is how long after a letter the next one goes on with it.
const typedPause = time.Second

// FocusGained implements fyne.Focusable.
func (t *tableView) FocusGained() { t.focus(true) }

// FocusLost implements fyne.Focusable.
func (t *tableView) FocusLost() { t.focus(false) }

func (t *tableView) focus(on bool) {
	t.focused, t.typed = on, ""
	hide(t.ring, !on)
	canvas.Refresh(t)
}

// takeFocus gives the table the keyboard.
func (t *tableView) takeFocus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil && c.Focused() != t {
		c.Focus(t)
	}
}

// choose selects the i-th row alone and shows what it is about.
func (t *tableView) choose(i int) {
	if i < 0 || i >= t.g.Len() {
		return
	}
	t.g.Choose(i)
	t.reveal(i)
	t.chosen(t.g.Row(i))
}

// extend selects up to the i-th row.
func (t *tableView) extend(i int) {
	t.g.Extend(i)
	t.reveal(i)
}

// selectAll selects all rows that are shown.
func (t *tableView) selectAll() {
	t.g.SelectAll()
	t.place()
}

// typing reports whether a row is being looked for by its name.
func (t *tableView) typing() bool { return t.typed != "" && time.Since(t.typedAt) < typedPause }

// TypedKey implements fyne.Focusable.
func (t *tableView) TypedKey(e *fyne.KeyEvent) {
	t.tips.hide()
	at, mods := t.g.Cursor(), t.modifiers()
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if at >= 0 {
			t.enter(t.g.Row(at))
		}
	case fyne.KeySpace:
		if at >= 0 && !t.typing() {
			t.preview(t.g.Row(at))
		}
	case fyne.KeyEscape:
		t.leave()
	case desktop.KeyMenu:
		t.menuByKey()
	case fyne.KeyF10:
		if mods&shift == 0 {
			t.key(e)
			return
		}
		t.menuByKey()
	default:
		if to, ok := t.target(e.Name, at); ok {
			t.step(to, mods)
		} else if !isLetterKey(e.Name) {
			t.key(e)
		}
	}
}

// step goes to a row, or selects up to it with Shift.
func (t *tableView) step(to int, mods fyne.KeyModifier) {
	switch to = min(max(to, 0), t.g.Len()-1); {
	case to < 0:
	case mods&shift != 0:
		t.extend(to)
	default:
		t.choose(to)
	}
}

// target is the row that a key leads to from row at.
func (t *tableView) target(name fyne.KeyName, at int) (to int, ok bool) {
	page := max(1, int(t.body.Size().Height/scaled(tableRow))-1)
	switch name {
	case fyne.KeyUp:
		return at - 1, true
	case fyne.KeyDown:
		return at + 1, true
	case fyne.KeyPageUp:
		return at - page, true
	case fyne.KeyPageDown:
		return at + page, true
	case fyne.KeyHome:
		return 0, true
	case fyne.KeyEnd:
		return t.g.Len() - 1, true
	case fyne.KeyLeft, fyne.KeyRight:
		if at < 0 || !t.g.IsTree() {
			return at, at >= 0
		}
		to = t.g.In(at)
		if name == fyne.KeyLeft {
			to = t.g.Out(at)
		}
		t.update()
		return to, true
	}
	return at, false
}

// isLetterKey reports whether a key writes a letter or digit, by which rows are
// looked for.
func isLetterKey(name fyne.KeyName) bool { return len(name) == 1 && isLetter(rune(name[0])) }

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// TypedRune implements fyne.Focusable: letters look for the row that begins with
// them. All other characters are the window's.
func (t *tableView) TypedRune(r rune) {
	if !isLetter(r) && !t.typing() {
		if r != ' ' {
			t.rune(r)
		}
		return
	}
	from := t.g.Cursor()
	if !t.typing() {
		t.typed = ""
	}
	text := t.typed + string(r)
	if strings.Trim(text, string(r)) == "" { // the same letter again: the next one
		text = string(r)
	}
	if len([]rune(text)) == 1 {
		from++
	}
	t.typed, t.typedAt = text, time.Now()
	if i := t.g.Find(text, from); i >= 0 {
		t.choose(i)
	}
}

// follow selects the first row that is meant and brings it into sight, or takes
// the selection away when none is.
func (t *tableView) follow(meant func(*grid.Row) bool) {
	g := t.g
	for i := range g.Len() {
		if !meant(g.Row(i)) {
			continue
		}
		if !g.Selected(i) {
			g.Choose(i)
		}
		t.reveal(i)
		return
	}
	g.Choose(-1)
	t.place()
}
