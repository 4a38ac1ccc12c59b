package kit

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

// Line is one line of text in the theme's colours. Unlike a canvas.Text it shortens text that does
// not fit, and unlike a Label it has no padding.
type Line struct {
	widget.BaseWidget
	Text     string
	Color    fyne.ThemeColorName
	TextSize fyne.ThemeSizeName
	Style    fyne.TextStyle
	align    fyne.TextAlign
	// Natural makes the minimum width that of the whole text; otherwise the line takes the width it
	// is given.
	Natural bool
	// Middle puts the ellipsis in the middle, for paths and names whose end
	// matters.
	Middle bool
	// Tip is what a tooltip shows instead of the text, also where that is not truncated.
	Tip string
}

// NewLine is a line of body text whose minimum width shows all of it.
func NewLine(text string, color fyne.ThemeColorName) *Line {
	l := &Line{Text: text, Color: color, TextSize: theme.SizeNameText, Natural: true}
	l.ExtendBaseWidget(l)
	return l
}

// NewCaption is NewLine in the small size.
func NewCaption(text string, color fyne.ThemeColorName) *Line {
	l := NewLine(text, color)
	l.TextSize = theme.SizeNameCaptionText
	return l
}

// Bold makes the line's text bold and returns the line.
func (l *Line) Bold() *Line {
	l.Style.Bold = true
	return l
}

// Fitting lets the line shorten its text and returns the line.
func (l *Line) Fitting() *Line {
	l.Natural = false
	return l
}

// Right aligns the text to the right and returns the line.
func (l *Line) Right() *Line {
	l.align = fyne.TextAlignTrailing
	return l
}

// Set changes the text; it repaints only if the text differs.
func (l *Line) Set(text string) {
	if l.Text != text {
		l.Text = text
		l.Refresh()
	}
}

// Paint changes the colour.
func (l *Line) Paint(color fyne.ThemeColorName) {
	if l.Color != color {
		l.Color = color
		l.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{l: l, t: canvas.NewText("", color.Transparent)}
	r.Refresh()
	return r
}

type lineRenderer struct {
	l *Line
	t *canvas.Text
}

func (r *lineRenderer) Destroy() {}

func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.t} }

func (r *lineRenderer) Layout(size fyne.Size) {
	r.t.Text = Shorten(r.l.Text, size.Width, r.t.TextSize, r.l.Style, r.l.Middle)
	h := r.t.MinSize().Height
	r.t.Move(fyne.NewPos(0, (size.Height-h)/2))
	r.t.Resize(fyne.NewSize(size.Width, h))
}

func (r *lineRenderer) MinSize() fyne.Size {
	s := fyne.MeasureText(r.l.Text, theme.Size(r.l.TextSize), r.l.Style)
	if !r.l.Natural {
		s.Width = 0
	}
	return s
}

func (r *lineRenderer) Refresh() {
	r.t.Color = theme.Color(r.l.Color)
	r.t.TextSize = theme.Size(r.l.TextSize)
	r.t.TextStyle = r.l.Style
	r.t.Alignment = r.l.align
	r.Layout(r.l.Size())
	r.t.Refresh()
}

// Ellipsis replaces the part of a text that is left out.
const Ellipsis = "…"

// Shorten cuts text to width, with an ellipsis at its end or in its middle.
func Shorten(text string, width, size float32, style fyne.TextStyle, middle bool) string {
	wide := func(s string) float32 { return fyne.MeasureText(s, size, style).Width }
	if width <= 0 {
		return text
	}
	all := wide(text)
	if all <= width+rounding {
		return text
	}
	runes := []rune(text)
	cut := func(n int) string {
		if middle {
			head := n / 2
			return strings.TrimRight(string(runes[:head]), gaps) + Ellipsis + strings.TrimLeft(string(runes[len(runes)-(n-head):]), gaps)
		}
		return strings.TrimRight(string(runes[:n]), gaps) + Ellipsis
	}
	return cut(most(len(runes), int(float32(len(runes))*width/all), func(n int) bool { return wide(cut(n)) <= width+rounding }))
}

// gaps are not shown next to an ellipsis.
const gaps = " " + Ellipsis

// rounding is by how much a text may exceed its width, dp.
const rounding = 0.5

// most is the greatest number from 0 to n that fits; 0 does, and where a number fits all smaller ones
// do. It tries few numbers if the guess is close: measuring a text takes long.
func most(n, guess int, fits func(int) bool) int {
	lo, hi := 0, n
	up, down := false, false // a number that fits was found, and one that does not
	at := min(max(guess, 1), n)
	for step := 1; lo < hi; step *= 2 {
		if fits(at) {
			lo, up = at, true
			at += step
		} else {
			hi, down = at-1, true
			at -= step
		}
		if up && down || at <= lo || at > hi {
			at = (lo + hi + 1) / 2
		}
	}
	return lo
}

// Wrap breaks text at spaces into lines of at most width dp of body text.
func Wrap(text string, width float32) []string {
	return WrapAt(text, width, theme.SizeNameText, fyne.TextStyle{})
}

// WrapAt is Wrap for text of any size and style. It measures words instead of lines: most of them
// were measured before.
func WrapAt(text string, width float32, size fyne.ThemeSizeName, style fyne.TextStyle) []string {
	wide := func(s string) float32 { return fyne.MeasureText(s, theme.Size(size), style).Width }
	var lines []string
	current, at, space := "", float32(0), wide(" ")
	for _, word := range strings.Fields(text) {
		n := wide(word)
		if current != "" && at+space+n > width {
			lines = append(lines, current)
			current = ""
		}
		if current == "" {
			current, at = word, n
		} else {
			current, at = current+" "+word, at+space+n
		}
	}
	return append(lines, current)
}

// Sentence is the text of an error with a capital letter.
func Sentence(err error) string {
	r, n := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(r)) + err.Error()[n:]
}
