package picture

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// useChart is what the surface adds to its picture when that is the chart of CPU use: the switch of
// the denominator, the hover card, and the use by what is selected.
type useChart struct {
	*selectedUse
	f       *pointer
	Percent *fyne.Container // holds the switch
	Parts   *kit.Segmented
	Card    *useCard
}

func newUseChart(f *pointer) *useChart {
	return &useChart{selectedUse: f.selected, f: f, Percent: container.NewStack(), Card: newUseCard()}
}

func (u *useChart) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{u.Percent, u.Card.Box}
}

// Wire builds the switch of the denominator from its commands.
func (u *useChart) Wire(table *kit.CommandTable, tips *kit.TipLayer) {
	var titles []string
	get := func(i int) *kit.Command { return table.Get("percent." + Percents[i].Of.String()) }
	for i := range Percents {
		titles = append(titles, Percents[i].short)
	}
	u.Parts = kit.NewSegmented(titles, tips, func(i int) string { return get(i).Help }, func(i int) { get(i).Do() })
	u.Percent.Objects = []fyne.CanvasObject{u.Parts.Root}
}

// changed updates the chart after a change of the session. It reports whether the chart has
// to be redrawn, although the other pictures do not.
func (u *useChart) changed(c session.Change) bool {
	if c&session.ChangedTrace != 0 || !u.Shown() {
		u.preview = paint.NoClass
		u.Card.hide()
	}
	if c&session.ChangedTrace != 0 {
		u.Part, u.threads, u.measured = nil, nil, nil
	}
	if u.Shown() {
		u.measure()
	}
	return u.Shown() && c&session.ChangedRange != 0
}

// measure computes the use by what is selected, in the background.
func (u *useChart) measure() {
	t := u.f.s.Trace()
	threads, _, _ := u.f.s.ChartPart()
	if t == u.measured && slices.Equal(threads, u.threads) {
		return
	}
	u.Part, u.threads, u.measured = nil, slices.Clone(threads), t
	if len(threads) == 0 {
		return
	}
	wanted := u.threads
	go func() {
		part := export.ThreadUse(t, wanted)
		fyne.Do(func() {
			if u.measured == t && slices.Equal(u.threads, wanted) {
				u.Part = part
				u.f.Redraw()
			}
		})
	}()
}

// place puts the switch where the picture leaves room for it.
func (u *useChart) place(scene *timeline.Scene) {
	r := scene.PercentRect()
	kit.Hide(u.Percent, r.Empty())
	if !u.Shown() {
		u.Card.hide()
	}
	if r.Empty() {
		return
	}
	u.Parts.Take(slices.IndexFunc(Percents, func(p percentChoice) bool { return p.Of == u.f.s.Percent() }))
	size := u.Percent.MinSize()
	x, y := u.f.Dp(r.Min.X), u.f.Dp(r.Min.Y)
	kit.Place(u.Percent, max(4, min(x, u.f.Dp(scene.LaneArea().Min.X)-size.Width-4)), y, size.Width, size.Height)
}

// follow moves the card to the column under the pointer, and fades the other classes while the
// pointer is on one in the legend.
func (u *useChart) follow(scene *timeline.Scene, place timeline.Place) {
	preview := paint.NoClass
	if place.Classed && place.Region == timeline.RegionGutter {
		preview = place.Class
	}
	u.Card.follow(u.f, scene, place)
	if preview != u.preview {
		u.preview = preview
		u.f.Redraw()
	}
}
