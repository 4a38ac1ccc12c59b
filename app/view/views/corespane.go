package views

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of the pane of the Cores view, dp.
const (
	followWidth = 359
	followTitle = 150  // minimum width of the thread's name
	followPart  = 0.45 // maximum part of the window's width that the card takes
)

// coresPane is the pane of the Cores view.
type coresPane struct {
	h      *host.Host
	Root   *fyne.Container
	Table  *migrationTable
	Follow *followCard
}

func newCoresPane(h *host.Host) *coresPane {
	p := &coresPane{h: h, Table: newMigrationTable(h), Follow: newFollowCard(h.Session, h.Tips)}
	p.Root = container.New(kit.SideLayout{Width: followWidth, Part: followPart}, p.Table.root, kit.NewBox(theme.ColorNameSeparator), p.Follow.root)
	return p
}

// update updates the pane after a change of the session.
func (p *coresPane) update() {
	p.Table.Update()
	p.Follow.update()
}

// followCard shows the thread that is followed from CPU to CPU.
type followCard struct {
	s       *session.Session
	root    *fyne.Container
	Title   *kit.Line
	note    *kit.Line
	mark    *canvas.Rectangle // in the colour of its slices
	figures *fyne.Container
	cross   [3]*followFigure
	bars    *fyne.Container
	rows    []*followLine
	hint    *kit.Line
	body    *fyne.Container
	legend  *fyne.Container
	of      *timeline.CoreColours // the colours that the legend explains
	look    *paint.Palette        // the palette in which it explains them
}

// followFigure is a figure with its name above it.
type followFigure struct {
	root        *fyne.Container
	value, rest *kit.Line
}

func newFollowFigure(name string) *followFigure {
	f := &followFigure{value: kit.NewLine("", theme.ColorNameForeground), rest: kit.NewLine("", kit.ColorText2)}
	f.value.TextSize = theme.SizeNameHeadingText
	f.root = container.New(kit.ColumnLayout(0), kit.NewCaption(name, kit.ColorText2), container.New(kit.RowLayout(4), f.value, f.rest))
	return f
}

func (f *followFigure) set(value, rest string) {
	f.value.Set(value)
	f.rest.Set(rest)
}

func newFollowCard(s *session.Session, tips *kit.TipLayer) *followCard {
	c := &followCard{
		s: s, Title: kit.NewLine("", theme.ColorNameForeground).Bold().Fitting(), note: kit.NewCaption("", kit.ColorText2),
		hint: kit.NewLine("", kit.ColorText2), mark: canvas.NewRectangle(color.Transparent),
	}
	head := container.New(kit.Insets{kit.PaneMargin, 0}, container.New(kit.YieldLayout{RowLayout: 8, Least: followTitle, Yield: []fyne.CanvasObject{c.note}},
		kit.WithTip(c.Title, tips), container.New(kit.Fixed{kit.MarkSize, kit.MarkSize}, c.mark), c.note))
	c.figures = container.New(kit.RowLayout(24))
	for i, name := range []string{"Cross-CPU migrations", "Share", "Migrations/s"} {
		c.cross[i] = newFollowFigure(name)
		c.figures.Add(c.cross[i].root)
	}
	c.bars = container.New(kit.ColumnLayout(0))
	c.body = container.New(kit.ColumnLayout(6), c.figures, kit.NewGap(0, 2), kit.NewCaption("Time on each CPU", kit.ColorText2), c.bars)
	c.legend = container.New(kit.ColumnLayout(2))
	c.root = container.NewBorder(
		container.New(kit.ColumnLayout(0), container.NewStack(kit.NewBox(kit.ColorRaised), container.New(kit.Fixed{0, kit.TabBarHeight}, head)), kit.NewRule()),
		nil, nil, nil,
		container.NewStack(kit.NewBox(kit.ColorPanel), container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 12}, container.New(kit.ColumnLayout(0), c.hint, c.body, c.legend)))))
	return c
}

// update shows the selected thread.
func (c *followCard) update() {
	f, ok := c.s.Followed()
	c.explain()
	kit.Hide(c.body, !ok)
	kit.Hide(c.hint, ok)
	if !ok {
		c.Title.Set("No thread is followed")
		c.note.Set("")
		c.mark.Hide()
		c.hint.Set("Click a time slice to follow its thread.")
		c.root.Refresh()
		return
	}
	c.Title.Set(f.Title)
	c.note.Set("followed " + c.scope())
	c.mark.FillColor, c.mark.CornerRadius = c.s.CoreColours().Fill(kit.Palette(), f.Thread), 2
	c.mark.Show()
	atLeast := func(figure string) string {
		if f.Lossy {
			return timeline.AtLeast(figure)
		}
		return figure
	}
	c.cross[0].set(atLeast(timeline.FormatCount(int64(f.Cross))), "of "+timeline.FormatCount(int64(f.Switches)))
	c.cross[1].set(f.Share(), "")
	c.cross[2].set(atLeast(strconv.FormatFloat(f.PerSecond(), 'g', 3, 64)), "")
	c.fill(&f)
	c.root.Refresh()
}

// explain lists what the colours of slices mean.
func (c *followCard) explain() {
	colours, look := c.s.CoreColours(), kit.Palette()
	if colours == nil || colours == c.of && look == c.look {
		return
	}
	c.of, c.look = colours, look
	c.legend.Objects = []fyne.CanvasObject{kit.NewGap(0, 6), kit.NewCaption("Colours of time slices", kit.ColorText2)}
	for _, e := range colours.Legend() {
		if class, ok := colours.HatchClass(e); ok {
			c.addLegend(kit.ClassSwatch(class), e.Title)
		} else {
			c.addLegend(legendSwatch(colours.LegendFill(look, e)), e.Title)
		}
	}
	c.explainSteps()
}

// explainSteps lists what the strips below the CPUs mean, if the trace has any.
func (c *followCard) explainSteps() {
	steps := timeline.StepLegend(c.s.Trace(), kit.Palette())
	if len(steps) == 0 {
		return
	}
	c.legend.Add(kit.NewGap(0, 6))
	c.legend.Add(kit.NewCaption("Colours in the strip below each CPU", kit.ColorText2))
	for _, e := range steps {
		c.addLegend(legendSwatch(e.Fill), e.Title)
	}
}

// legendSwatch is a mark of a colour.
func legendSwatch(fill color.Color) fyne.CanvasObject {
	mark := canvas.NewRectangle(fill)
	mark.CornerRadius = 2
	return mark
}

// addLegend adds a line to the legend.
func (c *followCard) addLegend(mark fyne.CanvasObject, title string) {
	c.legend.Add(container.New(kit.RowLayout(8), container.New(kit.Fixed{kit.MarkSize, kit.MarkSize}, mark),
		kit.Stretched(kit.NewLine(title, theme.ColorNameForeground).Fitting())))
}

// scope describes the time that the figures cover.
func (c *followCard) scope() string {
	if c.s.Marked().Len() > 0 {
		return "in the selection"
	}
	return "in the window"
}

// fill shows the times on the known CPUs.
func (c *followCard) fill(f *explain.Followed) {
	most := f.On[0]
	for _, d := range f.On {
		most = max(most, d)
	}
	n := 0
	for _, row := range c.s.Lanes().List {
		if row.Kind != timeline.RowSocket {
			continue
		}
		for _, cpu := range row.CPUs {
			if n == len(c.rows) {
				c.rows = append(c.rows, newFollowLine())
				c.bars.Add(c.rows[n])
			}
			share := float32(0)
			if most > 0 {
				share = float32(f.On[cpu]) / float32(most)
			}
			c.rows[n].set("CPU "+strconv.Itoa(int(cpu)), timeOn(f.On[cpu]), share, c.s.CoreColours().Fill(kit.Palette(), f.Thread))
			n++
		}
	}
	for i, row := range c.rows {
		kit.Hide(row, i >= n)
	}
}

// timeOn is a time on a CPU in words.
func timeOn(d model.Time) string {
	if d == 0 {
		return "0"
	}
	return timeline.FormatDuration(d)
}
