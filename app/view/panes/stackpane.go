package panes

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
)

const (
	stackHead  = 34 // height of a header with one line; with two it is stackHead2
	stackHead2 = 52
	stackRow   = 16 // plus the 4 dp that a list puts between its rows
	// reasonWidth is the width at which the reason for a missing stack wraps, where there is that
	// much room.
	reasonWidth = 480
)

// stackPane shows a stack, or why there is none and how to record it.
type stackPane struct {
	Root *fyne.Container
	do   func(id string)
	copy func(string)

	Title, note  *kit.Line
	Links        *fyne.Container
	Waker, Woken *kit.Button

	List    *kit.FrameList
	missing *fyne.Container
	View    explain.StackView
	Frames  []explain.StackFrame // as shown
	Mine    bool                 // Just My Code
	width   float32              // for which the reason was wrapped
}

func newStackPane(do func(id string), keyOf func(id string) string, copyText func(string)) *stackPane {
	p := &stackPane{do: do, copy: copyText}
	p.Title = kit.NewLine("", theme.ColorNameForeground).Bold()
	p.note = kit.NewLine("", kit.ColorText2).Fitting()
	p.Waker = kit.NewLink("Go to waker", func() { do("waker") })
	p.Woken = kit.NewLink("Go to woken thread", func() { do("woken") })
	p.Links = container.New(kit.RowLayout(8), p.Waker, keyCap(keyOf("waker")), kit.NewGap(4, 0), p.Woken, keyCap(keyOf("woken")))
	p.List = kit.NewFrameList(
		func() int { return len(p.Frames) },
		func() fyne.CanvasObject { return newStackLine() },
		func(i int, o fyne.CanvasObject) { o.(*stackLine).set(&p.Frames[i]) },
	)
	p.missing = container.New(kit.ColumnLayout(4))
	p.Root = container.New(stackLayout{p}, p.Title, p.note, p.Links, kit.NewRule(),
		p.List, container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 12}, p.missing)))
	return p
}

// keyCap shows a key as on a keyboard, or nothing for "".
func keyCap(name string) fyne.CanvasObject {
	if name == "" {
		return kit.NewGap(1, 1)
	}
	back := kit.NewBox(kit.ColorRaised)
	back.Stroke, back.Radius = theme.ColorNameSeparator, 3
	return container.NewStack(back, container.New(kit.Insets{6, 1}, kit.NewCaption(name, kit.ColorText2)))
}

// show shows a stack, with or without the links to waker and woken.
func (p *stackPane) show(v explain.StackView, links bool) {
	p.View = v
	p.Title.Set(v.Title)
	p.note.Set(v.Note)
	kit.Hide(p.Title, v.Title == "")
	kit.Hide(p.note, v.Title == "")
	kit.Hide(p.Links, !links)
	p.Frames = v.Frames
	if p.Mine {
		p.Frames = explain.JustMyCode(v.Frames)
	}
	p.fillMissing()
	kit.Hide(p.List, len(p.Frames) == 0)
	p.List.Refresh()
	p.List.ScrollToTop()
	p.Root.Refresh()
}

// link enables the links.
func (p *stackPane) link(waker, woken bool) {
	p.Waker.Enable(waker)
	p.Woken.Enable(woken)
}

// fillMissing explains why there are no frames.
func (p *stackPane) fillMissing() {
	p.missing.Objects = p.missing.Objects[:0]
	kit.Hide(p.Root.Objects[5], len(p.Frames) > 0)
	if len(p.Frames) > 0 {
		return
	}
	text, command := p.View.Missing, p.View.Command
	if len(p.View.Frames) > 0 {
		text = "All frames of this stack belong to the system; Just My Code hides them."
		defer p.missing.Add(container.New(kit.RowLayout(0), kit.NewLink("Show all frames", func() { p.do("justMyCode") }), kit.NewBox("")))
	}
	room := min(kit.Scaled(reasonWidth), p.width-2*kit.PaneMargin)
	for _, l := range kit.Wrap(text, room) {
		p.missing.Add(kit.NewLine(l, theme.ColorNameForeground).Fitting())
	}
	p.missing.Add(container.New(kit.RowLayout(0), kit.NewLink("About call stacks", func() { p.do("help.stacks") }), kit.NewBox("")))
	if command == "" {
		return
	}
	p.missing.Add(kit.NewGap(0, 4))
	p.missing.Add(kit.NewLine("To record what is missing:", kit.ColorText2))
	p.missing.Add(kit.CommandBox(command, room))
	p.missing.Add(container.New(kit.RowLayout(0), kit.NewLink("Copy command", func() { p.copy(command) }), kit.NewBox("")))
}

// stackLayout places header, rule and body.
type stackLayout struct{ p *stackPane }

// MinSize implements fyne.Layout.
func (stackLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 80) }

// Layout implements fyne.Layout.
func (l stackLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	if size.Width != l.p.width {
		l.p.width = size.Width
		l.p.fillMissing()
	}
	title, rule := o[0], o[3]
	head := float32(0)
	if title.Visible() {
		head = placeStackHead(title, o[1].(*kit.Line), o[2], size.Width)
	}
	kit.Hide(rule, head == 0)
	kit.Place(rule, 0, head, size.Width, 1)
	for _, body := range o[4:] {
		kit.Place(body, 0, head+1, size.Width, max(0, size.Height-head-1))
	}
}

// placeStackHead places the header of a stack and returns its height. The note follows the title if
// there is room, otherwise it is below it; so are the links, below the note, if the title needs
// their room.
func placeStackHead(title fyne.CanvasObject, note *kit.Line, links fyne.CanvasObject, width float32) float32 {
	const gap = 10
	first, second := kit.Scaled(stackHead), kit.Scaled(stackHead2)
	right, titled := width-kit.PaneMargin, title.MinSize().Width
	under := false
	if links.Visible() {
		m := links.MinSize()
		if under = kit.PaneMargin+titled+gap > right-m.Width; under {
			kit.Place(links, kit.PaneMargin, second-4, m.Width, m.Height)
		} else {
			right -= m.Width
			kit.Place(links, right, (first-m.Height)/2, m.Width, m.Height)
			right -= gap
		}
	}
	w := min(titled, max(0, right-kit.PaneMargin))
	kit.Place(title, kit.PaneMargin, 0, w, first)
	need := fyne.MeasureText(note.Text, theme.TextSize(), fyne.TextStyle{}).Width
	head, x := second, kit.PaneMargin+w+gap
	if !under && (x+need <= right || note.Text == "") {
		head = first
		kit.Place(note, x, 0, max(0, right-x), first)
	} else {
		kit.Place(note, kit.PaneMargin, kit.Scaled(stackHead-8), width-2*kit.PaneMargin, kit.Scaled(20))
	}
	if under {
		head += links.MinSize().Height + 2
	}
	return head
}

// stackLine is a row of a stack: number, file of the module, function and offset. Frames of the program itself
// are bold and have a mark at the edge.
type stackLine struct {
	widget.BaseWidget
	root                     *fyne.Container
	edge                     *kit.Box
	number, module, function *kit.Line
	offset                   *kit.Line
}

func newStackLine() *stackLine {
	l := &stackLine{
		edge: kit.NewBox(""), number: kit.NewMono("", kit.ColorText2).Right(), module: kit.NewMono("", kit.ColorText2).Fitting(),
		function: kit.NewMono("", theme.ColorNameForeground).Fitting(), offset: kit.NewMono("", kit.ColorText2).Fitting(),
	}
	l.number.Natural = false
	l.function.Middle = true
	l.root = container.New(stackLineLayout{}, l.number, l.edge, l.module, l.function, l.offset)
	l.ExtendBaseWidget(l)
	return l
}

func (l *stackLine) set(f *explain.StackFrame) {
	l.number.Set(strconv.Itoa(f.Number))
	l.module.Set(f.File())
	l.function.Set(f.Function)
	l.offset.Set(f.Offset)
	l.edge.Paint("", "")
	if f.User {
		l.edge.Paint(theme.ColorNamePrimary, "")
	}
	if l.function.Style.Bold != f.User {
		l.function.Style.Bold = f.User
		l.function.Refresh()
	}
	l.root.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *stackLine) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.root) }

// MinSize implements fyne.CanvasObject.
func (l *stackLine) MinSize() fyne.Size { return fyne.NewSize(200, kit.Scaled(stackRow)) }

// stackLineLayout gives the module up to 190 dp, and the offset the room after the function's name.
type stackLineLayout struct{}

// MinSize implements fyne.Layout.
func (stackLineLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, kit.Scaled(stackRow))
}

// Layout implements fyne.Layout.
func (stackLineLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	h := size.Height
	number := kit.Scaled(26)
	kit.Place(o[0], 8, 0, number, h)
	kit.Place(o[1], number+14, 1, 2, h-2)
	module := min(kit.Scaled(190), max(kit.Scaled(80), size.Width*0.3))
	kit.Place(o[2], number+24, 0, module, h)
	x := number + 24 + module + 12
	function, offset := o[3].(*kit.Line), o[4].(*kit.Line)
	width := func(l *kit.Line) float32 {
		return fyne.MeasureText(l.Text, theme.Size(kit.SizeMono), l.Style).Width + 1
	}
	room := max(0, size.Width-x-10)
	w := min(width(function), max(0, room-width(offset)))
	if function.Text == "" {
		w = 0
	}
	kit.Place(function, x, 0, w, h)
	kit.Place(offset, x+w, 0, max(0, room-w), h)
}

// VisibleText implements kit.TextWidget.
func (l *stackLine) VisibleText() (string, []fyne.CanvasObject) {
	return "", []fyne.CanvasObject{l.root}
}
