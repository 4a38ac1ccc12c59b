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
	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
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
	return container.NewStack(kit.NewBox(kit.ColorPanel),
		container.NewVScroll(container.New(midLayout{}, content)))
}

// midLayout centres its object, at most columnWidth wide, with a fifth of the free height above it.
type midLayout struct{}

// MinSize implements fyne.Layout.
func (midLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(300, o[0].MinSize().Height+2*kit.PaneMargin)
}

// Layout implements fyne.Layout.
func (midLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(kit.Scaled(columnWidth), size.Width-2*kit.PaneMargin)
	h := o[0].MinSize().Height
	kit.Place(o[0], (size.Width-w)/2, max(kit.PaneMargin, (size.Height-h)/5), w, h)
}

// perfRecipe is the command that records a trace from which Threadlens can show the most.
const perfRecipe = "sudo perf record -a -k CLOCK_MONOTONIC -e 'sched:*,irq:*,raw_syscalls:*' -- sleep 10"

// startPage offers what can be done without a trace.
type startPage struct {
	h      *host.Host
	root   fyne.CanvasObject
	recent *recentFiles
	record *kit.Button
	live   *kit.Button
	offer  fyne.CanvasObject // of colour-safe colours, until answered
}

func newStartPage(h *host.Host) *startPage {
	p := &startPage{h: h, recent: newRecentFiles(h), offer: coloursOffer(h)}
	title := kit.NewLine("Threadlens", theme.ColorNameForeground).Bold()
	title.TextSize = theme.SizeNameHeadingText
	open, demo := h.Commands.Get("open"), h.Commands.Get("demo")
	openButton := kit.NewButton(kit.Primary, kit.IconOpen, "Open a trace", open.Do).Explain(h.Tips, open.Tip())
	demoButton := kit.NewButton(kit.Bordered, "", "Open the demo", demo.Do).Explain(h.Tips, demo.Tip())
	recordButton := kit.NewButton(kit.Bordered, kit.IconRecord, "Record", h.Commands.Get("record").Do)
	liveButton := kit.NewButton(kit.Bordered, "", "Live monitor", h.Commands.Get("live").Do)
	p.record, p.live = recordButton, liveButton
	openButton.Height, recordButton.Height, liveButton.Height, demoButton.Height = 32, 32, 32, 32
	copyButton := kit.NewButton(kit.Bordered, kit.IconCopy, "Copy", func() { h.Clip(perfRecipe) }).Explain(h.Tips, "Copy the command")
	column := container.New(kit.ColumnLayout(6), title,
		kit.NewLine("See what every thread of a trace did, and why.", kit.ColorText2), kit.NewGap(0, 10),
		container.New(kit.RowLayout(10), openButton, recordButton, liveButton, demoButton, kit.NewLine("or drop a file anywhere here", kit.ColorText3), kit.NewBox("")),
		kit.NewGap(0, 14), p.recent.root, p.offer,
		kit.Heading("Formats"))
	for _, f := range capture.Formats() {
		column.Add(container.New(kit.RowLayout(10),
			container.New(kit.Fixed{190, kit.LegendHeight}, kit.NewLine(f.Title, theme.ColorNameForeground).Fitting()),
			kit.NewLine(strings.Join(f.Extensions, ", "), kit.ColorText2).Fitting()))
	}
	column.Add(kit.NewGap(0, 8))
	column.Add(kit.NewLine("To record a trace on Linux with perf:", kit.ColorText2))
	mono := kit.NewLine(perfRecipe, theme.ColorNameForeground).Fitting()
	mono.Style.Monospace = true
	mono.TextSize = theme.SizeNameCaptionText
	back := kit.NewBox(kit.ColorRaised)
	back.Stroke, back.Radius = theme.ColorNameSeparator, 5
	column.Add(container.New(kit.RowLayout(8),
		container.New(kit.Stretch(30), container.NewStack(back, container.New(kit.Insets{10, 0}, kit.WithTip(mono, h.Tips)))), copyButton))
	p.root = centred(column)
	return p
}

// update lists the recent files.
func (p *startPage) update() {
	kit.Hide(p.offer, p.h.Settings.Colours != "")
	p.recent.fill(p.h.Settings.Recent)
	for id, b := range map[string]*kit.Button{"record": p.record, "live": p.live} {
		b.Offer(p.h.Tips, p.h.Commands.Get(id))
	}
	p.root.Refresh()
}

// loadingPage shows how much of a trace has been read.
type loadingPage struct {
	root      fyne.CanvasObject
	name      *kit.Line
	figures   *kit.Line
	bar       *widget.ProgressBar
	unbounded *widget.ProgressBarInfinite
}

func newLoadingPage(cancel func()) *loadingPage {
	p := &loadingPage{bar: widget.NewProgressBar(), unbounded: widget.NewProgressBarInfinite()}
	p.name = kit.NewLine("", theme.ColorNameForeground).Bold().Fitting()
	p.name.TextSize = kit.SizeTitle
	p.name.Middle = true
	p.figures = kit.NewLine("", kit.ColorText2).Fitting()
	p.bar.TextFormatter = func() string { return "" }
	p.unbounded.Stop()
	button := kit.NewButton(kit.Bordered, "", "Cancel", cancel)
	p.root = centred(container.New(kit.ColumnLayout(8),
		p.name, container.New(kit.Fixed{0, 10}, p.bar, p.unbounded), p.figures, kit.NewGap(0, 6),
		container.New(kit.RowLayout(10), button, kit.NewLine("Esc", kit.ColorText3), kit.NewBox(""))))
	return p
}

// begin resets the page for a new file.
func (p *loadingPage) begin(name string) {
	p.name.Set("Opening " + timeline.Printable(name))
	p.show(session.Progress{})
}

// show shows the progress in figures and as a bar, an indeterminate one while the size is unknown.
func (p *loadingPage) show(g session.Progress) {
	f, known := g.Fraction()
	kit.Hide(p.bar, !known)
	kit.Hide(p.unbounded, known)
	if known {
		p.unbounded.Stop()
		p.bar.SetValue(f)
	} else if !p.unbounded.Running() {
		p.unbounded.Start()
	}
	p.figures.Set(figures(g))
}

// stop ends the animation of the indeterminate bar.
func (p *loadingPage) stop() { p.unbounded.Stop() }

// figures formats a progress: bytes, rate, time left, memory.
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
		parts = append(parts, timeline.FormatSize(g.Memory)+" heap")
	}
	return strings.Join(parts, " · ")
}

// roughly formats a duration the way people say it.
func roughly(d time.Duration) string {
	if d < 100*time.Second {
		return fmt.Sprintf("%.0f s", max(1, d.Seconds()))
	}
	return fmt.Sprintf("%.0f min", d.Minutes())
}

// errorPage says why a trace could not be opened.
type errorPage struct {
	h     *host.Host
	root  fyne.CanvasObject
	title *kit.Line
	text  *fyne.Container
	full  string
}

func newErrorPage(h *host.Host) *errorPage {
	p := &errorPage{h: h, text: container.New(kit.ColumnLayout(0))}
	p.title = kit.NewLine("", theme.ColorNameForeground).Bold().Fitting()
	p.title.TextSize = kit.SizeTitle
	copyButton := kit.NewButton(kit.Bordered, kit.IconCopy, "Copy details", func() { h.Clip(p.full) })
	other := kit.NewButton(kit.Primary, kit.IconOpen, "Open another trace", h.Commands.Get("open").Do)
	p.root = centred(container.New(kit.ColumnLayout(8),
		container.New(kit.RowLayout(8), kit.NewGlyph(kit.IconError, theme.ColorNameError), p.title),
		p.text, kit.NewGap(0, 6), container.New(kit.RowLayout(10), other, copyButton, kit.NewBox(""))))
	return p
}

// show shows an error: its first line on the page, all of it for the clipboard.
func (p *errorPage) show(src session.Source, err error) {
	p.title.Set(timeline.Printable(src.Name) + " could not be opened")
	p.full = err.Error()
	if src.Path != "" {
		p.full = src.Path + "\n" + p.full
	}
	cause, way := errorWords(src, err)
	p.text.Objects = p.text.Objects[:0]
	room := min(kit.Scaled(columnWidth), p.h.Win.Canvas().Size().Width-2*kit.PaneMargin)
	for _, l := range kit.Wrap(timeline.Printable(cause), room) {
		p.text.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	if src.Path != "" {
		path := kit.NewLine(src.Path, kit.ColorText2).Fitting()
		path.Middle = true
		p.text.Add(path)
	}
	for _, l := range kit.Wrap(way, room) {
		p.text.Add(kit.NewLine(l, kit.ColorText2))
	}
	p.root.Refresh()
}

// coloursOffer asks on the start page, until it is answered, whether the user can tell the usual
// colours apart.
func coloursOffer(h *host.Host) fyne.CanvasObject {
	row := container.New(kit.RowLayout(6))
	for _, c := range []model.Category{model.Execution, model.Synchronization, model.MemoryManagement} {
		row.Add(kit.NewSwatch(c))
	}
	row.Add(kit.NewGap(2, 0))
	row.Add(kit.NewLine("Are these colours hard to tell apart?", kit.ColorText2))
	row.Add(kit.NewLink("Use colour-blind-safe colours", h.Commands.Get("colours."+keep.ColoursSafe).Do))
	row.Add(kit.NewLine("·", kit.ColorText3))
	row.Add(kit.NewLink("Keep these colours", h.Commands.Get("colours."+keep.ColoursClassic).Do))
	later := kit.NewCaption("You can change the colours later: View > Appearance", kit.ColorText3).Fitting()
	return container.New(kit.ColumnLayout(0), row, later, kit.NewGap(0, 10))
}
