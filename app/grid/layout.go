package grid

import (
	"maps"
	"math"
	"slices"
)

// Limits of the width of a column in dp, and of how much a Layout remembers.
const (
	LeastWidth, MostWidth = 32, 1600
	mostColumns           = 200
)

// mostSorts bounds the columns that decide about the order: those before the
// last only decide about ties.
const mostSorts = 3

// Order is a column by which rows are sorted. Numbers begin with the largest,
// text with the first, unless Reverse is set.
type Order struct {
	Column  string `json:"column"`
	Reverse bool   `json:"reverse,omitempty"`
}

// Layout is how a table is laid out. The zero Layout is that of the first time.
type Layout struct {
	// Sort are the columns of the order, the one that was chosen last at the
	// end; without any, rows stay in the order of their content.
	Sort []Order `json:"sort,omitempty"`
	// Widths are those of columns whose width was changed, in dp for text of the
	// usual size.
	Widths map[string]float32 `json:"widths,omitempty"`
	// Shown records which columns were put on or off.
	Shown map[string]bool `json:"shown,omitempty"`
	// Percent shows times as shares where that can be.
	Percent bool `json:"percent,omitempty"`
}

// Clone is a copy that shares nothing.
func (l Layout) Clone() Layout {
	l.Sort, l.Widths, l.Shown = slices.Clone(l.Sort), maps.Clone(l.Widths), maps.Clone(l.Shown)
	return l
}

// Repair leaves out what no version of the program writes.
func (l *Layout) Repair() {
	for name, w := range l.Widths {
		if f := float64(w); math.IsNaN(f) || f < LeastWidth || f > MostWidth {
			delete(l.Widths, name)
		}
	}
	if len(l.Widths) > mostColumns || len(l.Shown) > mostColumns || len(l.Sort) > mostSorts {
		*l = Layout{Percent: l.Percent}
	}
}

// Sorted is the order that was chosen last; ok is false where the rows stand in
// that of their content.
func (l *Layout) Sorted() (o Order, ok bool) {
	if len(l.Sort) == 0 {
		return o, false
	}
	return l.Sort[len(l.Sort)-1], true
}

// SortNext is a click on a column's header: sorted by it, reversed, and the third
// time the order of the content again.
func (l *Layout) SortNext(column string) {
	switch o, ok := l.Sorted(); {
	case !ok || o.Column != column:
		l.SortBy(Order{Column: column})
	case !o.Reverse:
		l.SortBy(Order{column, true})
	default:
		l.Sort = nil
	}
}

// SortBy sorts by a column; rows that are alike there keep the order they have.
func (l *Layout) SortBy(o Order) {
	list := slices.DeleteFunc(slices.Clone(l.Sort), func(old Order) bool { return old.Column == o.Column })
	list = append(list, o)
	l.Sort = list[max(0, len(list)-mostSorts):]
}

// resize changes the width of a column; 0 takes the usual one back.
func (l *Layout) resize(column string, width float32) {
	widths := maps.Clone(l.Widths)
	if widths == nil {
		widths = map[string]float32{}
	}
	delete(widths, column)
	if width > 0 {
		widths[column] = min(max(width, LeastWidth), MostWidth)
	}
	l.Widths = widths
}

// show puts a column on or off.
func (l *Layout) show(c *Column, on bool) {
	shown := maps.Clone(l.Shown)
	if shown == nil {
		shown = map[string]bool{}
	}
	delete(shown, c.Name)
	if on == c.Off {
		shown[c.Name] = on
	}
	l.Shown = shown
}
