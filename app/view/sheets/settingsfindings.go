package sheets

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// Sizes of a threshold's row, dp: its field, its unit, its usual value and the link that restores
// that, and what remains for the text.
const (
	limitField, limitUnit, limitUsual, limitBack = 76, 24, 96, 44
	limitRowHeight                               = 24
	limitGap                                     = 8
	limitIndent                                  = 26
	limitText                                    = settingsText - limitIndent - limitField - limitUnit - limitUsual - limitBack - 5*limitGap
)

// LimitsPage shows the thresholds of findings, by rule. Because there are many, those of a rule are
// laid out when it is first opened. A typed value takes effect with Enter or when its field loses
// the keyboard.
type LimitsPage struct {
	s     *settingsSheet
	Rules []*LimitRule
	All   *kit.Button     // restores all usual values
	Left  *fyne.Container // what was left out of the file
}

// LimitRule is a rule on its page: a head and, while it is open, its thresholds below.
type LimitRule struct {
	page   *LimitsPage
	Rule   *findings.Rule
	Limits []findings.Limit // the usual values
	Head   *kit.Button
	Body   *fyne.Container
	Rows   []*LimitRow // empty until it is first opened
}

// LimitRow is a threshold: a field with its value, read as "60 % of the window in which any thread
// ran".
type LimitRow struct {
	page  *LimitsPage
	Usual findings.Limit
	value float64 // in effect
	Entry *kit.Field
	frame *kit.Box
	Back  *kit.Button // restores the usual value
	Note  *kit.Line   // what is wrong with the typed value
}

// findings is the page of the thresholds of findings.
func (s *settingsSheet) findings() {
	s.prose("The thresholds of a rule decide what it reports. Changing a threshold recomputes the findings.", theme.ColorNameForeground)
	p := &LimitsPage{s: s, Left: container.New(kit.ColumnLayout(0))}
	p.All = kit.NewLink("Reset all", func() { p.reset(findings.Defaults(), nil) })
	s.Limits = p
	if s.h.SettingsDir == "" {
		s.prose("There is no settings folder, so thresholds cannot be changed: set HOME (on Windows: AppData) and restart.", kit.ColorText2)
	} else {
		s.path("File", keep.LimitsPath(s.h.SettingsDir))
		s.Body.Add(container.New(kit.RowLayout(12), kit.NewLink("Reload", func() { s.h.ReadLimits(); s.Update() }), p.All, kit.NewBox("")))
	}
	list := container.New(kit.ColumnLayout(4))
	for _, rule := range findings.Rules() {
		r := &LimitRule{page: p, Rule: rule, Limits: usualLimits(rule), Body: container.New(kit.ColumnLayout(4))}
		r.Head = kit.NewButton(kit.Flat, kit.IconForward, rule.ID+" "+rule.Name, r.toggle)
		r.Head.Height = limitRowHeight
		r.Body.Hide()
		p.Rules = append(p.Rules, r)
		list.Objects = append(list.Objects, container.New(kit.RowLayout(0), r.Head, kit.NewBox("")), container.NewBorder(nil, nil, kit.NewGap(limitIndent, 0), nil, r.Body))
	}
	s.Body.Objects = append(s.Body.Objects, p.Left, list)
	s.follow = append(s.follow, p.update)
}

// toggle opens or closes a rule.
func (r *LimitRule) toggle() {
	open := !r.Body.Visible()
	if open && r.Rows == nil {
		room := r.page.room(limitText + limitField + limitUnit + limitUsual + limitBack)
		for _, l := range kit.WrapAt("Reported when "+r.Rule.Doc, room, theme.SizeNameCaptionText, fyne.TextStyle{}) {
			r.Body.Objects = append(r.Body.Objects, kit.NewCaption(l, kit.ColorText2).Fitting())
		}
		for _, l := range r.Limits {
			r.add(l)
		}
		r.page.update()
	}
	r.Head.Icon = kit.IconForward
	if open {
		r.Head.Icon = kit.IconDown
	}
	r.Head.Refresh()
	kit.Hide(r.Body, !open)
	r.page.s.Body.Refresh()
}

// room is the part of a width, dp for text of the usual size, that fits in this window.
func (p *LimitsPage) room(most float32) float32 {
	return p.s.h.TextRoom(most, settingsText-most+host.SheetInset)
}

// add adds the row of a threshold.
func (r *LimitRule) add(usual findings.Limit) {
	h := r.page.s.h
	row := &LimitRow{page: r.page, Usual: usual, frame: kit.NewBox(kit.ColorPanel), Note: kit.NewCaption("", theme.ColorNameError).Fitting()}
	row.frame.Stroke, row.frame.Radius = kit.ColorLineStrong, theme.InputRadiusSize()
	row.Entry = kit.NewField("", row.key)
	row.Entry.OnChanged = func(string) { row.judge() }
	row.Entry.OnSubmitted = func(string) { row.keep() }
	row.Entry.Left = row.keep
	if h.SettingsDir == "" {
		row.Entry.Disable()
	}
	row.Back = kit.NewLink("Reset", func() { r.page.reset([]findings.Limit{usual}, row) })
	row.Note.Hide()
	text := container.New(kit.ColumnLayout(0))
	for _, l := range kit.Wrap(usual.Doc, r.page.room(limitText)) {
		text.Objects = append(text.Objects, kit.NewLine(l, theme.ColorNameForeground).Fitting())
	}
	box := container.NewStack(row.frame, container.New(kit.Insets{5, 1}, container.NewThemeOverride(row.Entry, kit.TightTheme{Look: h.Look})))
	r.Rows = append(r.Rows, row)
	r.Body.Objects = append(r.Body.Objects, container.New(kit.ColumnLayout(1), container.New(kit.RowLayout(limitGap),
		container.New(kit.Fixed{limitField, limitRowHeight}, box),
		container.New(kit.Fixed{limitUnit, 0}, kit.NewLine(limitUnitWords(usual.Unit), kit.ColorText2)),
		text,
		container.New(kit.Fixed{limitUsual, 0}, kit.NewCaption("usually "+keep.LimitText(usual.Value), kit.ColorText2).Right()),
		container.New(kit.Fixed{limitBack, 0}, row.Back)), row.Note))
}

// limitUnitWords is a unit of thresholds as shown on screen.
func limitUnitWords(unit string) string {
	if unit == "us" {
		return "µs"
	}
	return unit
}

// key handles the keys of the field first: Escape discards what is typed; if nothing is, it closes
// the dialog.
func (r *LimitRow) key(e *fyne.KeyEvent) bool {
	switch {
	case e.Name != fyne.KeyEscape:
		return false
	case r.Entry.Text != keep.LimitText(r.value):
		r.show(r.value)
	default:
		r.page.s.h.Escape()
	}
	return true
}

// judge shows what is wrong with the typed text, and returns its value.
func (r *LimitRow) judge() (value float64, ok bool) {
	value, err := keep.ParseLimit(r.Entry.Text)
	r.complain(err)
	return value, err == nil
}

// complain shows an error below the field, nothing for nil.
func (r *LimitRow) complain(err error) {
	text, edge := "", kit.ColorLineStrong
	if err != nil {
		text, edge = kit.Sentence(err), theme.ColorNameError
	}
	r.Note.Set(text)
	r.frame.Paint(kit.ColorPanel, edge)
	if r.Note.Visible() == (err == nil) {
		kit.Hide(r.Note, err == nil)
		r.page.s.Body.Refresh()
	}
}

// keep applies the typed value, if it is valid and differs.
func (r *LimitRow) keep() {
	p := r.page
	value, ok := r.judge()
	if !ok || r.Entry.Text == keep.LimitText(r.value) {
		return
	}
	if err := keep.KeepLimit(p.s.h.SettingsDir, r.Usual.Name, value); err != nil {
		r.complain(notKept(err))
		return
	}
	r.show(value)
	p.s.h.ReadLimits()
	p.s.Update()
}

// notKept wraps an error from saving thresholds for display.
func notKept(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("not saved: %w", err)
}

// reset restores the usual values of thresholds; row is the row of a single one, nil for all.
func (p *LimitsPage) reset(limits []findings.Limit, row *LimitRow) {
	var names []string
	for _, l := range limits {
		names = append(names, l.Name)
	}
	err := notKept(keep.DropLimits(p.s.h.SettingsDir, names...))
	p.s.h.ReadLimits()
	p.s.Update()
	switch {
	case err != nil && row != nil:
		row.complain(err)
	case err != nil:
		p.tell(kit.Sentence(err))
	case row != nil:
		row.show(row.Usual.Value) // replaces invalid typed text
	}
}

// update shows the thresholds in effect. Invalid typed text stays.
func (p *LimitsPage) update() {
	own := 0
	values := map[string]float64{}
	for _, l := range p.s.h.Session.Limits().All() {
		values[l.Name] = l.Value
	}
	for _, r := range p.Rules {
		n := 0
		for i, l := range r.Limits {
			if values[l.Name] != l.Value {
				n++
			}
			if r.Rows != nil {
				r.Rows[i].update(values[l.Name])
			}
		}
		note := ""
		if n > 0 {
			note = timeline.FormatCount(int64(n)) + " changed"
		}
		if r.Head.Note != note {
			r.Head.Note = note
			r.Head.Refresh()
		}
		own += n
	}
	p.All.Enable(own > 0)
	p.problems()
	p.s.Body.Refresh()
}

// problems lists what was left out of the file.
func (p *LimitsPage) problems() {
	p.Left.Objects = nil
	if p.s.h.SettingsDir == "" {
		return
	}
	_, problems := keep.LoadLimits(p.s.h.SettingsDir)
	for _, problem := range problems[:min(len(problems), mostProblems)] {
		p.tell("Not used: " + problem)
	}
}

// tell adds a sentence above the rules.
func (p *LimitsPage) tell(text string) {
	for _, l := range kit.Wrap(timeline.Printable(text), p.room(settingsText)) {
		p.Left.Objects = append(p.Left.Objects, kit.NewLine(l, kit.ColorWarnStatus).Fitting())
	}
}

// update shows the value in effect, unless it is already shown.
func (r *LimitRow) update(value float64) {
	if value != r.value || r.Entry.Text == "" {
		r.show(value)
	}
	r.Back.Enable(value != r.Usual.Value && r.page.s.h.SettingsDir != "")
}

// mostProblems is the maximum number of a file's problems that are shown.
const mostProblems = 10

// show writes a value into the field.
func (r *LimitRow) show(value float64) {
	r.value = value
	r.Entry.SetText(keep.LimitText(value))
	r.complain(nil)
}
