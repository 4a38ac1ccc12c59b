package export

import (
	"slices"
	"strings"
	"unicode/utf8"

	"threadlens/model/measure"
	"threadlens/model/report"
)

// Widths of texts: a column of texts is made narrower down to easyText before columns are left out,
// and down to leastText before others than minor ones are. Sentences need proseWidth beside the other
// columns, else they are below them.
const (
	easyText   = 24
	leastText  = 12
	proseWidth = 28
)

// layout is where the columns of a page are.
type layout struct {
	width   int          // of the longest possible line, 0 without a limit
	columns []textColumn // those beside each other
	below   []textColumn // sentences below the rows
	leftOut []string     // data names of columns for which there is no room
}

// fit makes the lines of a page no longer than its width. It puts sentences below their rows, breaks
// headings, shortens texts, and leaves out columns, minor ones first.
func (l *layout) fit() {
	if l.width == 0 || l.needs(0) <= l.width {
		return
	}
	for i := 0; i < len(l.columns); i++ {
		if l.columns[i].Prose {
			l.columns, l.below = l.columns[:i:i], l.columns[i:]
		}
	}
	if room := l.width - l.needs(0) - len(gap); len(l.below) == 1 && room >= proseWidth {
		l.below[0].width = room
		l.columns, l.below = append(l.columns, l.below[0]), nil
		return
	}
	if l.needs(0) <= l.width {
		return
	}
	for i := range l.columns {
		l.columns[i].breakHeading()
	}
	l.leaveOut(easyText, func(c *textColumn) bool { return c.Minor })
	l.leaveOut(leastText, func(c *textColumn) bool { return !c.Nested })
	slices.Reverse(l.leftOut)
	l.narrow()
}

// needs is the length of a line whose texts are at most that long; 0 is for no limit.
func (l *layout) needs(limit int) int {
	n := len(gap) * (len(l.columns) - 1)
	for i := range l.columns {
		n += l.columns[i].within(limit)
	}
	return n
}

// leaveOut removes columns from the right, but not the first one, as long as the page is too wide
// for texts of a length.
func (l *layout) leaveOut(limit int, can func(*textColumn) bool) {
	for i := len(l.columns) - 1; i > 0 && l.needs(limit) > l.width; i-- {
		if can(&l.columns[i]) {
			l.leftOut = append(l.leftOut, l.columns[i].Name)
			l.columns = slices.Delete(l.columns, i, i+1)
		}
	}
}

// narrow gives columns of texts as much room as there is, all the same.
func (l *layout) narrow() {
	limit := l.width
	for limit > 1 && l.needs(limit) > l.width {
		limit--
	}
	for i := range l.columns {
		c := &l.columns[i]
		c.narrow = c.within(limit) < c.width
		c.width = c.within(limit)
	}
}

// within is the width of the column if texts have a limit.
func (c *textColumn) within(limit int) int {
	if !c.left || limit == 0 {
		return c.width
	}
	return max(min(c.width, limit), c.headWidth())
}

func (c *textColumn) headWidth() (n int) {
	for _, h := range c.heads {
		n = max(n, utf8.RuneCountInString(h))
	}
	return n
}

// breakHeading breaks the heading into two lines if that makes the column narrower.
func (c *textColumn) breakHeading() {
	words := strings.Split(c.heads[0], " ")
	for i := 1; i < len(words); i++ {
		two := []string{strings.Join(words[:i], " "), strings.Join(words[i:], " ")}
		broken := textColumn{heads: two}
		if w := max(c.cells, broken.headWidth()); w < c.width {
			c.heads, c.width = two, w
		}
	}
}

// fitted is a cell of a row at a level, indented, that is no wider than the column.
func (c *textColumn) fitted(v report.Value, level int) string {
	s, indent := c.cell(v), c.indent(level)
	if !c.left {
		return s
	}
	if c.narrow {
		indent = indent[:min(len(indent), c.width/2)]
	}
	if most := c.width - len(indent); utf8.RuneCountInString(s) > most {
		c.cut++
		s = shorten(s, most)
	}
	return indent + s
}

// shorten shortens a text to n characters: of paths and modules the end stays, of names both ends.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	if n <= 1 {
		return "…"
	}
	end := (n - 1) / 2
	if isPath(s) {
		end = n - 1
	}
	return string(r[:n-1-end]) + "…" + string(r[len(r)-end:])
}

// isPath reports whether a text looks like the path of a file.
func isPath(s string) bool {
	return strings.ContainsAny(s, `/\`) && !strings.ContainsAny(s, " !")
}

// wrap breaks a text at blanks into lines of at most that many characters, without a limit if it is
// 0 or less.
func wrap(s string, most int) (lines []string) {
	if most <= 0 {
		return []string{s}
	}
	line, length := "", 0
	for _, word := range words(s) {
		n := utf8.RuneCountInString(word)
		for n > most { // it has no blank
			r := []rune(word)
			if line != "" {
				lines = append(lines, line)
			}
			lines, line, length = append(lines, string(r[:most])), "", 0
			word, n = string(r[most:]), n-most
		}
		switch {
		case line == "":
			line, length = word, n
		case length+1+n <= most:
			line, length = line+" "+word, length+1+n
		default:
			lines = append(lines, line)
			line, length = word, n
		}
	}
	return append(lines, line)
}

// words splits a text at the blanks where a line may end: not between a number and its unit, and not
// within a range of numbers.
func words(s string) (list []string) {
	for _, w := range strings.Split(s, " ") {
		n := len(list)
		if n > 0 && (endsInDigit(list[n-1]) && (w == "–" || isUnit(w)) || strings.HasSuffix(list[n-1], " –")) {
			list[n-1] += " " + w
		} else {
			list = append(list, w)
		}
	}
	return list
}

func endsInDigit(s string) bool {
	return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9'
}

// isUnit reports whether a word, without what follows it in a sentence, is a unit of time or size.
func isUnit(word string) bool {
	switch strings.TrimRight(word, ".,;:)") {
	case "ns", "µs", "ms", "s", "min", "h", "%", "B", "KiB", "MiB", "GiB", "TiB", "ppm", "Hz", "kHz", "MHz", "GHz":
		return true
	}
	return false
}

// leftOutNote is a line about what has no room, and how to see it, "" if everything has.
func (l *layout) leftOutNote() string {
	cut := 0
	for i := range l.columns {
		cut += l.columns[i].cut
	}
	var what []string
	if n := len(l.leftOut); n > 0 {
		what = append(what, measure.Plural(n, "column", "columns")+" left out")
	}
	if cut > 0 {
		what = append(what, measure.Plural(cut, "text", "texts")+" shortened")
	}
	if what == nil {
		return ""
	}
	all, them := "all", "them"
	if len(l.leftOut) == 1 {
		them = "it"
		if cut == 0 {
			all = "it"
		}
	}
	s := strings.Join(what, ", ") + ": --wide shows " + all
	if len(l.leftOut) > 0 {
		s += ", --columns NAMES selects " + them
		s += l.some(l.width - utf8.RuneCountInString(s))
	}
	return s
}

// some is as many names of the columns left out as there is room for.
func (l *layout) some(room int) string {
	list := ""
	for i := range l.leftOut {
		s := " (" + strings.Join(l.leftOut[:i+1], ", ")
		if i+1 < len(l.leftOut) {
			s += ", …"
		}
		if s += ")"; utf8.RuneCountInString(s) > room {
			break
		}
		list = s
	}
	return list
}
