package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
)

const (
	stackHead  = 34 // of the header in one line; in two it is stackHead2
	stackHead2 = 52
	stackRow   = 16 // and the 4 dp that a list puts between its rows
	// reasonWidth is the width at which the reason for a missing stack breaks,
	// where there is that much room.
	reasonWidth = 480
)

// stackPane shows a stack, or why there is none and how to record it.
type stackPane struct {
	root *fyne.Container
	do   func(id string)
	copy func(string)

	title, note  *line
	links        *fyne.Container
	waker, woken *button

	list    *frameList
	missing *fyne.Container
	view    session.StackView
	frames  []session.StackFrame // shown
	mine    bool                 // Just My Code
	width   float32              // for which the reason was broken
}

func newStackPane(do func(id string), keyOf func(id string) string, copyText func(string)) *stackPane {
	p := &stackPane{do: do, copy: copyText}
	p.title = newLine("", theme.ColorNameForeground).bold()
	p.note = newLine("", colorText2).fitting()
	p.waker = newLink("Go to waker", func() { do("waker") })
	p.woken = newLink("Go to woken", func() { do("woken") })
	p.links = container.New(rowLayout{8}, p.waker, keyCap(keyOf("waker")), newGap(4, 0), p.woken, keyCap(keyOf("woken")))
	p.list = newFrameList(
		func() int { return len(p.frames) },
		func() fyne.CanvasObject { return newStackLine() },
		func(i int, o fyne.CanvasObject) { o.(*stackLine).set(&p.frames[i]) },
	)
	p.missing = container.New(columnLayout{4})
	p.root = container.New(stackLayout{p}, p.title, p.note, p.links, newRule(),
		p.list, container.NewVScroll(container.New(insets{paneMargin, 12}, p.missing)))
	return p
}

// keyCap shows a key as on a keyboard, nothing for "".
func keyCap(name string) fyne.CanvasObject {
	if name == "" {
		return newGap(1, 1)
	}
	back := newBox(colorRaised)
	back.stroke, back.radius = theme.ColorNameSeparator, 3
	return container.NewStack(back, container.New(insets{6, 1}, newCaption(name, colorText2)))
}

// show shows a stack, with the links to waker and woken or without.
func (p *stackPane) show(v session.StackView, links bool) {
	p.view = v
	p.title.set(v.Title)
	p.note.set(v.Note)
	hide(p.title, v.Title == "")
	hide(p.note, v.Title == "")
	hide(p.links, !links)
	p.frames = v.Frames
	if p.mine {
		p.frames = session.JustMyCode(v.Frames)
	}
	p.fillMissing()
	hide(p.list, len(p.frames) == 0)
	p.list.Refresh()
	p.list.ScrollToTop()
	p.root.Refresh()
}

// link enables the links.
func (p *stackPane) link(waker, woken bool) {
	p.waker.enable(waker)
	p.woken.enable(woken)
}

// fillMissing says why there are no frames.
func (p *stackPane) fillMissing() {
	p.missing.Objects = p.missing.Objects[:0]
	hide(p.root.Objects[5], len(p.frames) > 0)
	if len(p.frames) > 0 {
		return
	}
	text, command := p.view.Missing, p.view.Command
	if len(p.view.Frames) > 0 {
		text = "All frames of this stack are of the system. Just my code is on."
		defer p.missing.Add(container.New(rowLayout{}, newLink("Show all frames", func() { p.do("justMyCode") }), newBox("")))
	}
	room := min(scaled(reasonWidth), p.width-2*paneMargin)
	for _, l := range wrap(text, room) {
		p.missing.Add(newLine(l, theme.ColorNameForeground).fitting())
	}
	if command == "" {
		return
	}
	p.missing.Add(newGap(0, 4))
	p.missing.Add(newLine("To record them:", colorText2))
	p.missing.Add(commandBox(command, room))
	p.missing.Add(container.New(rowLayout{}, newLink("Copy command", func() { p.copy(command) }), newBox("")))
}

// newMono is a line in the font of stack frames.
func newMono(text string, color fyne.ThemeColorName) *line {
	l := newLine(text, color)
	l.style.Monospace, l.size = true, sizeMono
	return l
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
		head = placeStackHead(title, o[1].(*line), o[2], size.Width)
	}
	hide(rule, head == 0)
	place(rule, 0, head, size.Width, 1)
	for _, body := range o[4:] {
		place(body, 0, head+1, size.Width, max(0, size.Height-head-1))
	}
}

// placeStackHead places the header of a stack and returns its height. The note
// stands behind the title where there is room, else below it; so do the links,
// below the note, where the title needs their room.
func placeStackHead(title fyne.CanvasObject, note *line, links fyne.CanvasObject, width float32) float32 {
	const gap = 10
	first, second := scaled(stackHead), scaled(stackHead2)
	right, titled := width-paneMargin, title.MinSize().Width
	under := false
	if links.Visible() {
		m := links.MinSize()
		if under = paneMargin+titled+gap > right-m.Width; under {
			place(links, paneMargin, second-4, m.Width, m.Height)
		} else {
			right -= m.Width
			place(links, right, (first-m.Height)/2, m.Width, m.Height)
			right -= gap
		}
	}
	w := min(titled, max(0, right-paneMargin))
	place(title, paneMargin, 0, w, first)
	need := fyne.MeasureText(note.text, theme.TextSize(), fyne.TextStyle{}).Width
	head, x := second, paneMargin+w+gap
	if !under && (x+need <= right || note.text == "") {
		head = first
		place(note, x, 0, max(0, right-x), first)
	} else {
		place(note, paneMargin, scaled(stackHead-8), width-2*paneMargin, scaled(20))
	}
	if under {
		head += links.MinSize().Height + 2
	}
	return head
}

// stackLine is a row of a stack: number, module, function and offset. Frames of
// the program are marked at their edge and bold.
type stackLine struct {
	widget.BaseWidget
	root                     *fyne.Container
	edge                     *box
	number, module, function *line
	offset                   *line
}

func newStackLine() *stackLine {
	l := &stackLine{
		edge: newBox(""), number: newMono("", colorText2).right(), module: newMono("", colorText2).fitting(),
		function: newMono("", theme.ColorNameForeground).fitting(), offset: newMono("", colorText2).fitting(),
	}
	l.number.natural = false
	l.function.middle = true
	l.root = container.New(stackLineLayout{}, l.number, l.edge, l.module, l.function, l.offset)
	l.ExtendBaseWidget(l)
	return l
}

func (l *stackLine) set(f *session.StackFrame) {
	l.number.set(strconv.Itoa(f.Number))
	l.module.set(f.Module)
	l.function.set(f.Function)
	l.offset.set(f.Offset)
	l.edge.paint("", "")
	if f.User {
		l.edge.paint(theme.ColorNamePrimary, "")
	}
	if l.function.style.Bold != f.User {
		l.function.style.Bold = f.User
		l.function.Refresh()
	}
	l.root.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *stackLine) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.root) }

// MinSize implements fyne.CanvasObject.
func (l *stackLine) MinSize() fyne.Size { return fyne.NewSize(200, scaled(stackRow)) }

// stackLineLayout gives the module up to 190 dp, and the offset the room behind
// the function's name.
type stackLineLayout struct{}

// MinSize implements fyne.Layout.
func (stackLineLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, scaled(stackRow))
}

// Layout implements fyne.Layout.
func (stackLineLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	h := size.Height
	number := scaled(26)
	place(o[0], 8, 0, number, h)
	place(o[1], number+14, 1, 2, h-2)
	module := min(scaled(190), max(scaled(80), size.Width*0.3))
	place(o[2], number+24, 0, module, h)
	x := number + 24 + module + 12
	function, offset := o[3].(*line), o[4].(*line)
	width := func(l *line) float32 { return fyne.MeasureText(l.text, theme.Size(sizeMono), l.style).Width + 1 }
	room := max(0, size.Width-x-10)
	w := min(width(function), max(0, room-width(offset)))
	if function.text == "" {
		w = 0
	}
	place(function, x, 0, w, h)
	place(offset, x+w, 0, max(0, room-w), h)
}
