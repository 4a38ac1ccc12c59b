package export

import (
	"iter"
	"strings"

	"threadlens/model/report"
)

// Cells is a table as people read it, for writers of other documents: the columns, decimals and
// words of WriteText.
type Cells struct {
	Heads []Head
	// None is what to show instead of the rows, "" where there are rows.
	None string

	columns []textColumn
	table   *report.Table
}

// Head is the heading of a column of Cells.
type Head struct {
	Title string // with the unit
	// Number is set for columns of numbers, which are aligned at the right. Prose is set for
	// sentences.
	Number, Prose bool
}

// CellsOf reads a table.
func CellsOf(t *report.Table) *Cells {
	c := &Cells{None: noneOf(t), columns: textColumns(t), table: t}
	for i := range c.columns {
		x := &c.columns[i]
		c.Heads = append(c.Heads, Head{x.heading(), !x.left, x.Prose})
	}
	return c
}

// Rows yields each row as a text per column. Nested cells are indented by two no-break spaces a
// level.
func (c *Cells) Rows() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		n := 0
		for row := range c.table.All() {
			level := 0
			if n < len(c.table.Levels) {
				level = int(c.table.Levels[n])
			}
			n++
			if !yield(c.texts(row, level)) {
				return
			}
		}
	}
}

// Total is the row of sums, nil for none.
func (c *Cells) Total() []string {
	if c.table.Total == nil {
		return nil
	}
	return c.texts(c.table.Total, 0)
}

const noBreak = "\u00a0\u00a0" // of a level

func (c *Cells) texts(row []report.Value, level int) []string {
	texts := make([]string, len(c.columns))
	for i := range c.columns {
		x := &c.columns[i]
		texts[i] = x.cell(row[x.at])
		if x.Nested {
			texts[i] = strings.Repeat(noBreak, level) + texts[i]
		}
	}
	return texts
}
