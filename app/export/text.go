package export

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// gap separates the columns of a text table.
const gap = "  "

// maxText bounds the width of a text cell that is not the last of its row.
const maxText = 48

// textColumn is a column of a text table: its unit and width follow from a
// first pass over the cells.
type textColumn struct {
	report.Column
	window  model.Range
	hidden  bool
	left    bool
	last    bool
	width   int
	unit    unit
	largest int64 // of the times, regardless of sign
	least   int64 // of those below 0
	empty   bool  // only zeros
	atLeast bool  // a cell is a lower bound
}

// unit is the unit of a whole column of times.
type unit struct {
	name  string
	scale int64
}

// unitFor picks the unit in which the largest time of a column has at most five
// digits before the point.
func unitFor(largest int64) unit {
	switch {
	case largest < 10_000:
		return unit{"ns", 1}
	case largest < 10_000_000:
		return unit{"µs", 1_000}
	case largest < 100_000_000_000:
		return unit{"ms", 1_000_000}
	}
	return unit{"s", 1_000_000_000}
}

func writeText(w *bufio.Writer, t *report.Table) error {
	heading := t.Title
	if t.Scope != "" {
		heading += ", " + t.Scope
	}
	if t.Range != (model.Range{}) { // a table that is not about a trace has no window
		heading += ", " + measure.Window(t.Range)
	}
	if _, err := fmt.Fprintf(w, "%s\n\n", model.Clean(heading)); err != nil {
		return err
	}
	columns := textColumns(t)
	cells := make([]string, len(columns))
	line := func(cell func(i int) string) error {
		for i := range columns {
			cells[i] = cell(i)
		}
		_, err := w.WriteString(join(columns, cells))
		return err
	}
	if err := line(func(i int) string { return columns[i].heading() }); err != nil {
		return err
	}
	n := 0
	for row := range t.All() {
		if err := line(func(i int) string { return columns[i].indent(t, n) + columns[i].cell(row[i]) }); err != nil {
			return err
		}
		n++
	}
	if t.Total != nil {
		rule := make([]string, len(columns))
		for i := range rule {
			rule[i] = strings.Repeat("-", columns[i].width)
		}
		if _, err := w.WriteString(join(columns, rule)); err != nil {
			return err
		}
		if err := line(func(i int) string { return columns[i].cell(t.Total[i]) }); err != nil {
			return err
		}
	}
	return writeNotes(w, t.Notes)
}

func writeNotes(w *bufio.Writer, notes []string) error {
	for i, n := range notes {
		if n = model.Clean(n); i == 0 {
			n = "\n" + n
		}
		if _, err := w.WriteString(n + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// textColumns chooses the units and widths of the columns.
func textColumns(t *report.Table) []textColumn {
	columns := make([]textColumn, len(t.Columns))
	for i, c := range t.Columns {
		c.Title = model.Clean(c.Title)
		columns[i] = textColumn{
			Column: c, window: t.Range, left: !c.Kind.Numeric(), last: i == len(t.Columns)-1, empty: true,
		}
	}
	n := 0
	for row := range t.All() {
		for i := range row {
			columns[i].see(row[i])
			columns[i].widen(columns[i].indent(t, n))
		}
		n++
	}
	groups := map[string]int64{}
	for i := range columns {
		c := &columns[i]
		if t.Total != nil {
			c.see(t.Total[i])
		}
		if c.Group != "" {
			groups[c.Group] = max(groups[c.Group], c.largest)
		}
	}
	for i := range columns {
		c := &columns[i]
		c.largest = max(c.largest, groups[c.Group])
		c.unit = unitFor(c.largest)
		if c.Kind == report.KindDuration {
			c.widen(c.cell(report.Value{Kind: c.Kind, Int: c.largest, AtLeast: c.atLeast}))
			c.widen(c.cell(report.Value{Kind: c.Kind, Int: c.least, AtLeast: c.atLeast}))
		}
		c.widen(c.heading())
		c.hidden = c.Sparse && c.empty
	}
	return columns
}

// see takes a cell into account. The width of durations follows from the largest.
func (c *textColumn) see(v report.Value) {
	if v.Kind == report.KindNone {
		return
	}
	c.empty = c.empty && v.Int == 0 && v.Float == 0 && v.Text == ""
	c.atLeast = c.atLeast || v.AtLeast
	if v.Kind == report.KindDuration {
		c.largest = max(c.largest, v.Int, -v.Int)
		c.least = min(c.least, v.Int)
		return
	}
	c.widen(c.cell(v))
}

func (c *textColumn) widen(s string) { c.width = max(c.width, utf8.RuneCountInString(s)) }

// heading is the column's title with its unit.
func (c *textColumn) heading() string {
	switch c.Kind {
	case report.KindDuration:
		return c.Title + " (" + c.unit.name + ")"
	case report.KindInstant:
		return c.Title + " (ms)"
	case report.KindPercent, report.KindCores, report.KindChange:
		return c.Title + " (" + c.Unit() + ")"
	}
	return c.Title
}

// cell is a cell as people read it, without its unit.
func (c *textColumn) cell(v report.Value) string {
	s := ""
	switch v.Kind {
	case report.KindNone:
		return ""
	case report.KindCount:
		s = strconv.FormatInt(v.Int, 10)
	case report.KindDuration:
		s = c.unit.format(v.Int)
	case report.KindInstant:
		s = strings.TrimSuffix(measure.Instant(model.Time(v.Int), c.window), " ms")
	case report.KindPercent:
		s = strings.TrimSuffix(measure.Percent(v.Float, c.Digits), "%")
	case report.KindNumber:
		s = strconv.FormatFloat(v.Float, 'f', c.Digits, 64)
	case report.KindChange:
		s = strings.TrimSuffix(measure.Change(v.Float, c.Digits), "%")
	case report.KindCores:
		s = strconv.FormatFloat(v.Float, 'f', max(3, c.Digits), 64)
	default:
		if s = v.Display; s == "" {
			s = v.Text
		}
		s = c.shorten(model.Clean(s))
	}
	if v.AtLeast {
		return "≥" + s
	}
	return s
}

// indent is what precedes the cell of row n.
func (c *textColumn) indent(t *report.Table, n int) string {
	if !c.Nested || n >= len(t.Levels) {
		return ""
	}
	return strings.Repeat(gap, int(t.Levels[n]))
}

// format formats d ns in the unit with three decimals, exactly.
func (u unit) format(d int64) string {
	if u.scale == 1 {
		return strconv.FormatInt(d, 10)
	}
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	rounded := (d + u.scale/2000) / (u.scale / 1000)
	return fmt.Sprintf("%s%d.%03d", sign, rounded/1000, rounded%1000)
}

// shorten shortens a text that would displace the columns after it.
func (c *textColumn) shorten(s string) string {
	if c.last || c.Whole || utf8.RuneCountInString(s) <= maxText {
		return s
	}
	r := []rune(s)
	return string(r[:maxText-1]) + "…"
}

// join aligns the cells of a line, leaving out hidden columns.
func join(columns []textColumn, cells []string) string {
	var b strings.Builder
	for i := range columns {
		c := &columns[i]
		if c.hidden {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(gap)
		}
		pad := strings.Repeat(" ", max(0, c.width-utf8.RuneCountInString(cells[i])))
		if c.left {
			b.WriteString(cells[i] + pad)
		} else {
			b.WriteString(pad + cells[i])
		}
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}
