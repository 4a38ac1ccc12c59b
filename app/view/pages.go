package view

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/timeline"
)

// page is what the main area shows.
type page uint8

const (
	pageStart page = iota
	pageLoading
	pageError
	pageLive
	pageTrace
)

const (
	columnWidth = 720
)

// centred puts content in a column in the middle of the window.
func centred(content fyne.CanvasObject) fyne.CanvasObject {
	return container.NewStack(newBox(colorPanel),
		container.NewVScroll(container.New(midLayout{}, content)))
}

// midLayout centres its object, at most columnWidth wide, a fifth of the free
// height from the top.
type midLayout struct{}

// MinSize implements fyne.Layout.
func (midLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(300, o[0].MinSize().Height+2*paneMargin)
}

// Layout implements fyne.Layout.
func (midLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(scaled(columnWidth), size.Width-2*paneMargin)
	h := o[0].MinSize().Height
	place(o[0], (size.Width-w)/2, max(paneMargin, (size.Height-h)/5), w, h)
}

// perfRecipe is the command that records a trace Threadlens can tell most from.
const perfRecipe = "sudo perf record -a -k CLOCK_MONOTONIC -e 'sched:*,irq:*,raw_syscalls:*' -- sleep 10"

// startPage offers what can be done without a trace.
type startPage struct {
	w      *window
	root   fyne.CanvasObject
	recent *recentFiles
	record *button
	live   *button
	offer  fyne.CanvasObject // of colour-safe colours, until it is answered
}

func newStartPage(w *window) *startPage {
	p := &startPage{w: w, recent: newRecentFiles(w), offer: w.coloursOffer()}
	title := newLine("Threadlens", theme.ColorNameForeground).bold()
	title.size = theme.SizeNameHeadingText
	open, demo := w.table.get("open"), w.table.get("demo")
	openButton := newButton(primary, iconOpen, "Open a trace", open.do).explain(w.tips, open.tip())
	demoButton := newButton(bordered, "", "Open the demo", demo.do).explain(w.tips, demo.tip())
	recordButton := newButton(bordered, iconRecord, "Record", w.table.get("record").do)
	liveButton := newButton(bordered, "", "Live monitor", w.table.get("live").do)
	p.record, p.live = recordButton, liveButton
	openButton.height, recordButton.height, liveButton.height, demoButton.height = 32, 32, 32, 32
	copyButton := newButton(bordered, iconCopy, "Copy", func() { w.clip(perfRecipe) }).explain(w.tips, "Copy the command")
	column := container.New(columnLayout{6}, title,
		newLine("See what every thread of a trace did, and why.", colorText2), newGap(0, 10),
		container.New(rowLayout{10}, openButton, recordButton, liveButton, demoButton, newLine("or drop a file anywhere here", colorText3), newBox("")),
		newGap(0, 14), p.recent.root, p.offer,
		heading("Formats"))
	for _, f := range session.Formats() {
		column.Add(container.New(rowLayout{10},
			container.New(fixed{190, legendHeight}, newLine(f.Title, theme.ColorNameForeground).fitting()),
			newLine(strings.Join(f.Extensions, ", "), colorText2).fitting()))
	}
	column.Add(newGap(0, 8))
	column.Add(newLine("To record a trace on Linux:", colorText2))
	mono := newLine(perfRecipe, theme.ColorNameForeground).fitting()
	mono.style.Monospace = true
	mono.size = theme.SizeNameCaptionText
	back := newBox(colorRaised)
	back.stroke, back.radius = theme.ColorNameSeparator, 5
	column.Add(container.New(rowLayout{8},
		container.New(stretch(30), container.NewStack(back, container.New(insets{10, 0}, withTip(mono, w.tips)))), copyButton))
	p.root = centred(column)
	return p
}

// stretch is a layout of a height that asks for no width, for use in a rowLayout.
type stretch float32

// MinSize implements fyne.Layout.
func (s stretch) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, scaled(float32(s))) }

// Layout implements fyne.Layout.
func (s stretch) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	fixed{}.Layout(objects, size)
}

func heading(text string) fyne.CanvasObject {
	l := newLine(text, theme.ColorNameForeground).bold()
	return container.New(columnLayout{4}, l, newRule())
}

// update lists the recent files.
func (p *startPage) update() {
	hide(p.offer, p.w.settings.Colours != "")
	p.recent.fill(p.w.settings.Recent)
	for id, b := range map[string]*button{"record": p.record, "live": p.live} {
		c := p.w.table.get(id)
		tip := c.tip()
		if !c.can() {
			tip += ": " + c.reason()
		}
		b.explain(p.w.tips, tip).enable(c.can())
	}
	p.root.Refresh()
}

// loadingPage shows how far a trace has been read.
type loadingPage struct {
	root      fyne.CanvasObject
	name      *line
	figures   *line
	bar       *widget.ProgressBar
	unbounded *widget.ProgressBarInfinite
}

func newLoadingPage(cancel func()) *loadingPage {
	p := &loadingPage{bar: widget.NewProgressBar(), unbounded: widget.NewProgressBarInfinite()}
	p.name = newLine("", theme.ColorNameForeground).bold().fitting()
	p.name.size = sizeTitle
	p.name.middle = true
	p.figures = newLine("", colorText2).fitting()
	p.bar.TextFormatter = func() string { return "" }
	p.unbounded.Stop()
	button := newButton(bordered, "", "Cancel", cancel)
	p.root = centred(container.New(columnLayout{8},
		p.name, container.New(fixed{0, 10}, p.bar, p.unbounded), p.figures, newGap(0, 6),
		container.New(rowLayout{10}, button, newLine("Esc", colorText3), newBox(""))))
	return p
}

// begin shows a new file.
func (p *loadingPage) begin(name string) {
	p.name.set("Opening " + timeline.Printable(name))
	p.show(session.Progress{})
}

// show shows the progress in figures and as a bar, which is one without end as
// long as the size is unknown.
func (p *loadingPage) show(g session.Progress) {
	f, known := g.Fraction()
	hide(p.bar, !known)
	hide(p.unbounded, known)
	if known {
		p.unbounded.Stop()
		p.bar.SetValue(f)
	} else if !p.unbounded.Running() {
		p.unbounded.Start()
	}
	p.figures.set(figures(g))
}

// stop ends the animation of the bar without end.
func (p *loadingPage) stop() { p.unbounded.Stop() }

// figures are the numbers of a progress: bytes, rate, time left, memory.
func figures(g session.Progress) string {
	var parts []string
	if _, known := g.Fraction(); known {
		parts = append(parts, timeline.FormatSize(g.Done)+" of "+timeline.FormatSize(g.Total))
	}
	if g.Events > 0 {
		parts = append(parts, timeline.FormatCount(g.Events)+" events")
	}
	if r := g.Rate(); r > 0 && g.Events > 0 {
		parts = append(parts, fmt.Sprintf("%.2f M events/s", r/1e6))
	}
	if left, ok := g.Left(); ok {
		parts = append(parts, "about "+roughly(left)+" left")
	}
	if g.Memory > 0 {
		parts = append(parts, timeline.FormatSize(g.Memory)+" memory")
	}
	return strings.Join(parts, " · ")
}

// roughly is a length of time as one says it.
func roughly(d time.Duration) string {
	if d < 100*time.Second {
		return fmt.Sprintf("%.0f s", max(1, d.Seconds()))
	}
	return fmt.Sprintf("%.0f min", d.Minutes())
}

// errorPage says why a trace could not be opened.
type errorPage struct {
	w     *window
	root  fyne.CanvasObject
	title *line
	text  *fyne.Container
	full  string
}

func newErrorPage(w *window) *errorPage {
	p := &errorPage{w: w, text: container.New(columnLayout{})}
	p.title = newLine("", theme.ColorNameForeground).bold().fitting()
	p.title.size = sizeTitle
	copyButton := newButton(bordered, iconCopy, "Copy details", func() { w.clip(p.full) })
	other := newButton(primary, iconOpen, "Open another", w.table.get("open").do)
	p.root = centred(container.New(columnLayout{8},
		container.New(rowLayout{8}, newGlyph(iconError, theme.ColorNameError), p.title),
		p.text, newGap(0, 6), container.New(rowLayout{10}, other, copyButton, newBox(""))))
	return p
}

// show shows an error: its first line on the page, all of it for the clipboard.
func (p *errorPage) show(src session.Source, err error) {
	p.title.set(timeline.Printable(src.Name) + " could not be opened")
	p.full = err.Error()
	if src.Path != "" {
		p.full = src.Path + "\n" + p.full
	}
	cause, way := errorWords(src, err)
	p.text.Objects = p.text.Objects[:0]
	room := min(scaled(columnWidth), p.w.win.Canvas().Size().Width-2*paneMargin)
	for _, l := range wrap(timeline.Printable(cause), room) {
		p.text.Add(newLine(l, theme.ColorNameForeground))
	}
	if src.Path != "" {
		path := newLine(src.Path, colorText2).fitting()
		path.middle = true
		p.text.Add(path)
	}
	for _, l := range wrap(way, room) {
		p.text.Add(newLine(l, colorText2))
	}
	p.root.Refresh()
}
