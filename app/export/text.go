package export

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
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

// Look is how a table is written for people. The zero Look has no limit.
type Look struct {
	Width  int  // no line is longer, in characters; 0 is for no limit
	Colour bool // with the escape sequences of terminals for colours
}

// WriteText writes a table for people. The only errors are those of w.
func WriteText(w io.Writer, t *report.Table, look Look) error {
	p := textPage{w: bufio.NewWriterSize(w, 64<<10), width: look.Width, colour: look.Colour, columns: textColumns(t)}
	p.fit()
	p.title(t)
	if none := noneOf(t); none != "" {
		p.prose(none, "", styleNone)
	} else {
		p.table(t)
	}
	p.notes(t.Notes)
	if p.err == nil {
		p.err = p.w.Flush()
	}
	if p.err != nil {
		return fmt.Errorf("writing the %s table: %w", t.Name, p.err)
	}
	return nil
}

// noneOf is what people read instead of a table without anything to show, "" if there is something.
func noneOf(t *report.Table) string {
	switch {
	case t.None != "":
		return "none: " + t.None
	case t.IsEmpty():
		return "none"
	}
	return ""
}

// table writes headings, rows and total.
func (p *textPage) table(t *report.Table) {
	p.heading()
	n := 0
	for row := range t.All() {
		level := 0
		if n < len(t.Levels) {
			level = int(t.Levels[n])
		}
		if p.row(row, level); p.err != nil {
			break
		}
		n++
	}
	p.total(t.Total)
	p.leftOutNote()
}

// textPage writes one table as text.
type textPage struct {
	w       *bufio.Writer
	err     error
	width   int // of the longest possible line, 0 without a limit
	colour  bool
	columns []textColumn // those beside each other
	below   []textColumn // sentences below the rows
	leftOut []string     // data names of columns for which there is no room
}

// line writes a line without blanks at its end.
func (p *textPage) line(s string) {
	if p.err == nil {
		_, p.err = p.w.WriteString(strings.TrimRight(s, " ") + "\n")
	}
}

// prose writes a text in as many lines as it needs.
func (p *textPage) prose(s, indent string, look style) {
	for _, l := range wrap(model.Clean(s), p.width-len(indent)) {
		p.line(indent + p.styled(l, look))
	}
}

func (p *textPage) title(t *report.Table) {
	heading := t.Title
	if t.Scope != "" {
		heading += ", " + t.Scope
	}
	if t.Range != (model.Range{}) { // a table that is not about a trace has no window
		heading += ", " + measure.Window(t.Range)
	}
	p.prose(heading, "", styleHead)
	p.line("")
}

// heading writes the titles of the columns, aligned at their last lines.
func (p *textPage) heading() {
	lines := 0
	for i := range p.columns {
		lines = max(lines, len(p.columns[i].heads))
	}
	for k := range lines {
		p.cells(func(c *textColumn) (string, style) {
			if at := k - lines + len(c.heads); at >= 0 {
				return c.heads[at], styleHead
			}
			return "", styleNone
		})
	}
}

// cells writes a line of cells.
func (p *textPage) cells(cell func(c *textColumn) (string, style)) {
	if len(p.columns) == 0 { // only sentences
		return
	}
	var b strings.Builder
	for i := range p.columns {
		c := &p.columns[i]
		if i > 0 {
			b.WriteString(gap)
		}
		s, look := cell(c)
		pad := strings.Repeat(" ", max(0, c.width-utf8.RuneCountInString(s)))
		if s = p.styled(s, look); c.left {
			b.WriteString(s + pad)
		} else {
			b.WriteString(pad + s)
		}
	}
	p.line(b.String())
}

// row writes a row at a level, and its sentences in the last column or below it.
func (p *textPage) row(row []report.Value, level int) {
	var more []string
	offset := 0
	p.cells(func(c *textColumn) (string, style) {
		v := row[c.at]
		if !c.Prose || p.width == 0 {
			offset += c.width + len(gap)
			return c.fitted(v, level), c.style(&v)
		}
		lines := wrap(c.cell(v), c.width)
		more = lines[1:]
		return lines[0], styleNone
	})
	for _, l := range more {
		p.line(strings.Repeat(" ", offset) + l)
	}
	for i := range p.below {
		c := &p.below[i]
		s := c.cell(row[c.at])
		if s == "" {
			continue
		}
		if i > 0 {
			s = c.Title + ": " + s
		}
		p.prose(s, gap+gap, styleNone)
	}
}

// total writes a row of sums.
func (p *textPage) total(row []report.Value) {
	if row == nil {
		return
	}
	p.cells(func(c *textColumn) (string, style) { return strings.Repeat("-", c.width), styleDim })
	p.row(row, 0)
}

func (p *textPage) notes(notes []string) {
	if len(notes) > 0 {
		p.line("")
	}
	for _, n := range notes {
		p.prose(n, "", styleNone)
	}
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
	if v.AtLeast {
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
