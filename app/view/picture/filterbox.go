package picture

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// FilterHint shows what a filter may look like, while none is typed.
const FilterHint = "name   !name   /regex/   tid:7   pid:7   process:name   peer:name   state:sync>10ms"

// filterBox is the filter of the rows, in the header of the gutter: a button, and a field while
// there is a filter or the user types one. It lies above the surface, which leaves room for it.
type filterBox struct {
	f      *drawing
	Button *kit.Button
	Field  *fyne.Container
	frame  *kit.Box
	Entry  *kit.Field
	Note   *fyne.Container // below the field: the error, or what can be typed
	Text   *kit.Line       // of Note
	wrong  bool            // the typed text is not a valid filter
	filled bool            // fill is setting the text
}

func newFilterBox(f *drawing) *filterBox {
	b := &filterBox{f: f, frame: kit.NewBox(kit.ColorPanel)}
	b.Button = kit.NewButton(kit.Flat, kit.IconFilter, "", b.Open)
	b.Button.Height = 22
	b.Entry = kit.NewField("Filter threads", kit.OnEscape(b.Cancel))
	b.Entry.Left = b.leave
	b.Entry.OnChanged = b.changed
	b.Entry.OnSubmitted = func(string) { b.f.TakeFocus() }
	b.frame.Stroke, b.frame.Radius = kit.ColorLineStrong, theme.InputRadiusSize()
	clearing := kit.NewButton(kit.Flat, kit.IconClose, "", b.Cancel)
	clearing.Height = 20
	b.Field = container.NewStack(b.frame, container.NewBorder(nil, nil, nil, clearing,
		container.New(kit.Insets{5, 1}, container.NewThemeOverride(b.Entry, kit.TightTheme{Look: f.look}))))
	b.Text = kit.NewCaption("", kit.ColorText2)
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 4
	b.Note = container.NewStack(back, container.New(kit.Insets{8, 5}, b.Text))
	b.Field.Hide()
	b.Note.Hide()
	return b
}

func (b *filterBox) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{b.Button, b.Field, b.Note}
}

// Open gives the keyboard to the field.
func (b *filterBox) Open() {
	b.f.filtering = true
	b.explain(nil)
	b.f.Redraw()
	if c := b.f.canvas(); c != nil {
		c.Focus(b.Entry)
	}
	b.Entry.Fresh = true
	b.frame.Paint(kit.ColorPanel, theme.ColorNamePrimary)
}

// Cancel removes the filter.
func (b *filterBox) Cancel() {
	b.f.filtering = false
	b.fill("")
	_ = b.f.s.SetFilter("") // an empty filter is always valid
	b.f.TakeFocus()
	b.leave()
}

// leave is called when the field loses the keyboard. An invalid filter stays, together with its
// error.
func (b *filterBox) leave() {
	b.f.filtering = b.wrong
	b.frame.Paint(kit.ColorPanel, kit.ColorLineStrong)
	kit.Hide(b.Note, !b.wrong)
	b.f.Redraw()
}

// fill sets the text without filtering by it.
func (b *filterBox) fill(text string) {
	b.filled = true
	b.Entry.SetText(text)
	b.filled = false
	b.explain(nil)
}

// changed applies the typed filter if it is valid.
func (b *filterBox) changed(text string) {
	if !b.filled {
		b.explain(b.f.s.SetFilter(text))
		b.f.placeParts()
	}
}

// explain shows what is wrong with the filter, or the hint if nothing is typed.
func (b *filterBox) explain(err error) {
	b.wrong = err != nil
	switch {
	case err != nil:
		b.Text.Paint(theme.ColorNameError)
		b.Text.Set(kit.Sentence(err))
	case b.f.filtering && b.Entry.Text == "":
		b.Text.Paint(kit.ColorText2)
		b.Text.Set(FilterHint)
	}
	kit.Hide(b.Note, err == nil && (!b.f.filtering || b.Entry.Text != ""))
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
	kit.Hide(b.Button, b.f.filtered())
	kit.Hide(b.Field, !b.f.filtered())
	if !b.f.filtering && b.f.s.Filter() != b.Entry.Text {
		b.fill(b.f.s.Filter())
	}
	at := fyne.NewPos(b.f.Dp(r.Min.X), b.f.Dp(r.Min.Y))
	size := fyne.NewSize(b.f.Dp(r.Dx()), b.f.Dp(r.Dy()))
	for _, o := range []fyne.CanvasObject{b.Button, b.Field} {
		if o.Visible() {
			o.Move(at)
			o.Resize(size)
		}
	}
	if b.Note.Visible() {
		b.Note.Move(at.AddXY(0, size.Height+2))
		b.Note.Resize(b.Note.MinSize())
		canvas.Refresh(b.Note)
	}
}

// forget resets the filter for another trace.
func (b *filterBox) forget() {
	b.f.filtering = false
	b.fill("")
}
