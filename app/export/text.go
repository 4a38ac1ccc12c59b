package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Look is how a table is written for people. The zero Look has no limit.
type Look struct {
	Width  int  // no line is longer, in characters; 0 is for no limit
	Colour bool // with the escape sequences of terminals for colours
}

// WriteText writes a table for people. The only errors are those of w.
func WriteText(w io.Writer, t *report.Table, look Look) error {
	p := textPage{w: bufio.NewWriterSize(w, 64<<10), colour: look.Colour, layout: layout{width: look.Width, columns: textColumns(t)}}
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
	if note := p.leftOutNote(); note != "" {
		p.line("")
		p.prose(note, "", styleDim)
	}
}

// textPage writes one table as text.
type textPage struct {
	layout
	w      *bufio.Writer
	err    error
	colour bool
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

// styled is a text in a style, unchanged on a page without colours.
func (p *textPage) styled(s string, look style) string {
	if !p.colour || look == styleNone || s == "" {
		return s
	}
	return "\x1b[" + string(look) + "m" + s + "\x1b[0m"
}

// style is the style of a cell: lower bounds and what is unknown are dim.
func (c *textColumn) style(v *report.Value) style {
	switch {
	case c.Name == "severity":
		return severities[v.Text]
	case v.AtLeast, v.Kind == report.KindText && strings.EqualFold(v.Text, "unknown"):
		return styleDim
	}
	return styleNone
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

// style is how a terminal shows a text: the parameters of the escape sequence, "" for none.
type style string

const (
	styleNone   style = ""
	styleHead   style = "1"
	styleDim    style = "2"
	styleRed    style = "31"
	styleYellow style = "33"
	styleCyan   style = "36"
)

// severities are the colours of severities.
var severities = map[string]style{"problem": styleRed, "error": styleRed, "warning": styleYellow, "info": styleCyan}
