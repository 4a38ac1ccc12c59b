package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/timeline"
)

// PickList is a table of things to pick from, below a field in which the user filters it. Rows that
// lead somewhere are the things, all others are headings. The field keeps the keyboard: ↑ and ↓
// move through the rows, Space switches the box of a row, Enter accepts.
//
// A space belongs to the text while the user types, and switches a box once the user has moved.
type PickList struct {
	Root  *fyne.Container
	Table *TableView
	Entry *Field
	Count *Line // "12 of 340"

	things string // what is picked from, as in "processes"
	moved  bool   // by a key since the text has changed
	// Enter accepts what is picked, Leave closes the list.
	Enter, Leave func()
}

// NewPickList is an empty list of things, as in "processes".
func NewPickList(tips *TipLayer, things string) *PickList {
	p := &PickList{Table: NewTableView(tips), things: things, Count: NewCaption("", ColorText2), Enter: func() {}, Leave: func() {}}
	p.Entry = NewField("Name, command or id", p.key)
	p.Entry.Rune = func(r rune) bool {
		if r != ' ' || p.Entry.Text != "" && !p.moved {
			return false
		}
		p.toggle()
		return true
	}
	p.Entry.OnChanged = p.filter
	p.Table.Leave = func() { p.Leave() }
	p.Table.Enter = func(*grid.Row) { p.Enter() }
	p.Root = container.NewBorder(
		container.New(Insets{0, 6}, container.NewBorder(nil, nil, nil, container.New(Insets{8, 0}, p.Count), p.Entry)),
		nil, nil, nil, p.Table)
	return p
}

// Fill shows the things to pick from.
func (p *PickList) Fill(c *grid.Content) {
	p.Table.Fill(c, grid.Scope{})
	p.tell("")
}

// key applies the keys typed in the field to the table.
func (p *PickList) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyEscape:
		p.Leave()
	case fyne.KeyReturn, fyne.KeyEnter:
		p.Enter()
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		p.moved = true
		if to, ok := p.Table.Target(e.Name, p.Table.Grid.Cursor()); ok {
			p.Table.Choose(min(max(to, 0), p.Table.Grid.Len()-1))
		}
	default:
		return false
	}
	return true
}

// toggle switches the box of the row that the keys are at.
func (p *PickList) toggle() {
	if at := p.Table.Grid.Cursor(); at >= 0 {
		p.Table.Preview(p.Table.Grid.Row(at))
	}
}

// filter shows the rows that the text selects, and goes to the first thing among them. An invalid
// filter changes nothing.
func (p *PickList) filter(text string) {
	p.moved = false
	if err := p.Table.Grid.SetFilter(text); err != nil {
		p.tell(Sentence(err))
		return
	}
	p.Table.Update()
	p.tell("")
	p.Table.Follow(func(r *grid.Row) bool { return text != "" && r.Leads })
	if text != "" && p.Table.Grid.Cursor() < 0 && p.Table.Grid.Len() > 0 { // only a heading matches
		p.Table.Choose(0)
	}
}

// tell shows how many things match, or what is wrong with the filter.
func (p *PickList) tell(wrong string) {
	g := p.Table.Grid
	shown, all := int64(0), int64(0)
	for i := range g.Content().Rows {
		all += int64(Bit(g.Content().Rows[i].Leads))
	}
	for i := range g.Len() {
		shown += int64(Bit(g.Row(i).Leads))
	}
	text, ink := timeline.FormatCount(all)+" "+p.things, ColorText2
	switch {
	case wrong != "":
		text, ink = wrong, theme.ColorNameError
	case g.Filter() != "":
		text = timeline.FormatCount(shown) + " of " + timeline.FormatCount(all)
	}
	p.Count.Paint(ink)
	p.Count.Set(text)
	p.Root.Refresh()
}

// Under is the thing or heading that the keys are at, nil for none.
func (p *PickList) Under() *grid.Row {
	if at := p.Table.Grid.Cursor(); at >= 0 {
		return p.Table.Grid.Row(at)
	}
	return nil
}
