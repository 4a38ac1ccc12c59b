package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Segmented is a row of choices, one of which is taken.
type Segmented struct {
	Root   *fyne.Container
	row    *fyne.Container
	Parts  []*choicePart
	Folded bool // only the taken choice is shown
}

// NewSegmented makes the row; choose is called with the index of the choice that is tapped.
func NewSegmented(titles []string, tips *TipLayer, tip func(int) string, choose func(int)) *Segmented {
	s := &Segmented{}
	s.row = container.New(RowLayout(0))
	for i, title := range titles {
		p := &choicePart{Title: title, tips: tips, tip: tip(i), choose: func() { choose(i) }}
		p.ExtendBaseWidget(p)
		s.Parts = append(s.Parts, p)
		s.row.Add(p)
	}
	back := NewBox(theme.ColorNameHover)
	back.Radius = theme.InputRadiusSize()
	s.Root = container.NewStack(back, container.New(Insets{2, 2}, s.row))
	return s
}

// Take marks a choice, none for -1, and reports whether that changed anything.
func (s *Segmented) Take(i int) (changed bool) {
	for j, p := range s.Parts {
		if p.taken != (i == j) {
			p.taken = i == j
			p.Refresh()
			changed = true
		}
	}
	s.Fold(s.Folded)
	return changed
}

// Fold shows only the taken choice, or all of them again.
func (s *Segmented) Fold(on bool) {
	s.Folded = on
	for _, p := range s.Parts {
		Hide(p, on && !p.taken)
		if p.Drops != on {
			p.Drops = on
			p.Refresh()
		}
	}
	s.row.Layout.Layout(s.row.Objects, s.row.Size())
}

// Rename changes the title of a choice.
func (s *Segmented) Rename(i int, title string) {
	if p := s.Parts[i]; p.Title != title {
		p.Title = title
		p.Refresh()
	}
}

// choicePart is one choice of a Segmented.
type choicePart struct {
	widget.BaseWidget
	Title                   string
	tips                    *TipLayer
	tip                     string
	choose                  func()
	taken, hovered, focused bool
	Drops                   bool // it represents all choices and opens their menu
}

// Tapped implements fyne.Tappable.
func (p *choicePart) Tapped(*fyne.PointEvent) { p.tips.Hide(); p.choose() }

// MouseIn implements desktop.Hoverable.
func (p *choicePart) MouseIn(*desktop.MouseEvent) {
	p.hovered = true
	p.tips.showSoon(p, p.tip)
	p.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (p *choicePart) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (p *choicePart) MouseOut() { p.hovered = false; p.tips.Hide(); p.Refresh() }

// FocusGained implements fyne.Focusable.
func (p *choicePart) FocusGained() { p.focused = true; p.tips.showSoon(p, p.tip); p.Refresh() }

// FocusLost implements fyne.Focusable.
func (p *choicePart) FocusLost() { p.focused = false; p.tips.Hide(); p.Refresh() }

// TypedRune implements fyne.Focusable: characters go to the window's commands.
func (p *choicePart) TypedRune(r rune) { PassRune(p, r) }

// TypedKey implements fyne.Focusable.
func (p *choicePart) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		p.choose()
	default:
		PassKey(p, e)
	}
}

// CreateRenderer implements fyne.Widget.
func (p *choicePart) CreateRenderer() fyne.WidgetRenderer {
	r := &choiceRenderer{p, canvas.NewRectangle(color.Transparent), NewLine(p.Title, ""), NewGlyph(IconDown, theme.ColorNameForeground)}
	r.Refresh()
	return r
}

type choiceRenderer struct {
	p    *choicePart
	back *canvas.Rectangle
	text *Line
	drop *Glyph
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
	w := fyne.MeasureText(r.p.Title, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	if r.p.Drops {
		w += buttonGap + r.drop.MinSize().Width
	}
	return fyne.NewSize(w+2*choicePad, Scaled(choiceHeight))
}

func (r *choiceRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	w, beside := r.text.MinSize().Width, float32(0)
	if Hide(r.drop, !r.p.Drops); r.p.Drops {
		side := r.drop.MinSize().Width
		beside = buttonGap + side
		Place(r.drop, size.Width-choicePad-side, 0, side, size.Height)
	}
	Place(r.text, (size.Width-w-beside)/2, 0, w+1, size.Height)
}

func (r *choiceRenderer) Refresh() {
	p := r.p
	r.text.Text, r.text.Style.Bold = p.Title, p.taken
	r.text.Color = ColorText2
	r.back.FillColor, r.back.StrokeColor, r.back.StrokeWidth = color.Transparent, color.Transparent, 0
	r.back.CornerRadius = theme.InputRadiusSize() - 1
	if p.taken {
		r.text.Color = theme.ColorNameForeground
		r.back.FillColor = theme.Color(theme.ColorNameButton)
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNameSeparator), 1
	} else if p.hovered {
		r.text.Color = theme.ColorNameForeground
	}
	if p.focused {
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	}
	r.Layout(p.Size())
	r.text.Refresh()
	r.back.Refresh()
}
