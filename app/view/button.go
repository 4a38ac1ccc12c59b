package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// buttonKind is how a button looks.
type buttonKind uint8

const (
	bordered buttonKind = iota // the bar's buttons: panel with a thin border
	primary                    // the one that is meant first: accent
	flat                       // no border until the pointer is over it
	link                       // accent text only
)

// button is the program's push button: smaller than Fyne's, with an icon, a
// second text at the right, a tooltip, and the keyboard.
type button struct {
	widget.BaseWidget
	kind     buttonKind
	icon     icon // "" for none
	text     string
	note     string // in the secondary colour behind the text
	trailing icon   // "" for none
	tip      string
	tips     *tipLayer
	run      func()
	reached  func() // it has got the keyboard; may be nil
	height   float32
	width    float32 // the least; 0 for what the text needs
	fitting  bool    // may be narrower than its text
	faint    bool    // the text is a hint, as in an empty field

	hovered, focused, off bool
}

// buttonHeight is the height of a button in the command bar.
const buttonHeight = 28

func newButton(kind buttonKind, i icon, text string, run func()) *button {
	b := &button{kind: kind, icon: i, text: text, run: run, height: buttonHeight}
	b.ExtendBaseWidget(b)
	return b
}

// newLink is a button that looks like a link.
func newLink(text string, run func()) *button {
	b := newButton(link, "", text, run)
	b.height = 20
	return b
}

// explain gives the button a tooltip and returns the button.
func (b *button) explain(tips *tipLayer, tip string) *button {
	b.tips, b.tip = tips, tip
	return b
}

// set changes the texts.
func (b *button) set(text, note string) {
	if b.text != text || b.note != note {
		b.text, b.note = text, note
		b.Refresh()
	}
}

// needs is the width in which texts like these are whole.
func (b *button) needs(text, note string) float32 {
	width := func(text string) float32 {
		return fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width + buttonGap
	}
	w := 2*buttonPad + width(text)
	if note != "" {
		w += width(note)
	}
	if b.icon != "" {
		w += scaled(glyphSize)
	}
	return w
}

// enable switches the button on or off.
func (b *button) enable(on bool) {
	if b.off == on {
		b.off = !on
		b.Refresh()
	}
}

// Tapped implements fyne.Tappable.
func (b *button) Tapped(*fyne.PointEvent) {
	b.tips.hide()
	if !b.off {
		b.run()
	}
}

// MouseIn implements desktop.Hoverable.
func (b *button) MouseIn(*desktop.MouseEvent) {
	b.hovered = true
	b.tips.showSoon(b, b.tip)
	b.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (b *button) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *button) MouseOut() {
	b.hovered = false
	b.tips.hide()
	b.Refresh()
}

// Cursor implements desktop.Cursorable.
func (b *button) Cursor() desktop.Cursor {
	if b.kind == link && !b.off {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained implements fyne.Focusable.
func (b *button) FocusGained() {
	b.focused = true
	b.tips.showSoon(b, b.tip)
	b.Refresh()
	if b.reached != nil {
		b.reached()
	}
}

// FocusLost implements fyne.Focusable.
func (b *button) FocusLost() { b.focused = false; b.tips.hide(); b.Refresh() }

// TypedRune implements fyne.Focusable: characters are commands of the window.
func (b *button) TypedRune(r rune) {
	passRune(b, r)
}

// TypedKey implements fyne.Focusable: keys that are not the button's are
// commands of the window.
func (b *button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		b.Tapped(nil)
		return
	}
	passKey(b, e)
}

// CreateRenderer implements fyne.Widget.
func (b *button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{
		b: b, back: canvas.NewRectangle(color.Transparent), ring: canvas.NewRectangle(color.Transparent),
		icon: newGlyph(b.icon, ""), text: newLine(b.text, ""), note: newLine(b.note, ""),
		trailing: newGlyph(b.trailing, theme.ColorNameForeground),
	}
	r.Refresh()
	return r
}

type buttonRenderer struct {
	b              *button
	back, ring     *canvas.Rectangle
	icon, trailing *glyph
	text, note     *line
}

func (r *buttonRenderer) Destroy() {}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.ring, r.icon, r.text, r.note, r.trailing}
}

// pad is the room left and right of the content.
func (r *buttonRenderer) pad() float32 {
	switch {
	case r.b.kind == link:
		return 0
	case r.b.text == "":
		return 6
	}
	return buttonPad
}

const (
	buttonPad = 11 // left and right of a text
	buttonGap = 7  // between icon, text and note
)

func (r *buttonRenderer) MinSize() fyne.Size {
	w := 2 * r.pad()
	for i, part := range r.parts() {
		if i > 0 {
			w += buttonGap
		}
		if part == r.text && r.b.fitting {
			continue
		}
		w += part.MinSize().Width
	}
	return fyne.NewSize(max(w, r.b.width), scaled(r.b.height))
}

// parts are the visible parts from left to right.
func (r *buttonRenderer) parts() []fyne.CanvasObject {
	var ps []fyne.CanvasObject
	if r.b.icon != "" {
		ps = append(ps, r.icon)
	}
	if r.b.text != "" {
		ps = append(ps, r.text)
	}
	if r.b.note != "" {
		ps = append(ps, r.note)
	}
	if r.b.trailing != "" {
		ps = append(ps, r.trailing)
	}
	return ps
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Resize(size.Add(fyne.NewSquareSize(2)))
	r.ring.Move(fyne.NewPos(-1, -1))
	x := r.pad()
	parts := r.parts()
	room := size.Width - 2*r.pad() - float32(max(0, len(parts)-1))*buttonGap
	for _, part := range parts {
		if part != r.text {
			room -= part.MinSize().Width
		}
	}
	if least := r.MinSize().Width; !r.b.fitting && size.Width > least {
		x += (size.Width - least) / 2 // a row of buttons is as wide as the widest
	}
	for _, part := range parts {
		w := part.MinSize().Width
		if part == r.text {
			w = min(room, fyne.MeasureText(r.b.text, theme.TextSize(), r.text.style).Width+1)
		}
		if part == parts[len(parts)-1] && part != r.text && r.b.fitting {
			x = size.Width - r.pad() - w
		}
		part.Move(fyne.NewPos(x, 0))
		part.Resize(fyne.NewSize(w, size.Height))
		x += w + buttonGap
	}
}

func (r *buttonRenderer) Refresh() {
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
	r.icon.icon, r.trailing.icon = b.icon, b.trailing
	r.text.text, r.note.text = b.text, b.note
	r.text.natural = !b.fitting
	r.icon.color, r.text.color, r.note.color = ink, ink, colorText2
	if b.faint {
		r.icon.color, r.text.color = colorText2, colorText3
	}
	if b.off {
		r.note.color = ink
	}
	r.icon.Hidden, r.trailing.Hidden = b.icon == "", b.trailing == ""
	r.Layout(b.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// colors are the colours of the button's state: background, border and text.
func (b *button) colors() (fill, stroke, ink fyne.ThemeColorName) {
	ink = theme.ColorNameForeground
	switch b.kind {
	case bordered:
		fill, stroke = theme.ColorNameButton, theme.ColorNameSeparator
	case primary:
		fill, ink = theme.ColorNamePrimary, theme.ColorNameForegroundOnPrimary
	case link:
		ink = theme.ColorNamePrimary
	}
	switch {
	case b.off && b.kind == primary: // on the accent nothing grey can be read
		fill, stroke, ink = theme.ColorNameDisabledButton, theme.ColorNameSeparator, theme.ColorNameDisabled
	case b.off:
		ink = theme.ColorNameDisabled
	case b.hovered && (b.kind == bordered || b.kind == flat):
		fill = theme.ColorNameHover
	}
	return fill, stroke, ink
}
