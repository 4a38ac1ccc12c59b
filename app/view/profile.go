package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

const (
	legendHeight = 20 // of a row; as little as legendLeast where there is no room
	legendLeast  = 14
	paneMargin   = 16
)

// profile is the visible timeline profile: how the visible threads spent the
// window, and the legend of the categories.
type profile struct {
	s       *session.Session
	root    *fyne.Container
	scope   *line
	bar     *mixBar
	rows    []*profileRow
	body    *fyne.Container
	legend  *fyne.Container
	foot    *line
	less    *line                // what the foot's sum leaves out, and what was sampled; hidden without
	note    *line                // what the recording lacks or is counted besides, hidden without
	preview func(model.Category) // the pointer is over a category; NoFocus: no longer
	tips    *tipLayer
	menu    func(c model.Category, at fyne.Position) // of a category
}

type profileRow struct {
	*listRow
	category    model.Category
	title       *line
	time, share *line
	about       string // what the numbers are, and of what; "" where there are none
}

func newProfile(s *session.Session, tips *tipLayer, preview func(model.Category)) *profile {
	p := &profile{s: s, tips: tips, preview: preview, menu: func(model.Category, fyne.Position) {}}
	p.scope = newCaption("", colorText2)
	p.bar = newMixBar(fyne.NewSize(0, 14))
	p.foot, p.less = newCaption("", colorText2).fitting(), newCaption("", colorText2).fitting()
	p.less.Hide()
	p.note = newCaption("", colorWarnStatus).fitting()
	p.note.Hide()
	head := container.New(insets{paneMargin, 0}, container.New(rowLayout{8},
		newLine("Visible timeline profile", theme.ColorNameForeground).bold().fitting(), p.scope))
	rows := container.New(legendLayout{})
	p.legend = rows
	for _, c := range categoryOrder {
		r := p.newRow(c)
		p.rows = append(p.rows, r)
		rows.Add(r)
	}
	body := container.NewBorder(
		container.New(columnLayout{}, newGap(0, 10),
			container.New(insets{paneMargin, 0}, container.New(columnLayout{}, container.New(fixed{0, 14}, p.bar), withTip(p.note, tips))), newGap(0, 6)),
		nil, nil, nil, rows)
	p.body = body
	rows.Add(container.New(insets{paneMargin, 4}, container.New(columnLayout{}, p.foot, p.less)))
	p.root = container.NewBorder(
		container.New(columnLayout{},
			container.NewStack(newBox(colorRaised), container.New(fixed{0, tabBarHeight}, head)), newRule()),
		nil, nil, nil,
		container.NewStack(newBox(colorPanel), container.NewVScroll(body)))
	return p
}

// legendLayout places the rows of the legend, and below them the foot. In a low
// pane the rows move together before anything has to be scrolled.
type legendLayout struct{}

// MinSize implements fyne.Layout.
func (legendLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	foot := objects[len(objects)-1].MinSize()
	return fyne.NewSize(foot.Width, float32(len(objects)-1)*scaled(legendLeast)+foot.Height)
}

// Layout implements fyne.Layout.
func (legendLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rows, foot := objects[:len(objects)-1], objects[len(objects)-1]
	h := (size.Height - foot.MinSize().Height) / float32(len(rows))
	h = min(scaled(legendHeight), max(scaled(legendLeast), h))
	for i, o := range rows {
		place(o, 0, float32(i)*h, size.Width, h)
	}
	place(foot, 0, float32(len(rows))*h, size.Width, foot.MinSize().Height)
}

func (p *profile) newRow(c model.Category) *profileRow {
	r := &profileRow{
		category: c,
		title:    newLine(c.Brief(), theme.ColorNameForeground).fitting(),
		time:     newLine("", colorText2).right().fitting(),
		share:    newLine("", theme.ColorNameForeground).right().fitting(),
	}
	content := container.New(insets{paneMargin, 0}, container.New(rowLayout{6},
		newSwatch(c), newGap(1, 0), withTip(r.title, p.tips),
		container.New(fixed{65, legendHeight}, r.time), container.New(fixed{54, legendHeight}, r.share)))
	r.listRow = newListRow(content, legendHeight)
	r.tapped = func() {
		if currentModifiers()&ctrl != 0 {
			p.s.LeaveOut(c)
		} else {
			p.s.SetFocus(c)
		}
	}
	r.menu = func(at fyne.Position) { p.menu(c, at) }
	r.explain(p.tips, func() string { return r.about })
	r.over = func(in bool) {
		if in {
			p.preview(c)
		} else {
			p.preview(timeline.NoFocus)
		}
	}
	return r
}

// update shows the sums of the session's scope.
func (p *profile) update() {
	if p.s.Trace() == nil {
		return
	}
	sums, threads, lossy := p.s.Counted()
	total := sums.Total()
	p.bar.set(sums)
	p.scope.set(plural(threads, "thread"))
	if p.s.Marked().Len() > 0 {
		p.scope.set(plural(threads, "thread") + ", selection")
	}
	for _, r := range p.rows {
		t := sums[r.category]
		mark := ""
		if lossy && r.category != model.UnknownCategory && t > 0 {
			mark = "≥ "
		}
		r.show(t, total, mark, p.s.Focus() == r.category)
		title := r.category.Brief()
		switch {
		case p.s.LeftOut(r.category):
			r.time.set("left out")
			r.share.set("–")
		case t == 0 && !p.s.Trace().Recorded(r.category):
			title += ", not recorded"
			r.time.set("")
			r.share.set("–")
		}
		r.title.set(title)
		r.about = ""
		if r.share.text != "–" {
			r.about = fmt.Sprintf("%s: %s%s, %s of %s of thread time in the %s", title, mark, timeline.FormatDuration(t),
				r.share.text, timeline.FormatDuration(total), p.scopeWord())
		}
	}
	p.foot.set(fmt.Sprintf("%s of thread time in a %s of %s", timeline.FormatDuration(total),
		p.scopeWord(), timeline.FormatDuration(p.s.Scope().Len())))
	if text := p.lessText(); text != p.less.text {
		p.less.set(text)
		hide(p.less, text == "")
		p.legend.Refresh() // the foot has another height
	}
	all, _, _ := p.s.Profile()
	if text := joined(p.s.SampledText(), noteText(p.s.Trace(), &all)); text != p.note.text {
		p.note.set(text)
		hide(p.note, text == "")
		p.body.Refresh() // the legend moves
	}
}

// noteText says that likely reasons are counted, or what the recording lacks where
// much is unclassified.
func noteText(t *model.Trace, sums *model.Sums) string {
	if text := analysis.LikelyNote(t); text != "" {
		return text
	}
	return analysis.UnclassifiedNote(t, sums)
}

// joined puts texts behind each other, those that are not empty.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " · ")
}

// lessText names what is in neither the sum nor the shares.
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
	return text + "; shares are of the rest"
}

func (p *profile) scopeWord() string {
	if p.s.Marked().Len() > 0 {
		return "selection"
	}
	return "window"
}

// show fills the row; a category without time recedes.
func (r *profileRow) show(t, total model.Time, mark string, chosen bool) {
	ink, ink2 := theme.ColorNameForeground, colorText2
	duration := timeline.FormatDuration(t)
	if t == 0 {
		ink, ink2, duration = colorText3, colorText3, "0"
	}
	r.title.paint(ink)
	r.share.paint(ink)
	r.time.paint(ink2)
	r.time.set(duration)
	if r.share.style.Bold != chosen {
		r.share.style.Bold = chosen
		r.share.Refresh()
	}
	r.share.set(mark + timeline.FormatPercent(t, total))
	r.choose(chosen)
}

// plural is a count and its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return timeline.FormatCount(int64(n)) + " " + noun + "s"
}
