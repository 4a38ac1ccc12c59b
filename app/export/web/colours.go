package web

import (
	"fmt"
	"image/color"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// colours are the style rules for the categories, one class each: the colours of the window.
func colours(safe bool) string {
	var b strings.Builder
	rules := func(dark bool) {
		p := paint.NewPalette(dark, safe)
		for _, c := range timeline.LegendOrder() {
			fmt.Fprintf(&b, ".%s{fill:%s;background:%[2]s}", class(c), hex(p.Category(c).Fill))
		}
	}
	b.WriteString("\n")
	rules(false)
	b.WriteString("\n@media screen and (prefers-color-scheme:dark){")
	rules(true)
	b.WriteString("}\n")
	return b.String()
}

// class is the class of a category in the style sheet.
func class(c model.Category) string { return fmt.Sprintf("k%d", c) }

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
