package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// filterHint says how a filter may look, while none is typed.
const filterHint = "name   !name   /regex/   tid:7   pid:7   process:name   peer:name   state:sync>10ms"

// filterBox is the filter of the rows in the header of the gutter: a button, and
// a field while there is a filter or one is being typed. It lies above the
// surface, which leaves room for it.
type filterBox struct {
	f      *surface
	button *kit.Button
	field  *fyne.Container
	frame  *kit.Box
	entry  *kit.Field
	note   *fyne.Container // below the field: what is wrong, or what may be typed
	text   *kit.Line       // of the note
	typing bool
	wrong  bool // what is typed is no filter
	filled bool // the text is being set by us
}

func newFilterBox(f *surface) *filterBox {
	b := &filterBox{f: f, frame: kit.NewBox(kit.ColorPanel)}
	b.button = kit.NewButton(kit.Flat, kit.IconFilter, "", b.open)
	b.button.Height = 22
	b.entry = kit.NewField("Filter threads", kit.OnEscape(b.cancel))
	b.entry.Left = b.leave
	b.entry.OnChanged = b.changed
	b.entry.OnSubmitted = func(string) { b.f.takeFocus() }
	b.frame.Stroke, b.frame.Radius = kit.ColorLineStrong, theme.InputRadiusSize()
	clearing := kit.NewButton(kit.Flat, kit.IconClose, "", b.cancel)
	clearing.Height = 20
	b.field = container.NewStack(b.frame, container.NewBorder(nil, nil, nil, clearing,
		container.New(kit.Insets{5, 1}, container.NewThemeOverride(b.entry, kit.TightTheme{Look: f.look}))))
	b.text = kit.NewCaption("", kit.ColorText2)
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 4
	b.note = container.NewStack(back, container.New(kit.Insets{8, 5}, b.text))
	b.field.Hide()
	b.note.Hide()
	return b
}

func (b *filterBox) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{b.button, b.field, b.note}
}

// shown reports whether the field is to be seen.
func (b *filterBox) shown() bool {
	return b.f.s.Viewing() == keep.ViewThreads && (b.typing || b.f.s.Filter() != "")
}

// open gives the field the keyboard.
func (b *filterBox) open() {
	b.typing = true
	b.explain(nil)
	b.f.redraw()
	if c := fyne.CurrentApp().Driver().CanvasForObject(b.f); c != nil {
		c.Focus(b.entry)
	}
	b.entry.Fresh = true
	b.frame.Paint(kit.ColorPanel, theme.ColorNamePrimary)
}

// cancel takes the filter away.
func (b *filterBox) cancel() {
	b.typing = false
	b.fill("")
	_ = b.f.s.SetFilter("") // which can be read
	b.f.takeFocus()
	b.leave()
}

// leave follows the field's loss of the keyboard. What is typed but no filter
// stays where it is, with what is wrong about it.
func (b *filterBox) leave() {
	b.typing = b.wrong
	b.frame.Paint(kit.ColorPanel, kit.ColorLineStrong)
	kit.Hide(b.note, !b.wrong)
	b.f.redraw()
}

// fill sets the text without filtering by it.
func (b *filterBox) fill(text string) {
	b.filled = true
	b.entry.SetText(text)
	b.filled = false
	b.explain(nil)
}

// changed filters by what is typed, as far as it can be read.
func (b *filterBox) changed(text string) {
	if !b.filled {
		b.explain(b.f.s.SetFilter(text))
		b.f.over.place()
	}
}

// explain says what is wrong with the filter, or how one looks when nothing is
// typed.
func (b *filterBox) explain(err error) {
	b.wrong = err != nil
	switch {
	case err != nil:
		b.text.Paint(theme.ColorNameError)
		b.text.Set(kit.Sentence(err))
	case b.typing && b.entry.Text == "":
		b.text.Paint(kit.ColorText2)
		b.text.Set(filterHint)
	}
	kit.Hide(b.note, err == nil && (!b.typing || b.entry.Text != ""))
}

// place puts the box over the header.
func (b *filterBox) place(scene *timeline.Scene) {
	r := scene.FilterRect()
	if r.Empty() { // the picture has no rows to filter
		for _, o := range b.objects() {
			kit.Hide(o, true)
		}
		return
	}
	kit.Hide(b.button, b.shown())
	kit.Hide(b.field, !b.shown())
	if !b.typing && b.f.s.Filter() != b.entry.Text {
		b.fill(b.f.s.Filter())
	}
	at := fyne.NewPos(b.f.over.dp(r.Min.X), b.f.over.dp(r.Min.Y))
	size := fyne.NewSize(b.f.over.dp(r.Dx()), b.f.over.dp(r.Dy()))
	for _, o := range []fyne.CanvasObject{b.button, b.field} {
		if o.Visible() {
			o.Move(at)
			o.Resize(size)
		}
	}
	if b.note.Visible() {
		b.note.Move(at.AddXY(0, size.Height+2))
		b.note.Resize(b.note.MinSize())
		canvas.Refresh(b.note)
	}
}

// forget resets for another trace.
func (b *filterBox) forget() {
	b.typing = false
	b.fill("")
}
