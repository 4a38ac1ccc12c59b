package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// segmented is a row of choices of which one is taken.
type segmented struct {
	root   *fyne.Container
	row    *fyne.Container
	parts  []*choicePart
	folded bool // only what is taken is shown
}

// newSegmented makes the row; choose is called with the index of what is tapped.
func newSegmented(titles []string, tips *tipLayer, tip func(int) string, choose func(int)) *segmented {
	s := &segmented{}
	s.row = container.New(rowLayout{0})
	for i, title := range titles {
		p := &choicePart{title: title, tips: tips, tip: tip(i), choose: func() { choose(i) }}
		p.ExtendBaseWidget(p)
		s.parts = append(s.parts, p)
		s.row.Add(p)
	}
	back := newBox(theme.ColorNameHover)
	back.radius = theme.InputRadiusSize()
	s.root = container.NewStack(back, container.New(insets{2, 2}, s.row))
	return s
}

// take marks a choice, none for -1, and reports whether it was another before.
func (s *segmented) take(i int) (changed bool) {
	for j, p := range s.parts {
		if p.taken != (i == j) {
			p.taken = i == j
			p.Refresh()
			changed = true
		}
	}
	s.fold(s.folded)
	return changed
}

// fold shows only the choice that is taken, or all again.
func (s *segmented) fold(on bool) {
	s.folded = on
	for _, p := range s.parts {
		hide(p, on && !p.taken)
		if p.drops != on {
			p.drops = on
			p.Refresh()
		}
	}
	s.row.Layout.Layout(s.row.Objects, s.row.Size())
}

// rename changes what a choice is called.
func (s *segmented) rename(i int, title string) {
	if p := s.parts[i]; p.title != title {
		p.title = title
		p.Refresh()
	}
}

// choicePart is one choice of a segmented.
type choicePart struct {
	widget.BaseWidget
	title                   string
	tips                    *tipLayer
	tip                     string
	choose                  func()
	taken, hovered, focused bool
	drops                   bool // it stands for all choices and opens their menu
}

// Tapped implements fyne.Tappable.
func (p *choicePart) Tapped(*fyne.PointEvent) { p.tips.hide(); p.choose() }

// MouseIn implements desktop.Hoverable.
func (p *choicePart) MouseIn(*desktop.MouseEvent) {
	p.hovered = true
	p.tips.showSoon(p, p.tip)
	p.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (p *choicePart) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (p *choicePart) MouseOut() { p.hovered = false; p.tips.hide(); p.Refresh() }

// FocusGained implements fyne.Focusable.
func (p *choicePart) FocusGained() { p.focused = true; p.tips.showSoon(p, p.tip); p.Refresh() }

// FocusLost implements fyne.Focusable.
func (p *choicePart) FocusLost() { p.focused = false; p.tips.hide(); p.Refresh() }

// TypedRune implements fyne.Focusable: characters are commands of the window.
func (p *choicePart) TypedRune(r rune) { passRune(p, r) }

// TypedKey implements fyne.Focusable.
func (p *choicePart) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		p.choose()
	default:
		passKey(p, e)
	}
}

// CreateRenderer implements fyne.Widget.
func (p *choicePart) CreateRenderer() fyne.WidgetRenderer {
	r := &choiceRenderer{p, canvas.NewRectangle(color.Transparent), newLine(p.title, ""), newGlyph(iconDown, theme.ColorNameForeground)}
	r.Refresh()
	return r
}

type choiceRenderer struct {
	p    *choicePart
	back *canvas.Rectangle
	text *line
	drop *glyph
}

func (r *choiceRenderer) Destroy() {}

func (r *choiceRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.text, r.drop}
}

const (
	choicePad    = 12
	choiceHeight = buttonHeight - 4 // in a frame of 2 dp
)

func (r *choiceRenderer) MinSize() fyne.Size {
	w := fyne.MeasureText(r.p.title, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	if r.p.drops {
		w += buttonGap + r.drop.MinSize().Width
	}
	return fyne.NewSize(w+2*choicePad, scaled(choiceHeight))
}

func (r *choiceRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	w, beside := r.text.MinSize().Width, float32(0)
	if hide(r.drop, !r.p.drops); r.p.drops {
		side := r.drop.MinSize().Width
		beside = buttonGap + side
		place(r.drop, size.Width-choicePad-side, 0, side, size.Height)
	}
	place(r.text, (size.Width-w-beside)/2, 0, w+1, size.Height)
}

func (r *choiceRenderer) Refresh() {
	p := r.p
	r.text.text, r.text.style.Bold = p.title, p.taken
	r.text.color = colorText2
	r.back.FillColor, r.back.StrokeColor, r.back.StrokeWidth = color.Transparent, color.Transparent, 0
	r.back.CornerRadius = theme.InputRadiusSize() - 1
	if p.taken {
		r.text.color = theme.ColorNameForeground
		r.back.FillColor = theme.Color(theme.ColorNameButton)
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNameSeparator), 1
	} else if p.hovered {
		r.text.color = theme.ColorNameForeground
	}
	if p.focused {
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	}
	r.Layout(p.Size())
	r.text.Refresh()
	r.back.Refresh()
}
