package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// useChart is what the surface has besides its picture where that is the chart of
// the CPU use: the switch of the denominator, the hover card, and the use by what
// is selected.
type useChart struct {
	f       *surface
	percent *fyne.Container // holds the switch
	parts   *kit.Segmented
	card    *useCard
	preview paint.Class // under the pointer in the legend

	part     *timeline.Utilization // of threads, nil while it is not known
	threads  []model.ThreadIx
	measured *model.Trace // whose threads they are
}

func newUseChart(f *surface) *useChart {
	return &useChart{f: f, percent: container.NewStack(), card: newUseCard(), preview: paint.NoClass}
}

func (u *useChart) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{u.percent, u.card.box}
}

// shown reports whether the picture is the chart.
func (u *useChart) shown() bool { return u.f.s.Viewing() == keep.ViewUtilization }

// wire makes the switch of the denominator of its commands.
func (u *useChart) wire(table *kit.CommandTable, tips *kit.TipLayer) {
	var titles []string
	get := func(i int) *kit.Command { return table.Get("percent." + percents[i].of.String()) }
	for i := range percents {
		titles = append(titles, percents[i].short)
	}
	u.parts = kit.NewSegmented(titles, tips, func(i int) string { return get(i).Help }, func(i int) { get(i).Do() })
	u.percent.Objects = []fyne.CanvasObject{u.parts.Root}
}

// chart is what the picture shows besides the session's rows.
func (u *useChart) chart() timeline.Chart {
	c := u.f.s.Chart()
	if u.preview != paint.NoClass {
		c.Focus = u.preview
	}
	if threads, class, name := u.f.s.ChartPart(); len(threads) > 0 && u.part != nil && slices.Equal(threads, u.threads) {
		c.Part, c.PartClass, c.PartName = u.part, class, name
	}
	return c
}

// changed follows the session; it reports whether only the chart, of all
// pictures, has to be redrawn.
func (u *useChart) changed(c session.Change) bool {
	if c&session.ChangedTrace != 0 || !u.shown() {
		u.preview = paint.NoClass
		u.card.hide()
	}
	if c&session.ChangedTrace != 0 {
		u.part, u.threads, u.measured = nil, nil, nil
	}
	if u.shown() {
		u.measure()
	}
	return u.shown() && c&session.ChangedRange != 0
}

// measure computes the use by what is selected, in the background.
func (u *useChart) measure() {
	t := u.f.s.Trace()
	threads, _, _ := u.f.s.ChartPart()
	if t == u.measured && slices.Equal(threads, u.threads) {
		return
	}
	u.part, u.threads, u.measured = nil, slices.Clone(threads), t
	if len(threads) == 0 {
		return
	}
	wanted := u.threads
	go func() {
		part := export.ThreadUse(t, wanted)
		fyne.Do(func() {
			if u.measured == t && slices.Equal(u.threads, wanted) {
				u.part = part
				u.f.redraw()
			}
		})
	}()
}

// place puts the switch where the picture has room for it.
func (u *useChart) place(scene *timeline.Scene) {
	r := scene.PercentRect()
	kit.Hide(u.percent, r.Empty())
	if !u.shown() {
		u.card.hide()
	}
	if r.Empty() {
		return
	}
	u.parts.Take(slices.IndexFunc(percents, func(p percentChoice) bool { return p.of == u.f.s.Percent() }))
	size := u.percent.MinSize()
	x, y := u.f.over.dp(r.Min.X), u.f.over.dp(r.Min.Y)
	kit.Place(u.percent, max(4, min(x, u.f.over.dp(scene.LaneArea().Min.X)-size.Width-4)), y, size.Width, size.Height)
}

// follow takes the card to the column under the pointer, and fades the other
// classes while the pointer is on one in the legend.
func (u *useChart) follow(scene *timeline.Scene, place timeline.Place) {
	preview := paint.NoClass
	if place.Classed && place.Region == timeline.RegionGutter {
		preview = place.Class
	}
	u.card.follow(u.f, scene, place)
	if preview != u.preview {
		u.preview = preview
		u.f.redraw()
	}
}

// readChart moves the pointer's place on the chart of the CPU use by a step.
func (f *surface) readChart(dir int) {
	if !f.ready() {
		return
	}
	scene := f.now()
	area := scene.LaneArea()
	x, out := area.Dx()/2, 0
	if place := scene.Hit(f.point(f.over.at)); f.over.inside && place.Region == timeline.RegionLane {
		x, out = chartStep(f.point(f.over.at).X-area.Min.X, area.Dx(), dir)
	}
	f.s.Pan(out)
	f.over.pointer(fyne.NewPos(f.over.dp(area.Min.X+x), f.over.dp((area.Min.Y+area.Max.Y)/2)), true)
	scene = f.now()
	f.chart.card.show(f, &scene)
}

// chartSteps is the number of steps in which the keys read a chart from one end of
// the window to the other.
const chartSteps = 100

// chartStep is the column of a step from column x of a chart so wide, and how far
// it is out of the chart.
func chartStep(x, width, dir int) (to, out int) {
	to = x + dir*max(1, width/chartSteps)
	in := min(max(to, 0), width-1)
	return in, to - in
}
