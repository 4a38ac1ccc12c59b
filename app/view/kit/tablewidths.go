package kit

import (
	"math"
	"slices"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
)

// Usual is how wide a column is that was given no width, in dp for text of the usual size: what title
// and numbers need, and what the longest text of its first rows needs.
type Usual struct{ least, texts float32 }

// textRows is how many rows of a table are looked at for the longest text of each column.
const textRows = 100

// letter is the usual width of a letter, dp: an indented text counts as longer by its indentation.
const letter = 7

// measure computes the widths of the columns: the ones they were given, or what title and times
// need. Columns of text share what is left of the table's width.
func (t *TableView) measure() {
	t.Needs, t.cut = t.Needs[:0], t.cut[:0]
	for i := range t.Grid.Columns() {
		w := t.Grid.Width(i)
		if w == 0 {
			w = t.usual(i)
		}
		t.Needs = append(t.Needs, Scaled(w))
		cut := float32(0)
		if texts := t.texts(i); texts > 0 {
			cut = Scaled(texts - w)
		}
		t.cut = append(t.cut, cut)
	}
	t.stretch()
}

// stretch gives the remaining width to the column that grows, or to the last text column, unless
// that has a width of its own. What that column and others do not need for their texts goes to those
// whose texts are cut. It reports whether any width has changed.
func (t *TableView) stretch() (changed bool) {
	before := slices.Clone(t.Widths)
	t.Widths, t.Width = append(t.Widths[:0], t.Needs...), 0
	for _, w := range t.Needs {
		t.Width += w
	}
	room := t.Body.Size()
	if float32(t.Grid.Len())*Scaled(TableRow) > room.Height {
		room.Width -= BarRoom
	}
	growing := false
	for i := range t.Widths {
		growing = growing || t.Grid.Column(i).Grow && t.Grid.Width(i) == 0
	}
	for i := len(t.Widths) - 1; i >= 0; i-- {
		if c := t.Grid.Column(i); c.Numeric() || c.Mix || t.Grid.Width(i) != 0 || growing && !c.Grow {
			continue
		}
		// Whole units: rounding must not make the sum wider than the table.
		left := max(0, float32(math.Floor(float64(room.Width-t.Width))))
		t.Widths[i] += left - t.share(i, left-t.cut[i])
		t.Width += left
		break
	}
	return !slices.Equal(before, t.Widths)
}

// share widens the columns other than column i whose texts are cut, by room dp together and by what
// further columns of text do not need, and returns by how much the columns became wider together.
func (t *TableView) share(i int, room float32) (given float32) {
	room = max(0, room)
	var lack, spare float32
	for k, cut := range t.cut {
		if k != i {
			lack, spare = lack+max(0, cut), spare+max(0, -cut)
		}
	}
	if lack == 0 || room+spare == 0 {
		return 0
	}
	widen := min(1, (room+spare)/lack)
	narrow := float32(0)
	if spare > 0 {
		narrow = max(0, widen*lack-room) / spare
	}
	for k, cut := range t.cut {
		if k == i {
			continue
		}
		w := float32(math.Floor(float64(widen * cut)))
		if cut < 0 {
			w = float32(math.Floor(float64(narrow * cut)))
		}
		t.Widths[k] += w
		given += w
	}
	return given
}

// texts is the width that title and first rows of a column of text need, and the title of a column of
// numbers that is designed narrower; 0 for other columns and for those that were given a width.
func (t *TableView) texts(i int) float32 {
	c := t.Grid.Column(i)
	if c.Mix || t.Grid.Width(i) != 0 {
		return 0
	}
	title := t.headWidth(c)/TextScale() + 2*CellPad + 1
	switch {
	case !c.Numeric():
	case c.Width > 0 && title > c.Width:
		return title
	default:
		return 0
	}
	u := t.Usuals[c.Name]
	u.texts = max(u.texts, title)
	if k := t.longest(i); k >= 0 {
		u.texts = max(u.texts, t.textWidth(k, i)/TextScale()+2*CellPad+1)
	}
	t.Usuals[c.Name] = u
	return u.texts
}

// longest is that of the first rows with the most letters in column i, −1 without rows. Only this one is
// measured: to measure all of them would take longer than to draw the table.
func (t *TableView) longest(i int) int {
	at, most := -1, 0
	for k := range min(t.Grid.Len(), textRows) {
		text, _ := t.Grid.Text(t.Grid.Row(k), i)
		n := utf8.RuneCountInString(text)
		if i == 0 {
			n += int(t.indent(k) / letter)
		}
		if at < 0 || n > most {
			at, most = k, n
		}
	}
	return at
}

// headWidth is the width of a column's title, in dp.
func (t *TableView) headWidth(c *grid.Column) float32 {
	return fyne.MeasureText(t.Grid.Head(c)+SortedDown, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
}

// textWidth is the width of a cell's text with what is before it, in dp.
func (t *TableView) textWidth(row, i int) float32 {
	text, _ := t.Grid.Text(t.Grid.Row(row), i)
	w := fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width
	if i == 0 {
		w += t.indent(row)
	}
	return w
}

// usual is the width of a column that was given none; no number is cut off. It never shrinks, so
// that columns keep their places while the figures change.
func (t *TableView) usual(i int) float32 {
	c := t.Grid.Column(i)
	if c.Width > 0 {
		return c.Width
	}
	bold := fyne.TextStyle{Bold: true}
	w := t.headWidth(c)
	if c.Numeric() {
		for _, r := range []*grid.Row{t.Grid.Largest(i), t.Grid.Total()} {
			if r != nil {
				text, _ := t.Grid.Text(r, i)
				w = max(w, fyne.MeasureText(text, theme.TextSize(), bold).Width)
			}
		}
	}
	u := t.Usuals[c.Name]
	u.least = max(u.least, leastCell, w/TextScale()+2*CellPad+1)
	t.Usuals[c.Name] = u
	return u.least
}

// fit makes column i as wide as its content.
func (t *TableView) fit(i int) {
	c := t.Grid.Column(i)
	w := t.headWidth(c)
	for k := range t.Grid.Len() {
		w = max(w, t.textWidth(k, i))
	}
	if total := t.Grid.Total(); total != nil {
		text, _ := t.Grid.Text(total, i)
		w = max(w, fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{Bold: true}).Width)
	}
	if c.Mix {
		w = Scaled(c.Width)
	}
	t.Grid.Resize(c.Name, w/TextScale()+2*CellPad+1)
	t.Update()
	t.Kept()
}

// Widen changes the width of column i by some dp.
func (t *TableView) Widen(i int, by float32) {
	t.Grid.Resize(t.Grid.Column(i).Name, (t.Widths[i]+by)/TextScale())
	t.Update()
}
