package export

import (
	"strings"

	"threadlens/model/report"
)

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
