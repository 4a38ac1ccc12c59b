package view

import (
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// line is one line of text in the theme's colours. It shortens what does not
// fit, which a canvas.Text does not, and has no padding of its own, which a
// Label has.
type line struct {
	widget.BaseWidget
	text  string
	color fyne.ThemeColorName
	size  fyne.ThemeSizeName
	style fyne.TextStyle
	align fyne.TextAlign
	// natural makes the line ask for room for all of its text; otherwise it
	// takes what it gets.
	natural bool
	// middle puts the ellipsis in the middle, for paths and names whose end
	// matters.
	middle bool
}

// newLine is a line of body text that asks for room for all of it.
func newLine(text string, color fyne.ThemeColorName) *line {
	l := &line{text: text, color: color, size: theme.SizeNameText, natural: true}
	l.ExtendBaseWidget(l)
	return l
}

// newCaption is newLine in the small size.
func newCaption(text string, color fyne.ThemeColorName) *line {
	l := newLine(text, color)
	l.size = theme.SizeNameCaptionText
	return l
}

// bold makes the line's text bold and returns the line.
func (l *line) bold() *line {
	l.style.Bold = true
	return l
}

// fitting lets the line be shortened and returns it.
func (l *line) fitting() *line {
	l.natural = false
	return l
}

// right aligns the text to the right and returns the line.
func (l *line) right() *line {
	l.align = fyne.TextAlignTrailing
	return l
}

// set changes the text; it repaints only when that makes a difference.
func (l *line) set(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// paint changes the colour.
func (l *line) paint(color fyne.ThemeColorName) {
	if l.color != color {
		l.color = color
		l.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{l: l, t: canvas.NewText("", color.Transparent)}
	r.Refresh()
	return r
}

type lineRenderer struct {
	l *line
	t *canvas.Text
}

func (r *lineRenderer) Destroy() {}

func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.t} }

func (r *lineRenderer) Layout(size fyne.Size) {
	r.t.Text = shorten(r.l.text, size.Width, r.t.TextSize, r.l.style, r.l.middle)
	h := r.t.MinSize().Height
	r.t.Move(fyne.NewPos(0, (size.Height-h)/2))
	r.t.Resize(fyne.NewSize(size.Width, h))
}

func (r *lineRenderer) MinSize() fyne.Size {
	s := fyne.MeasureText(r.l.text, theme.Size(r.l.size), r.l.style)
	if !r.l.natural {
		s.Width = 0
	}
	return s
}

func (r *lineRenderer) Refresh() {
	r.t.Color = theme.Color(r.l.color)
	r.t.TextSize = theme.Size(r.l.size)
	r.t.TextStyle = r.l.style
	r.t.Alignment = r.l.align
	r.Layout(r.l.Size())
	r.t.Refresh()
}

const ellipsis = "…"

// shorten cuts text to width, with an ellipsis at its end or in its middle.
func shorten(text string, width, size float32, style fyne.TextStyle, middle bool) string {
	fits := func(s string) bool { return fyne.MeasureText(s, size, style).Width <= width+0.5 }
	if width <= 0 || fits(text) {
		return text
	}
	runes := []rune(text)
	cut := func(n int) string {
		if middle {
			head := n / 2
			return string(runes[:head]) + ellipsis + string(runes[len(runes)-(n-head):])
		}
		return strings.TrimRight(string(runes[:n]), " ") + ellipsis
	}
	lo, hi := 0, len(runes)
	for lo < hi {
		if mid := (lo + hi + 1) / 2; fits(cut(mid)) {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return cut(lo)
}

// wrap breaks text into lines of at most width dp of body text, at spaces.
func wrap(text string, width float32) []string {
	return wrapAt(text, width, theme.SizeNameText, fyne.TextStyle{})
}

// wrapAt is wrap for text of any size and style.
func wrapAt(text string, width float32, size fyne.ThemeSizeName, style fyne.TextStyle) []string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(text) {
		next := strings.TrimSpace(current + " " + word)
		if current != "" && fyne.MeasureText(next, theme.Size(size), style).Width > width {
			lines = append(lines, current)
			next = word
		}
		current = next
	}
	return append(lines, current)
}

// sentence is an error with a capital letter.
func sentence(err error) string {
	r, n := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(r)) + err.Error()[n:]
}
