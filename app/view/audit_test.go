package view

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// The audit looks at what is on screen as a careful reader of a screenshot does: it walks the
// objects of the window and reports which texts are cut off, which things overlap, and which are
// outside the window.

// Lengths that are not a fault, in dp.
const (
	auditSlack = 1    // positions are rounded to pixels
	auditInk   = 0.15 // of a line's height, above and below, contains no ink
	auditLeast = 3    // characters that a shortened text must still show
)

// seen is a text or a control on screen.
type seen struct {
	text  string
	rect  kit.Rect          // of the ink
	owner fyne.CanvasObject // the control that it is or belongs to, nil if none
	layer int               // floating objects are in layers of their own, and may cover others
}

// auditor walks what is on screen.
type auditor struct {
	window   kit.Rect
	floating map[fyne.CanvasObject]bool
	layers   int
	list     []seen
	faults   []string
}

// where is the surroundings of an object.
type where struct {
	at    fyne.Position // of the parent
	clip  kit.Rect
	owner fyne.CanvasObject
	layer int
	told  string // the text of tooltips
	slidX bool   // inside something that scrolls in that direction: it may be out of view
	slidY bool
}

// audit returns the faults of what the window shows now: the topmost dialog or popup or, without
// one, the window and the timeline in it.
func (w *window) audit() []string {
	c := w.Win.Canvas()
	over := w.Surface.Over
	a := &auditor{window: kit.Rect{Size: c.Size()}, floating: map[fyne.CanvasObject]bool{}}
	for _, o := range []fyne.CanvasObject{
		w.Tips.Card, w.notice.card, over.Card.Box, over.Who.Box, w.Surface.Filter.Note, over.Chip.Box, over.MarkedChip.Box,
		over.Flags.Clip,
	} {
		a.floating[o] = true
	}
	root := c.Overlays().Top()
	if root == nil {
		root = c.Content()
		if w.page == pageTrace {
			a.timeline(w.Surface)
		}
	}
	a.walk(root, where{clip: a.window})
	a.overlaps()
	return a.faults
}

func (a *auditor) fault(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

// walk checks an object and what it consists of.
func (a *auditor) walk(o fyne.CanvasObject, in where) {
	if o == nil || !o.Visible() {
		return
	}
	in.at = in.at.Add(o.Position())
	in.told += a.tells(o)
	if a.floating[o] {
		a.layers++
		in.layer = a.layers
	}
	box := kit.Rect{Pos: in.at, Size: o.Size()}
	switch o := o.(type) {
	case *canvas.Text:
		a.text(o, in)
	case *kit.Line:
		a.shortened(o, in.told)
	case *kit.TableView:
		in.slidX = true
	case *container.Clip:
		in.clip = in.clip.Intersect(box)
	case *container.Scroll:
		in.clip = in.clip.Intersect(box)
		in.slidX = in.slidX || o.Direction != container.ScrollVerticalOnly
		in.slidY = in.slidY || o.Direction != container.ScrollHorizontalOnly
	}
	if text, ok := controlText(o); ok {
		in.owner = o
		a.add(seen{text: text, rect: box, owner: o, layer: in.layer}, in)
	}
	for _, p := range partsOf(o) {
		a.walk(p, in)
	}
}

// controlText is the text of something that can be clicked or typed into; ok is false for other
// objects.
func controlText(o fyne.CanvasObject) (text string, ok bool) {
	switch o := o.(type) {
	case *kit.Button:
		return o.Text, true
	case *kit.TabHead:
		return o.Title, true
	case *kit.Field:
		return o.PlaceHolder, true
	case *widget.Entry:
		return o.PlaceHolder, true
	}
	return "", false
}

// partsOf returns what an object consists of. A field has no parts: it scrolls, and shows what was
// typed last.
func partsOf(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *kit.Field, *widget.Entry:
		return nil
	case fyne.Widget:
		return test.WidgetRenderer(o).Objects()
	}
	return nil
}

// text checks a text: it must fit its own box, and what it is clipped to.
func (a *auditor) text(t *canvas.Text, in where) {
	if t.Text == "" {
		return
	}
	least, size := t.MinSize(), t.Size()
	if least.Width > size.Width+auditSlack {
		a.fault("%q is %.1f wide in a room of %.1f", t.Text, least.Width, size.Width)
	}
	at := in.at
	switch t.Alignment {
	case fyne.TextAlignTrailing:
		at.X += size.Width - least.Width
	case fyne.TextAlignCenter:
		at.X += (size.Width - least.Width) / 2
	}
	at.Y += max(0, (size.Height-least.Height)/2)
	blank := least.Height * auditInk
	a.add(seen{text: t.Text, owner: in.owner, layer: in.layer, rect: kit.Rect{
		Pos: at.AddXY(0, blank), Size: fyne.NewSize(least.Width, least.Height-2*blank),
	}}, in)
}

// add records what is on screen, unless it is scrolled out of view.
func (a *auditor) add(s seen, in where) {
	shown := s.rect.Intersect(in.clip)
	if shown.Size.Width <= auditSlack || shown.Size.Height <= auditSlack {
		if !in.slidX && !in.slidY {
			a.fault("%q at %v lies outside of its place %v", s.text, s.rect, in.clip)
		}
		return
	}
	if s.rect.Size.Width-shown.Size.Width > auditSlack && !in.slidX {
		a.fault("%q at %v is cut at the side by %v", s.text, s.rect, in.clip)
	}
	if s.rect.Size.Height-shown.Size.Height > auditSlack && !in.slidY {
		a.fault("%q at %v is cut in height by %v", s.text, s.rect, in.clip)
	}
	s.rect = shown
	a.list = append(a.list, s)
}

// tells returns the text of the tooltips for an object and what is in it.
func (a *auditor) tells(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *kit.Button:
		return o.Tip
	case *kit.ListRow:
		return o.Tip()
	case *kit.HeadCell:
		return o.Tip()
	case *kit.TableLine:
		told := ""
		for k := range min(len(o.Cells), o.T.Grid.Columns()) { // a line keeps the cells of columns it no longer has
			if o.Row != nil {
				told += o.Tip(k) + "\n"
			}
		}
		return told
	case *fyne.Container:
		for _, part := range o.Objects {
			if t, ok := part.(*kit.TruncationTip); ok && t.Line.Truncated() {
				return t.Line.Text
			}
		}
	}
	return ""
}

// shortened checks a line that may end in an ellipsis: enough of it must be left, and a tooltip
// must show the rest.
func (a *auditor) shortened(l *kit.Line, told string) {
	shown := test.WidgetRenderer(l).Objects()[0].(*canvas.Text).Text
	switch {
	case shown == l.Text:
	case utf8.RuneCountInString(strings.Trim(shown, kit.Ellipsis)) < auditLeast:
		a.fault("%q is shortened to %q", l.Text, shown)
	case !strings.Contains(told, l.Text):
		a.fault("%q is shortened to %q, and no tooltip tells the rest", l.Text, shown)
	}
}

// overlaps looks for texts and controls that overlap.
func (a *auditor) overlaps() {
	for i, s := range a.list {
		for _, o := range a.list[:i] {
			if s.layer != o.layer || s.owner != nil && s.owner == o.owner {
				continue
			}
			if both := s.rect.Intersect(o.rect); both.Size.Width > auditSlack && both.Size.Height > auditSlack {
				a.fault("%q at %v lies on %q at %v", s.text, s.rect, o.text, o.rect)
			}
		}
	}
}

// timeline checks the texts of the picture, in device pixels: each must be inside what it is
// clipped to, and none may overlap another.
func (a *auditor) timeline(f *picture.Surface) {
	scene := f.Now()
	list := timeline.Layout(&scene)
	var boxes []paint.Item
	for _, it := range list.Items {
		if it.Kind != paint.ItemText {
			continue
		}
		it.Box = inkOf(&it)
		if !it.Box.In(it.Rect) && it.Box.Dx() > it.Rect.Dx() {
			a.fault("timeline: %q in %v is cut by %v", it.Text, it.Box, it.Rect)
		}
		it.Box = it.Box.Intersect(it.Rect)
		for _, o := range boxes {
			if both := it.Box.Intersect(o.Box); both.Dx() > 1 && both.Dy() > 1 {
				a.fault("timeline: %q at %v lies on %q at %v", it.Text, it.Box, o.Text, o.Box)
			}
		}
		boxes = append(boxes, it)
	}
}

// inkOf is roughly where the ink of a text is: from its baseline up to the height of small letters.
func inkOf(it *paint.Item) image.Rectangle {
	return image.Rect(it.X, it.Y-int(it.Face.Size()/2), it.X+it.Face.Width(it.Text), it.Y)
}

// TestAuditFindsFaults spoils a window in each of the ways that the audit must notice.
func TestAuditFindsFaults(t *testing.T) {
	for name, spoil := range map[string]func(*window){
		"a label that is wider than its button": func(w *window) {
			r := test.WidgetRenderer(w.bar.open).(*kit.ButtonRenderer)
			r.Text.Resize(fyne.NewSize(0, 28))
		},
		"a text on another":        func(w *window) { w.status.cpus.Move(w.status.events.Position().AddXY(4, 0)) },
		"a button out of the edge": func(w *window) { w.bar.export.Move(fyne.NewPos(1580, 7)) },
		"text too large for its row": func(w *window) {
			w.Look.Text = 2
			w.Profile.Rows[0].Title.Refresh()
			w.Profile.Rows[1].Title.Refresh()
		},
		"a text of which nothing is left": func(w *window) { w.Profile.Rows[0].Title.Resize(fyne.NewSize(9, 20)) },
	} {
		w := opened(t, story(t))
		if faults := w.audit(); len(faults) > 0 {
			t.Fatalf("the window as it is: %v", faults)
		}
		spoil(w)
		if len(w.audit()) == 0 {
			t.Errorf("%s is not found", name)
		}
	}
}
