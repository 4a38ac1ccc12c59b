package panes

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

const (
	legendLeast = 14 // of a row, where space is short
	timeLeast   = 65 // of the durations, dp
)

// TabProfile is the id of the tab of the visible timeline profile.
const TabProfile = "profile"

// profileTab shows the visible timeline profile where there is no room for it next to the tabs.
func profileTab(at **profile) *tab {
	return &tab{
		ID: TabProfile, Title: "Profile", Threads: true,
		make: func(b *Bar) tabPage {
			p := newProfile(b.Host)
			*at = p
			return tabPage{root: p.Root, follow: ifSeen(p.Update)}
		},
	}
}

// profile is the visible timeline profile: how the visible threads spent the
// window, and the legend of the categories.
type profile struct {
	s       *session.Session
	Root    *fyne.Container
	Scope   *kit.Line
	Bar     *kit.MixBar
	Rows    []*profileRow
	times   *timeLayout
	body    *fyne.Container
	Legend  *fyne.Container
	Foot    *kit.Line
	Range   *kit.Button          // the selected range, which governs the figures; a click clears it
	Less    *kit.Line            // what the sum at the foot leaves out, and what was sampled; hidden if nothing
	note    *kit.Line            // what the recording lacks, or what is counted in addition; hidden if nothing
	preview func(model.Category) // called with the category under the pointer, NoFocus when the pointer leaves
	tips    *kit.TipLayer
	Menu    func(c model.Category, at fyne.Position) // opens the menu of a category
}

type profileRow struct {
	*kit.ListRow
	Category    model.Category
	content     *fyne.Container
	Title       *kit.Line
	Time, Share *kit.Line
	About       string // what the numbers are, and of what; "" if there are none
}

func newProfile(h *host.Host) *profile {
	p := &profile{s: h.Session, tips: h.Tips, preview: h.PreviewFocus, times: &timeLayout{}}
	p.Menu = func(c model.Category, at fyne.Position) { legendMenu(h, c, at) }
	p.Scope = kit.NewCaption("", kit.ColorText2)
	p.Bar = kit.NewMixBar(fyne.NewSize(0, 14))
	p.Foot, p.Less = kit.NewCaption("", kit.ColorText2).Fitting(), kit.NewCaption("", kit.ColorText2).Fitting()
	p.Less.Hide()
	p.note = kit.NewCaption("", kit.ColorWarnStatus).Fitting()
	p.note.Hide()
	p.Range = kit.NewButton(kit.Flat, kit.IconClose, "", func() { p.s.Mark(model.Range{}) }).Explain(h.Tips, "Clear the selected range; the profile then covers the whole time window")
	p.Range.Height = 22
	p.Range.Hide()
	head := container.New(kit.Insets{kit.PaneMargin, 0}, container.New(kit.RowLayout(8),
		kit.NewLine("Visible timeline profile", theme.ColorNameForeground).Bold().Fitting(), p.Scope))
	rows := container.New(legendLayout{})
	p.Legend = rows
	for _, c := range kit.CategoryOrder {
		r := p.newRow(c)
		p.Rows = append(p.Rows, r)
		rows.Add(r.ListRow) // not r: the tooltip looks for the ListRow in the window
	}
	body := container.NewBorder(
		container.New(kit.ColumnLayout(0), container.New(kit.RowLayout(0), kit.NewGap(4, 0), p.Range, kit.NewBox("")), kit.NewGap(0, 10),
			container.New(kit.Insets{kit.PaneMargin, 0}, container.New(kit.ColumnLayout(0), container.New(kit.Fixed{0, 14}, p.Bar), kit.WithTip(p.note, h.Tips))), kit.NewGap(0, 6)),
		nil, nil, nil, rows)
	p.body = body
	rows.Add(container.New(kit.Insets{kit.PaneMargin, 4}, container.New(kit.ColumnLayout(0), p.Foot, p.Less)))
	p.Root = container.NewBorder(
		container.New(kit.ColumnLayout(0),
			container.NewStack(kit.NewBox(kit.ColorRaised), container.New(kit.Fixed{0, kit.TabBarHeight}, head)), kit.NewRule()),
		nil, nil, nil,
		container.NewStack(kit.NewBox(kit.ColorPanel), container.NewVScroll(body)))
	return p
}

// legendLayout places the rows of the legend, and below them the foot. In a low pane the rows move
// together before anything has to scroll.
type legendLayout struct{}

// MinSize implements fyne.Layout.
func (legendLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	foot := objects[len(objects)-1].MinSize()
	return fyne.NewSize(foot.Width, float32(len(objects)-1)*kit.Scaled(legendLeast)+foot.Height)
}

// Layout implements fyne.Layout.
func (legendLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rows, foot := objects[:len(objects)-1], objects[len(objects)-1]
	h := (size.Height - foot.MinSize().Height) / float32(len(rows))
	h = min(kit.Scaled(kit.LegendHeight), max(kit.Scaled(legendLeast), h))
	for i, o := range rows {
		kit.Place(o, 0, float32(i)*h, size.Width, h)
	}
	kit.Place(foot, 0, float32(len(rows))*h, size.Width, foot.MinSize().Height)
}

// timeLayout places a duration in a column as wide as the widest of them.
type timeLayout struct{ widest float32 }

// MinSize implements fyne.Layout.
func (l *timeLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(kit.Scaled(timeLeast), l.widest), kit.Scaled(kit.LegendHeight))
}

// Layout implements fyne.Layout.
func (l *timeLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	kit.Place(objects[0], 0, 0, size.Width, size.Height)
}

// fitTimes makes the column of the durations as wide as they need.
func (p *profile) fitTimes() {
	widest := float32(0)
	for _, r := range p.Rows {
		widest = max(widest, fyne.MeasureText(r.Time.Text, theme.TextSize(), r.Time.Style).Width+1)
	}
	was := p.times.MinSize(nil)
	if p.times.widest = widest; p.times.MinSize(nil) == was {
		return
	}
	for _, r := range p.Rows {
		r.content.Refresh()
	}
}

func (p *profile) newRow(c model.Category) *profileRow {
	r := &profileRow{
		Category: c,
		Title:    kit.NewLine(c.Brief(), theme.ColorNameForeground).Fitting(),
		Time:     kit.NewLine("", kit.ColorText2).Right().Fitting(),
		Share:    kit.NewLine("", theme.ColorNameForeground).Right().Fitting(),
	}
	r.content = container.New(kit.RowLayout(6),
		kit.NewSwatch(c), kit.NewGap(1, 0), kit.WithTip(r.Title, p.tips),
		container.New(p.times, r.Time), container.New(kit.Fixed{54, kit.LegendHeight}, r.Share))
	r.ListRow = kit.NewListRow(container.New(kit.Insets{kit.PaneMargin, 0}, r.content), kit.LegendHeight)
	r.OnTapped = func() {
		if kit.CurrentModifiers()&kit.Ctrl != 0 {
			p.s.LeaveOut(c)
		} else {
			p.s.SetFocus(c)
		}
	}
	r.Menu = func(at fyne.Position) { p.Menu(c, at) }
	r.Explain(p.tips, func() string { return r.About })
	r.Over = func(in bool) {
		if in {
			p.preview(c)
		} else {
			p.preview(timeline.NoFocus)
		}
	}
	return r
}

// Update shows the sums of the session's scope.
func (p *profile) Update() {
	if p.s.Trace() == nil {
		return
	}
	sums, threads, lossy := p.s.Counted()
	total := sums.Total()
	p.Bar.Set(sums, 0)
	p.Scope.Set(kit.Plural(threads, "thread"))
	p.showRange()
	for _, r := range p.Rows {
		t := sums[r.Category]
		duration, share := timeline.FormatDuration(t), timeline.FormatPercent(t, total)
		if lossy && r.Category != model.UnknownCategory && t > 0 {
			duration, share = timeline.AtLeast(duration), timeline.AtLeast(share)
		}
		r.show(duration, share, t == 0, p.s.Focus() == r.Category)
		title := r.Category.Brief()
		switch {
		case p.s.LeftOut(r.Category):
			r.Time.Set("left out")
			r.Share.Set("–")
		case t == 0 && !p.s.Trace().Recorded(r.Category):
			title += ", not recorded"
			r.Time.Set("")
			r.Share.Set("–")
		}
		r.Title.Set(title)
		r.About = ""
		if r.Share.Text != "–" {
			r.About = fmt.Sprintf("%s: %s, %s of the %s of thread time in the %s", title, duration,
				r.Share.Text, timeline.FormatDuration(total), p.scopeWord())
		}
	}
	p.fitTimes()
	p.Foot.Set(fmt.Sprintf("%s of thread time in a %s of %s", timeline.FormatDuration(total),
		p.scopeWord(), timeline.FormatDuration(p.s.Scope().Len())))
	if text := p.lessText(); text != p.Less.Text {
		p.Less.Set(text)
		kit.Hide(p.Less, text == "")
		p.Legend.Refresh() // the height of the foot has changed
	}
	all, _, _ := p.s.Profile()
	if text := kit.Joined(p.s.SampledText(), noteText(p.s.Trace(), &all)); text != p.note.Text {
		p.note.Set(text)
		kit.Hide(p.note, text == "")
		p.body.Refresh() // the legend moves
	}
}

// showRange names the selected range, if there is one.
func (p *profile) showRange() {
	text := ""
	if r := p.s.Marked(); r.Len() > 0 {
		text = "Range " + p.s.Terms().Clock.Range(r)
	}
	if p.Range.Text != text {
		p.Range.Set(text, "")
		kit.Hide(p.Range, text == "")
		p.body.Refresh() // the legend moves
	}
}

// noteText explains that likely reasons are counted, or what the recording lacks if much time is
// unclassified.
func noteText(t *model.Trace, sums *model.Sums) string {
	if text := measure.LikelyNote(t); text != "" {
		return text
	}
	return measure.UnclassifiedNote(t, sums)
}

// lessText names what neither the sum nor the shares include.
func (p *profile) lessText() string {
	const most = 2
	list := p.s.LeavesOut()
	if len(list) == 0 && !p.s.HidesIdle() {
		return ""
	}
	var names []string
	if p.s.HidesIdle() {
		names = append(names, "idle workers")
	}
	for _, c := range list[:min(most, len(list))] {
		names = append(names, c.Title())
	}
	text := "without " + strings.Join(names, ", ")
	if more := len(list) - most; more > 0 {
		text += " and " + strconv.Itoa(more) + " more"
	}
	return text + "; percentages are of the remaining time"
}

func (p *profile) scopeWord() string {
	if p.s.Marked().Len() > 0 {
		return "selection"
	}
	return "window"
}

// show fills the row; a category without time is faint.
func (r *profileRow) show(duration, share string, none, chosen bool) {
	ink, ink2 := theme.ColorNameForeground, kit.ColorText2
	if none {
		ink, ink2, duration = kit.ColorText3, kit.ColorText3, "0"
	}
	r.Title.Paint(ink)
	r.Share.Paint(ink)
	r.Time.Paint(ink2)
	r.Time.Set(duration)
	if r.Share.Style.Bold != chosen {
		r.Share.Style.Bold = chosen
		r.Share.Refresh()
	}
	r.Share.Set(share)
	r.Choose(chosen)
}
