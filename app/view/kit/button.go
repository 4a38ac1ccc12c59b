package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// ButtonKind is the look of a button.
type ButtonKind uint8

const (
	Bordered ButtonKind = iota // the bar's buttons: panel with a thin border
	Primary                    // the default action: accent
	Flat                       // no border until the pointer is over it
	link                       // accent text only
)

// Button is the program's push button: smaller than Fyne's, with an icon, a second text on the
// right, a tooltip, and keyboard support.
type Button struct {
	widget.BaseWidget
	Kind     ButtonKind
	Icon     Icon // "" for none
	Text     string
	Note     string // in the secondary colour after the text
	Trailing Icon   // "" for none
	Tip      string
	tips     *TipLayer
	Run      func()
	Reached  func() // called when it gets the keyboard; may be nil
	Height   float32
	Width    float32 // the minimum; 0 for the width of the text
	Fitting  bool    // may be narrower than its text
	Faint    bool    // the text is a hint, as in an empty field

	hovered, focused, Off bool
}

// buttonHeight is the height of a button in the command bar.
const buttonHeight = 28

// NewButton is a button that calls run; its icon and its text may each be "".
func NewButton(kind ButtonKind, i Icon, text string, run func()) *Button {
	b := &Button{Kind: kind, Icon: i, Text: text, Run: run, Height: buttonHeight}
	b.ExtendBaseWidget(b)
	return b
}

// NewLink is a button that looks like a link.
func NewLink(text string, run func()) *Button {
	b := NewButton(link, "", text, run)
	b.Height = 20
	return b
}

// Explain gives the button a tooltip and returns the button.
func (b *Button) Explain(tips *TipLayer, tip string) *Button {
	b.tips, b.Tip = tips, tip
	return b
}

// Offer makes it a button for a command: its tooltip is the command's, and where the command cannot
// run now, the button is off and the tooltip says why.
func (b *Button) Offer(tips *TipLayer, c *Command) {
	tip := c.Tip()
	if !c.Can() {
		tip += ": " + c.Reason()
	}
	b.Explain(tips, tip).Enable(c.Can())
}

// Set changes the texts.
func (b *Button) Set(text, note string) {
	if b.Text != text || b.Note != note {
		b.Text, b.Note = text, note
		b.Refresh()
	}
}

// Needs is the width at which the button shows these texts in full.
func (b *Button) Needs(text, note string) float32 {
	width := func(text string) float32 {
		return fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width + buttonGap
	}
	w := 2*buttonPad + width(text)
	if note != "" {
		w += width(note)
	}
	if b.Icon != "" {
		w += Scaled(GlyphSize)
	}
	return w
}

// Enable turns the button on or off.
func (b *Button) Enable(on bool) {
	if b.Off == on {
		b.Off = !on
		b.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (b *Button) Tapped(*fyne.PointEvent) {
	b.tips.Hide()
	if !b.Off {
		b.Run()
	}
}

// MouseIn implements desktop.Hoverable.
func (b *Button) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.tips.showSoon(b, b.Tip)
	b.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (b *Button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *Button) MouseOut() {
	b.hovered = false
	b.tips.Hide()
	b.Refresh()
}

// Cursor implements desktop.Cursorable.
func (b *Button) Cursor() desktop.Cursor {
	if b.Kind == link && !b.Off {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained implements fyne.Focusable.
func (b *Button) FocusGained() {
	b.focused = true
	b.tips.showSoon(b, b.Tip)
	b.Refresh()
	if b.Reached != nil {
		b.Reached()
	}
}

// FocusLost implements fyne.Focusable.
func (b *Button) FocusLost() { b.focused = false; b.tips.Hide(); b.Refresh() }

// TypedRune implements fyne.Focusable: characters go to the window's commands.
func (b *Button) TypedRune(r rune) {
	PassRune(b, r)
}

// TypedKey implements fyne.Focusable: keys that the button does not use go to the window's
// commands.
func (b *Button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
		return
	}
	PassKey(b, e)
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &ButtonRenderer{
		b: b, back: canvas.NewRectangle(color.Transparent), ring: canvas.NewRectangle(color.Transparent),
		icon: NewGlyph(b.Icon, ""), Text: NewLine(b.Text, ""), note: NewLine(b.Note, ""),
		trailing: NewGlyph(b.Trailing, theme.ColorNameForeground),
	}
	r.Refresh()
	return r
}

// ButtonRenderer draws a button.
type ButtonRenderer struct {
	b              *Button
	back, ring     *canvas.Rectangle
	icon, trailing *Glyph
	Text, note     *Line
}

// Destroy implements fyne.WidgetRenderer.
func (r *ButtonRenderer) Destroy() {}

// Objects implements fyne.WidgetRenderer.
func (r *ButtonRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.ring, r.icon, r.Text, r.note, r.trailing}
}

// pad is the space on the left and right of the content.
func (r *ButtonRenderer) pad() float32 {
	switch {
	case r.b.Kind == link:
		return 0
	case r.b.Text == "":
		return 6
	}
	return buttonPad
}

const (
	buttonPad = 11 // left and right of a text
	buttonGap = 7  // between icon, text and note
)

// MinSize implements fyne.WidgetRenderer.
func (r *ButtonRenderer) MinSize() fyne.Size {
	w := 2 * r.pad()
	for i, part := range r.parts() {
		if i > 0 {
			w += buttonGap
		}
		if part == r.Text && r.b.Fitting {
			continue
		}
		w += part.MinSize().Width
	}
	return fyne.NewSize(max(w, r.b.Width), Scaled(r.b.Height))
}

// parts are the visible parts from left to right.
func (r *ButtonRenderer) parts() []fyne.CanvasObject {
	var ps []fyne.CanvasObject
	if r.b.Icon != "" {
		ps = append(ps, r.icon)
	}
	if r.b.Text != "" {
		ps = append(ps, r.Text)
	}
	if r.b.Note != "" {
		ps = append(ps, r.note)
	}
	if r.b.Trailing != "" {
		ps = append(ps, r.trailing)
	}
	return ps
}

// Layout implements fyne.WidgetRenderer.
func (r *ButtonRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Resize(size.Add(fyne.NewSquareSize(2)))
	r.ring.Move(fyne.NewPos(-1, -1))
	x := r.pad()
	parts := r.parts()
	room := size.Width - 2*r.pad() - float32(max(0, len(parts)-1))*buttonGap
	for _, part := range parts {
		if part != r.Text {
			room -= part.MinSize().Width
		}
	}
	if least := r.MinSize().Width; !r.b.Fitting && size.Width > least {
		x += (size.Width - least) / 2 // in a row of buttons all are as wide as the widest
	}
	for _, part := range parts {
		w := part.MinSize().Width
		if part == r.Text {
			w = min(room, fyne.MeasureText(r.b.Text, theme.TextSize(), r.Text.Style).Width+1)
		}
		if part == parts[len(parts)-1] && part != r.Text && r.b.Fitting {
			x = size.Width - r.pad() - w
		}
		part.Move(fyne.NewPos(x, 0))
		part.Resize(fyne.NewSize(w, size.Height))
		x += w + buttonGap
	}
}

// Refresh implements fyne.WidgetRenderer.
func (r *ButtonRenderer) Refresh() {
	b := r.b
	fill, stroke, ink := b.colors()
	r.back.FillColor, r.back.StrokeColor, r.back.StrokeWidth = color.Transparent, color.Transparent, 0
	if fill != "" {
		r.back.FillColor = theme.Color(fill)
	}
	if stroke != "" {
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(stroke), 1
	}
	r.back.CornerRadius = theme.InputRadiusSize()
	r.ring.CornerRadius = theme.InputRadiusSize() + 1
	r.ring.StrokeColor, r.ring.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	r.ring.Hidden = !b.focused
	r.icon.icon, r.trailing.icon = b.Icon, b.Trailing
	r.Text.Text, r.note.Text = b.Text, b.Note
	r.Text.Natural = !b.Fitting
	r.icon.Color, r.Text.Color, r.note.Color = ink, ink, ColorText2
	if b.Faint {
		r.icon.Color, r.Text.Color = ColorText2, ColorText3
	}
	if b.Off {
		r.note.Color = ink
	}
	r.icon.Hidden, r.trailing.Hidden = b.Icon == "", b.Trailing == ""
	r.Layout(b.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// colors are the colours of the button's state: background, border and text.
func (b *Button) colors() (fill, stroke, ink fyne.ThemeColorName) {
	ink = theme.ColorNameForeground
	switch b.Kind {
	case Bordered:
		fill, stroke = theme.ColorNameButton, theme.ColorNameSeparator
	case Primary:
		fill, ink = theme.ColorNamePrimary, theme.ColorNameForegroundOnPrimary
	case link:
		ink = theme.ColorNamePrimary
	}
	switch {
	case b.Off && b.Kind == Primary: // no grey is readable on the accent
		fill, stroke, ink = theme.ColorNameDisabledButton, theme.ColorNameSeparator, theme.ColorNameDisabled
	case b.Off:
		ink = theme.ColorNameDisabled
	case b.hovered && (b.Kind == Bordered || b.Kind == Flat):
		fill = theme.ColorNameHover
	}
	return fill, stroke, ink
}
