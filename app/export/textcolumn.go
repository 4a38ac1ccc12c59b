package export

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// gap separates the columns of a text table.
const gap = "  "

// textColumn is a column of a text table: its width and decimals follow from a first pass over the
// cells.
type textColumn struct {
	report.Column
	at      int // its place in a row
	window  model.Range
	left    bool
	width   int
	cells   int      // the width of the widest cell
	narrow  bool     // cells may be wider than the column
	heads   []string // the heading's lines
	largest int64    // of the times, regardless of sign
	least   int64    // of those below 0
	tiny    bool     // a time other than 0 rounds to 0
	exact   bool     // times are shown to the nanosecond
	empty   bool     // only zeros
	atLeast bool     // a cell is a lower bound
	cut     int      // cells that were shortened
}

// textColumns are the columns to show, sentences last, with their decimals and widths.
func textColumns(t *report.Table) []textColumn {
	columns := make([]textColumn, len(t.Columns))
	for i, c := range t.Columns {
		c.Title = model.Clean(c.Title)
		columns[i] = textColumn{Column: c, at: i, window: t.Range, left: !c.Kind.Numeric(), empty: true}
	}
	n := 0
	for row := range t.All() {
		for i := range row {
			columns[i].see(row[i])
			if columns[i].Nested && n < len(t.Levels) {
				columns[i].widen(columns[i].indent(int(t.Levels[n])) + columns[i].cell(row[i]))
			}
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
		columns[i].settle(groups)
	}
	columns = slices.DeleteFunc(columns, func(c textColumn) bool { return c.Sparse && c.empty })
	slices.SortStableFunc(columns, func(a, b textColumn) int {
		switch {
		case a.Prose == b.Prose:
			return 0
		case a.Prose:
			return 1
		}
		return -1
	})
	return columns
}

// settle chooses the decimals and the width, once all cells are seen. groups are the largest times of
// the columns that are compared.
func (c *textColumn) settle(groups map[string]int64) {
	c.exact = c.Kind == report.KindDuration && max(c.largest, groups[c.Group]) < 1_000_000 && c.largest > 0
	if c.Kind == report.KindDuration {
		c.widen(c.cell(report.Value{Kind: c.Kind, Int: c.largest, AtLeast: c.atLeast}))
		c.widen(c.cell(report.Value{Kind: c.Kind, Int: c.least, AtLeast: c.atLeast}))
	}
	if c.tiny && !c.exact {
		c.widen(c.cell(report.Value{Kind: c.Kind, Int: cmp.Or(max(c.least, -1), 1)}))
	}
	c.cells, c.heads = c.width, []string{c.heading()}
	c.widen(c.heads[0])
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
		c.tiny = c.tiny || v.Int != 0 && max(v.Int, -v.Int) < roundsUp
		return
	}
	c.widen(c.cell(v))
}

func (c *textColumn) widen(s string) { c.width = max(c.width, utf8.RuneCountInString(s)) }

// heading is the column's title with its unit.
func (c *textColumn) heading() string {
	switch c.Kind {
	case report.KindDuration, report.KindInstant:
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
	case report.KindCount, report.KindID:
		s = signed(strconv.FormatInt(v.Int, 10))
	case report.KindDuration:
		s = c.milliseconds(v)
	case report.KindInstant:
		s = strings.TrimSuffix(measure.Instant(model.Time(v.Int), c.window), " ms")
	case report.KindPercent:
		s = strings.TrimSuffix(measure.Percent(v.Float, c.Digits), "%")
	case report.KindNumber:
		s = signed(strconv.FormatFloat(v.Float, 'f', c.Digits, 64))
	case report.KindChange:
		s = strings.TrimSuffix(measure.Change(v.Float, c.Digits), "%")
	case report.KindCores:
		s = signed(strconv.FormatFloat(v.Float, 'f', max(3, c.Digits), 64))
	default:
		if s = v.Display; s == "" {
			s = v.Text
		}
		s = model.Clean(s)
	}
	if v.AtLeast && !strings.HasPrefix(s, ">") {
		return "≥" + s
	}
	return s
}

// indent is what precedes the cell of a row at a level.
func (c *textColumn) indent(level int) string {
	if !c.Nested {
		return ""
	}
	return strings.Repeat(gap, level)
}

// roundsUp is the shortest time that is shown as 0.001 ms, in ns.
const roundsUp = 500

// milliseconds is a duration in ms. All have three decimals, so that they compare, but six in columns
// whose times are all below 1 ms.
func (c *textColumn) milliseconds(v report.Value) string {
	d, sign := v.Int, ""
	if d < 0 {
		d, sign = -d, minus
	}
	switch {
	case c.exact:
		return fmt.Sprintf("%s%d.%06d", sign, d/1_000_000, d%1_000_000)
	case d == 0 || d >= roundsUp || v.AtLeast:
		us := (d + roundsUp) / 1000
		return fmt.Sprintf("%s%d.%03d", sign, us/1000, us%1000)
	case sign != "":
		return ">" + minus + "0.001"
	}
	return "<0.001"
}

const minus = "\u2212"

// signed is a number with the minus sign of texts.
func signed(s string) string {
	if rest, below := strings.CutPrefix(s, "-"); below {
		return minus + rest
	}
	return s
}
