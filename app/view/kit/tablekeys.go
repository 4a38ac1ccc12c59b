package kit

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/grid"
)

// typedPause is how long after a letter the next one continues the same word.
const typedPause = time.Second

// FocusGained implements fyne.Focusable.
func (t *TableView) FocusGained() { t.focus(true) }

// FocusLost implements fyne.Focusable.
func (t *TableView) FocusLost() { t.focus(false) }

func (t *TableView) focus(on bool) {
	t.focused, t.Typed = on, ""
	Hide(t.ring, !on)
	canvas.Refresh(t)
}

// TakeFocus gives the keyboard to the table.
func (t *TableView) TakeFocus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(t); c != nil && c.Focused() != t {
		c.Focus(t)
	}
}

// Choose selects only the i-th row and reports it to Chosen.
func (t *TableView) Choose(i int) {
	if i < 0 || i >= t.Grid.Len() {
		return
	}
	t.Grid.Choose(i)
	t.reveal(i)
	t.Chosen(t.Grid.Row(i))
}

// extend extends the selection to the i-th row.
func (t *TableView) extend(i int) {
	t.Grid.Extend(i)
	t.reveal(i)
}

// SelectAll selects all rows shown.
func (t *TableView) SelectAll() {
	t.Grid.SelectAll()
	t.place()
}

// typing reports whether the user is typing the name of a row.
func (t *TableView) typing() bool { return t.Typed != "" && time.Since(t.typedAt) < typedPause }

// TypedKey implements fyne.Focusable.
func (t *TableView) TypedKey(e *fyne.KeyEvent) {
	t.tips.Hide()
	at, mods := t.Grid.Cursor(), t.Modifiers()
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if at >= 0 {
			t.Enter(t.Grid.Row(at))
		}
	case fyne.KeySpace:
		if at >= 0 && !t.typing() {
			t.Preview(t.Grid.Row(at))
		}
	case fyne.KeyEscape:
		t.Leave()
	case desktop.KeyMenu:
		t.MenuByKey()
	case fyne.KeyF10:
		if mods&Shift == 0 {
			t.Key(e)
			return
		}
		t.MenuByKey()
	default:
		if to, ok := t.Target(e.Name, at); ok {
			t.step(to, mods)
		} else if !isLetterKey(e.Name) {
			t.Key(e)
		}
	}
}

// step goes to a row or, with Shift, extends the selection to it.
func (t *TableView) step(to int, mods fyne.KeyModifier) {
	switch to = min(max(to, 0), t.Grid.Len()-1); {
	case to < 0:
	case mods&Shift != 0:
		t.extend(to)
	default:
		t.Choose(to)
	}
}

// Target is the row to which a key leads from row at.
func (t *TableView) Target(name fyne.KeyName, at int) (to int, ok bool) {
	page := max(1, int(t.Body.Size().Height/Scaled(TableRow))-1)
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
		return t.Grid.Len() - 1, true
	case fyne.KeyLeft, fyne.KeyRight:
		if at < 0 || !t.Grid.IsTree() {
			return at, at >= 0
		}
		to = t.Grid.In(at)
		if name == fyne.KeyLeft {
			to = t.Grid.Out(at)
		}
		t.Update()
		return to, true
	}
	return at, false
}

// isLetterKey reports whether a key types a letter or digit; these search for a row.
func isLetterKey(name fyne.KeyName) bool { return len(name) == 1 && isLetter(rune(name[0])) }

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// TypedRune implements fyne.Focusable: letters search for the row that begins with them. All other
// characters go to the window.
func (t *TableView) TypedRune(r rune) {
	if !isLetter(r) && !t.typing() {
		if r != ' ' {
			t.Rune(r)
		}
		return
	}
	from := t.Grid.Cursor()
	if !t.typing() {
		t.Typed = ""
	}
	text := t.Typed + string(r)
	if strings.Trim(text, string(r)) == "" { // the same letter again: go to the next such row
		text = string(r)
	}
	if len([]rune(text)) == 1 {
		from++
	}
	t.Typed, t.typedAt = text, time.Now()
	if i := t.Grid.Find(text, from); i >= 0 {
		t.Choose(i)
	}
}

// Follow selects the first row for which meant is true and scrolls it into view, or clears the
// selection if there is none.
func (t *TableView) Follow(meant func(*grid.Row) bool) {
	g := t.Grid
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
