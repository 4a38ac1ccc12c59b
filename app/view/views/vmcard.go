package views

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// Sizes of the card of the virtual machine, dp.
const (
	figureWidth   = 104
	figureHeight  = 27
	correctedMost = 5 // processes in its table
	correctedRow  = 22
	correctedCol  = 84
)

// vmCard corrects the figures of a virtual machine with figures from its host.
type vmCard struct {
	h            *host.Host
	Root         *fyne.Container
	Host, Guest  *figureField
	Wrong        *kit.Line // what is wrong with a figure
	Ratio, W1    *kit.Line
	Factor       *fyne.Container
	rows         *fyne.Container
	table        *fyne.Container
	Hint         *Wrapped
	warning      *Wrapped
	WarningPanel *fyne.Container
	from         *kit.Line // the source of the host's figure
	Everywhere   *widget.Check
	m            *query.Measurement
}

func newVMCard(h *host.Host) *vmCard {
	c := &vmCard{
		h: h, Wrong: kit.NewCaption("", theme.ColorNameError).Fitting(), Ratio: kit.NewCaption("", kit.ColorText2).Fitting(),
		from: kit.NewCaption("", kit.ColorText2).Fitting(),
		W1:   kit.NewLine("", theme.ColorNameForeground).Bold(), rows: container.New(kit.ColumnLayout(0)),
		Hint: newWrapped(SentenceGap), warning: newWrapped(SentenceGap + 46),
	}
	c.Host, c.Guest = newFigureField(h, c.typed), newFigureField(h, c.typed)
	c.W1.TextSize, c.warning.color = kit.SizeTitle, kit.ColorWarnText
	c.Factor = container.New(kit.RowLayout(8), c.Ratio, c.W1)
	frame := kit.NewBox("")
	frame.Stroke = theme.ColorNameSeparator
	c.table = container.NewStack(frame, container.New(kit.Insets{1, 1}, c.rows))
	back := kit.NewBox(kit.ColorWarnBack)
	back.Radius = theme.InputRadiusSize()
	c.WarningPanel = container.NewStack(back, container.New(kit.Insets{10, 7},
		container.New(kit.RowLayout(10), kit.NewGlyph(kit.IconWarning, kit.ColorWarnLine), kit.Stretched(c.warning.Root))))
	label := func(text string) fyne.CanvasObject { return kit.NewLine(text, theme.ColorNameForeground).Fitting() }
	c.Everywhere = c.everywhereCheck()
	c.Root = container.New(kit.Insets{12, 10}, container.New(kit.ColumnLayout(7),
		container.New(kit.RowLayout(8), label("CPU usage reported by the host"), c.Host.root),
		container.New(kit.RowLayout(8), label("CPU usage measured in the guest"), c.Guest.root),
		c.Wrong, c.from, c.Hint.Root, c.Factor, c.table, c.WarningPanel, container.New(kit.Insets{-theme.InnerPadding(), 0}, container.New(kit.RowLayout(0), c.Everywhere, kit.NewBox(""))),
		container.New(kit.RowLayout(0), kit.NewLink("Load host counters (CSV)", h.Commands.Get("hostCounters").Do).Explain(h.Tips, h.Commands.Get("hostCounters").Tip()), kit.NewBox(""))))
	c.update()
	return c
}

// forget clears the figures.
func (c *vmCard) forget() {
	c.m = nil
	c.from.Set("")
	c.Host.follow(query.Figure{})
	c.Guest.follow(query.Figure{})
	c.correct()
}

// show shows the figures of a measurement.
func (c *vmCard) show(m *query.Measurement) {
	c.m = m
	c.Host.follow(c.h.Session.HostFigure())
	c.Guest.follow(c.h.Session.GuestFigure())
	c.Guest.Entry.SetPlaceHolder(strconv.FormatFloat(m.Inside(query.Figure{}), 'f', 1, 64))
	c.correct()
}

// typed applies the typed figures, if they are valid.
func (c *vmCard) typed() {
	host, hostErr := c.Host.figure()
	guest, guestErr := c.Guest.figure()
	c.Wrong.Set("")
	for _, err := range []error{hostErr, guestErr} {
		if err != nil {
			c.Wrong.Set(kit.Sentence(err))
		}
	}
	if hostErr != nil || host != c.h.Session.HostFigure() {
		c.from.Set("")
	}
	if hostErr == nil && guestErr == nil {
		c.h.Session.SetFigures(host, guest)
	}
	c.correct()
}

// load reads the host's figure from a file.
func (c *vmCard) load(path string) {
	host, guest, note, err := c.h.Session.ReadHostFigure(path)
	if err != nil {
		c.h.Complain("The CPU figures of the host cannot be read", err)
		return
	}
	c.h.Session.SetFigures(host, guest)
	c.from.Set(note)
	c.Host.follow(host)
	c.Guest.follow(guest)
	c.correct()
}

// correct shows the factor and the corrected figures.
func (c *vmCard) correct() {
	c.update()
	c.Root.Refresh()
}

// update fills the card, but does not lay it out again.
func (c *vmCard) update() {
	kit.Hide(c.Wrong, c.Wrong.Text == "")
	kit.Hide(c.from, c.from.Text == "")
	host, guest := c.h.Session.HostFigure(), c.h.Session.GuestFigure()
	factor, ok := measure.Correction{}, false
	if c.m != nil {
		factor, ok = c.m.Correction(host, guest)
	}
	ok = ok && c.Wrong.Text == ""
	for _, o := range []fyne.CanvasObject{c.Factor, c.table} {
		kit.Hide(o, !ok)
	}
	kit.Hide(c.WarningPanel, !ok || !factor.Short())
	kit.Hide(c.Hint.Root, ok || c.Wrong.Text != "")
	c.followEverywhere()
	if ok {
		c.Ratio.Set("Correction factor w = " + percentFigure(factor.Host) + " / " + percentFigure(factor.Guest))
		c.W1.Set(strconv.FormatFloat(factor.W, 'f', 3, 64))
		c.warning.set("The figures cover only " + timeline.FormatDuration(factor.Window) + ". Measure host and guest over the same period of at least 5 min.")
		c.fill(factor)
	}
	c.Hint.set(c.missing(host))
}

// missing explains why nothing is corrected.
func (c *vmCard) missing(host query.Figure) string {
	if host.Known && c.m != nil {
		return "The CPUs were idle in the guest: nothing to correct."
	}
	return "In a virtual machine, CPU time can include time that the host took. Enter the CPU usage that the host reports " +
		"for this guest, in percent of the guest's CPUs."
}

// percentFigure is a percentage with one decimal and no sign.
func percentFigure(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// fill fills the table of corrected figures.
func (c *vmCard) fill(f measure.Correction) {
	row := func(bold bool, cells ...string) {
		lines := []fyne.CanvasObject{kit.NewLine(cells[0], theme.ColorNameForeground).Fitting()}
		for i, text := range cells[1:] {
			l := kit.NewLine(text, theme.ColorNameForeground).Right()
			l.Style.Bold = bold || i == 1
			lines = append(lines, container.New(kit.Fixed{correctedCol, correctedRow}, l))
		}
		if len(c.rows.Objects) > 0 {
			c.rows.Add(kit.NewRule())
		}
		c.rows.Add(container.New(kit.Insets{8, 0}, container.New(kit.RowLayout(4), lines...)))
	}
	c.rows.Objects = c.rows.Objects[:0]
	row(true, "", "In guest", "Corrected")
	machine := measure.Percent(f.Guest, 1)
	if !c.h.Session.GuestFigure().Known {
		machine = c.m.AtLeast(machine)
	}
	row(false, "Machine", machine, measure.Percent(f.Host, 1))
	for i, u := range c.m.Uses {
		if i == correctedMost {
			break
		}
		share := c.m.OfMachine(u.Used)
		row(false, u.Title, c.m.AtLeast(measure.Percent(share, 1)), measure.Percent(f.Of(share), 1))
	}
}

// figureField is a field for a percentage.
type figureField struct {
	root  *fyne.Container
	frame *kit.Box
	Entry *kit.Field
	quiet bool // the program is setting its text
}

func newFigureField(h *host.Host, typed func()) *figureField {
	f := &figureField{frame: kit.NewBox(kit.ColorPanel)}
	f.frame.Stroke, f.frame.Radius = kit.ColorLineStrong, theme.InputRadiusSize()
	f.Entry = kit.NewField("", kit.OnEscape(h.FocusPicture))
	f.Entry.OnChanged = func(string) {
		if f.quiet {
			return
		}
		f.paint()
		typed()
	}
	f.Entry.OnSubmitted = func(string) { h.FocusPicture() }
	f.Entry.Left = func() { f.paint() }
	f.root = container.New(kit.Fixed{figureWidth, figureHeight}, container.NewStack(f.frame, container.NewBorder(nil, nil, nil,
		container.New(kit.Insets{8, 0}, kit.NewLine("%", kit.ColorText2)),
		container.New(kit.Insets{5, 2}, container.NewThemeOverride(f.Entry, kit.TightTheme{Look: h.Look})))))
	return f
}

func (f *figureField) figure() (query.Figure, error) { return query.ParseFigure(f.Entry.Text) }

// paint shows whether the typed text is a valid figure.
func (f *figureField) paint() {
	stroke := kit.ColorLineStrong
	if _, err := f.figure(); err != nil {
		stroke = theme.ColorNameError
	}
	f.frame.Paint(kit.ColorPanel, stroke)
}

// follow shows a figure, unless it is already shown or the typed text is invalid.
func (f *figureField) follow(to query.Figure) {
	if now, err := f.figure(); err != nil || now == to {
		return
	}
	f.quiet = true
	f.Entry.SetText(to.Text())
	f.quiet = false
	f.paint()
}

// CorrectAll is the id of the command that corrects the figures of all views.
const CorrectAll = "correctAll"

// everywhereCheck is the check box for CorrectAll in the card.
func (c *vmCard) everywhereCheck() *widget.Check {
	return widget.NewCheck("Apply the correction to all views", func(on bool) {
		if on != c.h.Session.Correcting() {
			c.h.Commands.Get(CorrectAll).Do()
		}
	})
}

// followEverywhere shows whether all views are corrected, and whether they can be.
func (c *vmCard) followEverywhere() {
	c.Everywhere.SetChecked(c.h.Session.Correcting())
	if correctable(c.h) {
		c.Everywhere.Enable()
	} else {
		c.Everywhere.Disable()
	}
}

// correctable reports whether there is a factor for the correction.
func correctable(h *host.Host) bool {
	_, ok := h.Session.Correction()
	return ok
}
