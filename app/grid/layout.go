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

// mostSorts bounds the number of columns that determine the order: those before the last only break
// ties.
const mostSorts = 3

// Layout is how a table is laid out. The zero Layout is the default.
type Layout struct {
	// Sort are the columns of the order, the one chosen last at the end; without any, rows are in
	// the order of their content.
	Sort []Order `json:"sort,omitempty"`
	// Widths are the widths of resized columns, in dp for text of the default size.
	Widths map[string]float32 `json:"widths,omitempty"`
	// Shown records which columns were shown or hidden.
	Shown map[string]bool `json:"shown,omitempty"`
	// Percent shows times as shares where possible.
	Percent bool `json:"percent,omitempty"`
}

// Clone is a copy that shares nothing.
func (l Layout) Clone() Layout {
	l.Sort, l.Widths, l.Shown = slices.Clone(l.Sort), maps.Clone(l.Widths), maps.Clone(l.Shown)
	return l
}

// Repair removes values that no version of the program writes.
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

// Sorted is the order chosen last; ok is false where the rows are in the order of their content.
func (l *Layout) Sorted() (o Order, ok bool) {
	if len(l.Sort) == 0 {
		return o, false
	}
	return l.Sort[len(l.Sort)-1], true
}

// SortNext handles a click on a column's header: sorted by it, reversed, and the third time the
// order of the content again.
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

// SortBy sorts by a column; rows that are equal in it keep their order.
func (l *Layout) SortBy(o Order) {
	list := slices.DeleteFunc(slices.Clone(l.Sort), func(old Order) bool { return old.Column == o.Column })
	list = append(list, o)
	l.Sort = list[max(0, len(list)-mostSorts):]
}

// resize changes the width of a column; 0 restores the default.
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

// show shows or hides a column.
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
