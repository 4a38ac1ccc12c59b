package export

import (
	"image"
	"image/color"
)

// legendEntry explains a mark of a plot: its name, its value, and that in another unit.
type legendEntry struct {
	mark               mark
	ink                color.RGBA
	title, value, more string
}

// entries writes a legend, in as many lines as needed.
func (c *chart) entries(list []legendEntry) {
	if len(list) == 0 {
		return
	}
	margin, row, side, gap := c.px(pageMargin), c.px(legendRow), c.px(legendSwatch), c.px(pageGap)
	x := margin
	for _, e := range list {
		lead := side + gap
		if e.mark == markNone {
			lead = 0
		}
		width := lead + c.body.Width(e.title)
		if e.value != "" {
			width += gap + c.bold.Width(e.value)
		}
		if e.more != "" {
			width += gap + c.caption.Width(e.more)
		}
		if x > margin && x+width > c.list.Size.X-margin {
			x = margin
			c.y += row
		}
		e.mark.draw(c, image.Rect(0, 0, side, side).Add(image.Pt(x, c.y+(row-side)/2)), e.ink)
		end := c.text(e.title, c.body, c.palette.Text, x+lead, row)
		if e.value != "" {
			end = c.text(e.value, c.bold, c.palette.Text, end+gap, row)
		}
		if e.more != "" {
			end = c.text(e.more, c.caption, c.palette.Text2, end+gap, row)
		}
		x = end + c.px(entryGap)
	}
	c.y += row
}
