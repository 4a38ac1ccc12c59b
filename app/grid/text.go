package grid

import (
	"math"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// nothing is shown where nothing is known.
const nothing = "–"

// cells is the floor that formats what is in the columns.
type cells struct{ sheet }

// Unit is the unit in which a column is shown, "" for none: it is in the header and not in the
// cells.
func (g *cells) Unit(c *Column) string {
	switch {
	case c.Signed && c.Kind == report.KindPercent:
		return "pp"
	case c.Share && g.layout.Percent, c.Kind == report.KindPercent, c.Kind == report.KindChange:
		return "%"
	case c.Kind == report.KindDuration:
		return "ms"
	case c.Kind == report.KindInstant:
		return g.scope.Clock.Unit()
	case c.Kind == report.KindCores:
		return "cores"
	}
	return ""
}

// Head is the header of a column: title and unit.
func (g *cells) Head(c *Column) string {
	if u := g.Unit(c); u != "" && c.Title != "" {
		return c.Title + " (" + u + ")"
	}
	return c.Title
}

// Text is the cell of a row in the i-th visible column, and whether it is empty.
func (g *cells) Text(r *Row, i int) (text string, zero bool) {
	c, v := g.Column(i), g.Cell(r, i)
	switch {
	case c.Mix, i > 0 && g.IsHeading(r):
		return "", true
	case v.Kind == report.KindNone && !c.Numeric(), v.Kind == report.KindText && v.Text == "":
		return "", true
	case v.Kind == report.KindNone:
		return nothing, true
	case v.Kind.Numeric() && v.Int == 0 && v.Float == 0 && c.Kind != report.KindInstant:
		return "0", true
	}
	text = g.text(c, r, v)
	if v.AtLeast {
		text = timeline.AtLeast(text)
	}
	return text, false
}

// text is a cell without its marks of uncertainty.
func (g *cells) text(c *Column, r *Row, v report.Value) string {
	if c.Signed {
		return signed(v.Float, c.Digits)
	}
	switch v.Kind {
	case report.KindCount:
		if v.Display != "" {
			return v.Display
		}
		return timeline.FormatCount(v.Int)
	case report.KindID:
		return strconv.FormatInt(v.Int, 10)
	case report.KindDuration:
		if c.Share && g.layout.Percent {
			return strings.TrimSuffix(timeline.FormatPercent(model.Time(v.Int), r.Whole), "%")
		}
		return Milliseconds(model.Time(v.Int))
	case report.KindInstant:
		text := g.scope.Clock.Instant(model.Time(v.Int), g.scope.Place.Window.Len())
		return strings.TrimSpace(strings.TrimSuffix(text, g.scope.Clock.Unit()))
	case report.KindPercent:
		return strings.TrimSuffix(measure.Percent(v.Float, c.Digits), "%")
	case report.KindChange:
		return strings.TrimSuffix(measure.Change(v.Float, c.Digits), "%")
	case report.KindNumber:
		return strconv.FormatFloat(v.Float, 'f', c.Digits, 64)
	case report.KindCores:
		return strconv.FormatFloat(v.Float, 'f', max(3, c.Digits), 64)
	}
	return timeline.Printable(shownText(v))
}

// signed formats a number with its sign, "+2.75", "−22.07"; one that rounds to zero has none.
func signed(v float64, digits int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	switch zero := strings.Trim(text, "0.") == ""; {
	case zero:
		return text
	case v < 0:
		return "−" + text
	}
	return "+" + text
}

// shownText is a text for display.
func shownText(v report.Value) string {
	if v.Display != "" {
		return v.Display
	}
	return v.Text
}

// Milliseconds formats a time in ms with three decimals: "1 995 367.707"; "0" for none and "<0.001"
// for what would round to it.
func Milliseconds(t model.Time) string {
	switch {
	case t == 0:
		return "0"
	case t > 0 && t < 500:
		return "<0.001"
	}
	us := (int64(t) + 500) / 1000
	frac := strconv.FormatInt(1000+us%1000, 10)[1:]
	return timeline.FormatCount(us/1000) + "." + frac
}

// Tip describes a cell in full: its value, to the last digit, with its unit or the denominator of
// its share.
func (g *cells) Tip(r *Row, i int) string {
	c, v := g.Column(i), g.Cell(r, i)
	if !c.Numeric() || v.Kind == report.KindText {
		text, _ := g.Text(r, i)
		return text
	}
	tip := c.Title + ": " + g.exact(c, r, v)
	if v.AtLeast {
		tip += ", or more, because events are missing"
	}
	if c.Help != "" {
		tip += ". " + c.Help
	}
	return tip
}

// exact is a number to its last digit, with its unit.
func (g *cells) exact(c *Column, r *Row, v report.Value) string {
	switch v.Kind {
	case report.KindNone:
		return "not known"
	case report.KindCount, report.KindID:
		return g.text(c, r, v)
	case report.KindDuration:
		text := timeline.FormatCount(v.Int) + " ns"
		if c.Share && r.Whole > 0 {
			text += ", " + timeline.FormatPercent(model.Time(v.Int), r.Whole) + " of " + timeline.FormatDuration(r.Whole)
		}
		return text
	case report.KindInstant:
		return g.scope.Clock.Instant(model.Time(v.Int), 0)
	}
	return strings.TrimSpace(strconv.FormatFloat(v.Float, 'f', -1, 64) + " " + g.Unit(c))
}

// IsLink reports whether a click on the row's cell in the i-th visible column goes somewhere or
// does something.
func (g *cells) IsLink(r *Row, i int) bool {
	c := g.Column(i)
	if text, _ := g.Text(r, i); text == "" || text == nothing {
		return false
	}
	return c.Act || c.Link && r.Leads && !r.Gone
}
