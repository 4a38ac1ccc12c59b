package view

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// Sizes of a row of a threshold, dp: its field, its unit, its usual value and the way
// back to that, and what is left for what it bounds.
const (
	limitField, limitUnit, limitUsual, limitBack = 76, 24, 96, 44
	limitRowHeight                               = 24
	limitGap                                     = 8
	limitIndent                                  = 26
	limitText                                    = settingsText - limitIndent - limitField - limitUnit - limitUsual - limitBack - 5*limitGap
)

// limitsPage are the thresholds of findings, by rule. Those of a rule are laid out
// when they are first asked for: there are many. What is typed holds as soon as it is
// whole: at Enter, and when the field loses the keyboard.
type limitsPage struct {
	s     *settingsSheet
	rules []*limitRule
	all   *kit.Button     // back to the usual values
	left  *fyne.Container // what was left out of the file
}

// limitRule is a rule on its page: a head, and below it its thresholds while it is
// open.
type limitRule struct {
	page   *limitsPage
	rule   *findings.Rule
	limits []findings.Limit // as they usually are
	head   *kit.Button
	body   *fyne.Container
	rows   []*limitRow // none before it was opened
}

// limitRow is a threshold: a field with its value, read as "60 % of the window in
// which any thread ran".
type limitRow struct {
	page  *limitsPage
	usual findings.Limit
	value float64 // that holds
	entry *kit.Field
	frame *kit.Box
	back  *kit.Button // to the usual value
	note  *kit.Line   // what is wrong with what is typed
}

// findings is the page of the thresholds of findings.
func (s *settingsSheet) findings() {
	s.prose("A rule of findings tells what it finds from its thresholds on. When one is changed, findings are looked for again.", theme.ColorNameForeground)
	p := &limitsPage{s: s, left: container.New(kit.ColumnLayout(0))}
	p.all = kit.NewLink("Reset all", func() { p.reset(findings.Defaults(), nil) })
	s.limits = p
	if s.h.SettingsDir == "" {
		s.prose("There is no folder for settings, so that thresholds cannot be changed.", kit.ColorText2)
	} else {
		s.path("File", keep.LimitsPath(s.h.SettingsDir))
		s.body.Add(container.New(kit.RowLayout(12), kit.NewLink("Read it again", func() { s.h.readLimits(); s.update() }), p.all, kit.NewBox("")))
	}
	list := container.New(kit.ColumnLayout(4))
	for _, rule := range findings.Rules() {
		r := &limitRule{page: p, rule: rule, body: container.New(kit.ColumnLayout(4))}
		for _, l := range findings.Defaults() {
			if strings.HasPrefix(l.Name, rule.ID+".") {
				r.limits = append(r.limits, l)
			}
		}
		r.head = kit.NewButton(kit.Flat, kit.IconForward, rule.ID+" "+rule.Name, r.toggle)
		r.head.Height = limitRowHeight
		r.body.Hide()
		p.rules = append(p.rules, r)
		list.Objects = append(list.Objects, container.New(kit.RowLayout(0), r.head, kit.NewBox("")), container.NewBorder(nil, nil, kit.NewGap(limitIndent, 0), nil, r.body))
	}
	s.body.Objects = append(s.body.Objects, p.left, list)
	s.follow = append(s.follow, p.update)
}

// toggle opens a rule, or closes it.
func (r *limitRule) toggle() {
	open := !r.body.Visible()
	if open && r.rows == nil {
		room := r.page.room(limitText + limitField + limitUnit + limitUsual + limitBack)
		for _, l := range kit.WrapAt("Found when "+r.rule.Doc, room, theme.SizeNameCaptionText, fyne.TextStyle{}) {
			r.body.Objects = append(r.body.Objects, kit.NewCaption(l, kit.ColorText2).Fitting())
		}
		for _, l := range r.limits {
			r.add(l)
		}
		r.page.update()
	}
	r.head.Icon = kit.IconForward
	if open {
		r.head.Icon = kit.IconDown
	}
	r.head.Refresh()
	kit.Hide(r.body, !open)
	r.page.s.body.Refresh()
}

// room is what there is of a width, dp for text of the usual size, in this window.
func (p *limitsPage) room(most float32) float32 {
	return p.s.h.TextRoom(most, settingsText-most+host.SheetInset)
}

// add adds the row of a threshold.
func (r *limitRule) add(usual findings.Limit) {
	h := r.page.s.h
	row := &limitRow{page: r.page, usual: usual, frame: kit.NewBox(kit.ColorPanel), note: kit.NewCaption("", theme.ColorNameError).Fitting()}
	row.frame.Stroke, row.frame.Radius = kit.ColorLineStrong, theme.InputRadiusSize()
	row.entry = kit.NewField("", row.key)
	row.entry.OnChanged = func(string) { row.judge() }
	row.entry.OnSubmitted = func(string) { row.keep() }
	row.entry.Left = row.keep
	if h.SettingsDir == "" {
		row.entry.Disable()
	}
	row.back = kit.NewLink("Reset", func() { r.page.reset([]findings.Limit{usual}, row) })
	row.note.Hide()
	text := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(usual.Doc, r.page.room(limitText)) {
		text.Objects = append(text.Objects, kit.NewLine(l, theme.ColorNameForeground).Fitting())
	}
	box := container.NewStack(row.frame, container.New(kit.Insets{5, 1}, container.NewThemeOverride(row.entry, kit.TightTheme{Look: h.Look})))
	r.rows = append(r.rows, row)
	r.body.Objects = append(r.body.Objects, container.New(kit.ColumnLayout(1), container.New(kit.RowLayout(limitGap),
		container.New(kit.Fixed{limitField, limitRowHeight}, box),
		container.New(kit.Fixed{limitUnit, 0}, kit.NewLine(limitUnitWords(usual.Unit), kit.ColorText2)),
		text,
		container.New(kit.Fixed{limitUsual, 0}, kit.NewCaption("usually "+keep.LimitText(usual.Value), kit.ColorText2).Right()),
		container.New(kit.Fixed{limitBack, 0}, row.back)), row.note))
}

// limitUnitWords is a unit of thresholds on screen.
func limitUnitWords(unit string) string {
	if unit == "us" {
		return "µs"
	}
	return unit
}

// key gets the keys of the field first: Escape takes back what is typed, and closes
// the dialog where nothing is.
func (r *limitRow) key(e *fyne.KeyEvent) bool {
	switch {
	case e.Name != fyne.KeyEscape:
		return false
	case r.entry.Text != keep.LimitText(r.value):
		r.show(r.value)
	default:
		r.page.s.h.Escape()
	}
	return true
}

// judge tells what is wrong with what is typed, and reports its value.
func (r *limitRow) judge() (value float64, ok bool) {
	value, err := keep.ParseLimit(r.entry.Text)
	r.complain(err)
	return value, err == nil
}

// complain writes what is wrong below the field, nothing for nil.
func (r *limitRow) complain(err error) {
	text, edge := "", kit.ColorLineStrong
	if err != nil {
		text, edge = kit.Sentence(err), theme.ColorNameError
	}
	r.note.Set(text)
	r.frame.Paint(kit.ColorPanel, edge)
	if r.note.Visible() == (err == nil) {
		kit.Hide(r.note, err == nil)
		r.page.s.body.Refresh()
	}
}

// keep keeps what is typed, if it is a value and another one.
func (r *limitRow) keep() {
	p := r.page
	value, ok := r.judge()
	if !ok || r.entry.Text == keep.LimitText(r.value) {
		return
	}
	if err := keep.KeepLimit(p.s.h.SettingsDir, r.usual.Name, value); err != nil {
		r.complain(notKept(err))
		return
	}
	r.show(value)
	p.s.h.readLimits()
	p.s.update()
}

// notKept is an error of keeping thresholds as it is shown.
func notKept(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("not kept, %w", err)
}

// reset takes thresholds back to the usual values; row is that of the only one, nil
// for all.
func (p *limitsPage) reset(limits []findings.Limit, row *limitRow) {
	var names []string
	for _, l := range limits {
		names = append(names, l.Name)
	}
	err := notKept(keep.DropLimits(p.s.h.SettingsDir, names...))
	p.s.h.readLimits()
	p.s.update()
	switch {
	case err != nil && row != nil:
		row.complain(err)
	case err != nil:
		p.tell(kit.Sentence(err))
	case row != nil:
		row.show(row.usual.Value) // in place of what is typed and no value
	}
}

// update shows the thresholds that hold. What is typed and no value stays.
func (p *limitsPage) update() {
	own := 0
	values := map[string]float64{}
	for _, l := range p.s.h.Session.Limits().All() {
		values[l.Name] = l.Value
	}
	for _, r := range p.rules {
		n := 0
		for i, l := range r.limits {
			if values[l.Name] != l.Value {
				n++
			}
			if r.rows != nil {
				r.rows[i].update(values[l.Name])
			}
		}
		note := ""
		if n > 0 {
			note = timeline.FormatCount(int64(n)) + " changed"
		}
		if r.head.Note != note {
			r.head.Note = note
			r.head.Refresh()
		}
		own += n
	}
	p.all.Enable(own > 0)
	p.problems()
	p.s.body.Refresh()
}

// problems tells what was left out of the file.
func (p *limitsPage) problems() {
	p.left.Objects = nil
	if p.s.h.SettingsDir == "" {
		return
	}
	_, problems := keep.LoadLimits(p.s.h.SettingsDir)
	for _, problem := range problems[:min(len(problems), mostProblems)] {
		p.tell("Not used: " + problem)
	}
}

// tell adds a sentence above the rules.
func (p *limitsPage) tell(text string) {
	for _, l := range kit.Wrap(timeline.Printable(text), p.room(settingsText)) {
		p.left.Objects = append(p.left.Objects, kit.NewLine(l, kit.ColorWarnStatus).Fitting())
	}
}

// update shows the value that holds, unless that is shown.
func (r *limitRow) update(value float64) {
	if value != r.value || r.entry.Text == "" {
		r.show(value)
	}
	r.back.Enable(value != r.usual.Value && r.page.s.h.SettingsDir != "")
}

// mostProblems is how many problems of a file are told.
const mostProblems = 10

// show writes a value into the field.
func (r *limitRow) show(value float64) {
	r.value = value
	r.entry.SetText(keep.LimitText(value))
	r.complain(nil)
}
