package view

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/kit"
	"threadlens/timeline/paint"
)

// readout collects what is on screen as lines of text, in the order of the objects: for pasting,
// and for users who cannot see the screen, since the toolkit does not support screen readers. What
// is side by side is on one line, separated by tabs.
type readout struct {
	text strings.Builder
	y    float32 // the middle of the last text
}

// sameLine is how far apart, in dp, the middles or the baselines of texts on one line may be.
const sameLine = 4

// add adds a text whose middle is at y.
func (r *readout) add(text string, y float32) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	switch {
	case r.text.Len() == 0:
	case math.Abs(float64(r.y-y)) < sameLine:
		r.text.WriteByte('\t')
	default:
		r.text.WriteByte('\n')
	}
	r.text.WriteString(text)
	r.y = y
}

// read adds the texts of an object whose parent is at a position.
func (r *readout) read(o fyne.CanvasObject, parent fyne.Position) {
	if o == nil || !o.Visible() {
		return
	}
	at := parent.Add(o.Position())
	text, parts := spoken(o)
	r.add(text, at.Y+o.Size().Height/2)
	for _, part := range parts {
		r.read(part, at)
	}
	if p, ok := o.(drawing); ok {
		r.drawn(p, at)
	}
}

// spoken is the text of an object, "" if it has none, and the objects it consists of.
func spoken(o fyne.CanvasObject) (text string, parts []fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		return "", o.Objects
	case kit.TextWidget:
		return o.VisibleText()
	case *container.Scroll:
		return "", []fyne.CanvasObject{o.Content}
	case *container.Clip:
		return "", []fyne.CanvasObject{o.Content}
	case *container.ThemeOverride:
		return "", []fyne.CanvasObject{o.Content}
	case *widget.PopUp:
		return "", []fyne.CanvasObject{o.Content}
	case *canvas.Text:
		return o.Text, nil
	case *widget.Label:
		return o.Text, nil
	case *widget.Button:
		return o.Text, nil
	case *widget.Check:
		return o.Text, nil
	case *kit.Field:
		return typedText(&o.Entry), nil
	case *widget.Entry:
		return typedText(o), nil
	}
	return "", nil
}

// drawing is a widget that draws text itself.
type drawing interface {
	// DisplayList is what it draws, and the number of device pixels per dp.
	DisplayList() (*paint.DisplayList, float32)
}

// drawn adds the texts of a drawing, line by line.
func (r *readout) drawn(p drawing, at fyne.Position) {
	list, scale := p.DisplayList()
	if list == nil {
		return
	}
	var texts []*paint.Item
	for i := range list.Items {
		if it := &list.Items[i]; it.Kind == paint.ItemText {
			texts = append(texts, it)
		}
	}
	slices.SortStableFunc(texts, func(a, b *paint.Item) int { return cmp.Compare(a.Y, b.Y) })
	for len(texts) > 0 {
		n := 1
		for n < len(texts) && float32(texts[n].Y-texts[0].Y) < sameLine*scale {
			n++
		}
		row := texts[:n]
		slices.SortStableFunc(row, func(a, b *paint.Item) int { return cmp.Compare(a.X, b.X) })
		for _, it := range row {
			r.add(it.Text, at.Y+float32(row[0].Y)/scale)
		}
		texts = texts[n:]
	}
}

func typedText(e *widget.Entry) string {
	if e.Text == "" {
		return e.PlaceHolder
	}
	return e.Text
}

// readoutCommands copy what is on screen as text.
func (w *window) readoutCommands() []*kit.Command {
	return []*kit.Command{
		{ID: "copyStatus", Title: "Copy Status", Help: "Copy the status line", Run: func() { w.Clip(textOf(w.status.root)) }},
		{
			ID: "copyWindow", Title: "Copy Window as Text", Help: "Copy all text of the window or, if a dialog is open, of the dialog",
			Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Ctrl | kit.Alt}}, Run: func() { w.Clip(w.readout()) },
		},
	}
}

// readout is all the text of the window, or of the dialog above it.
func (w *window) readout() string {
	switch top := w.Win.Canvas().Overlays().Top(); top.(type) {
	case *widget.PopUp, *finder:
		return textOf(top)
	}
	return textOf(w.Win.Canvas().Content()) // also while a menu is above it
}

// textOf is the text of an object and of what is in it.
func textOf(o fyne.CanvasObject) string {
	r := &readout{}
	r.read(o, fyne.Position{})
	return r.text.String() + "\n"
}
