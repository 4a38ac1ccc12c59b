package host

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
)

// ProcessList is a list in which processes are picked.
type ProcessList struct {
	*kit.PickList
	Picker *query.Picker
	Picked func() // called when the user has changed what is picked
}

// NewProcessList is a list without processes.
func (h *Host) NewProcessList() *ProcessList {
	l := &ProcessList{PickList: kit.NewPickList(h.Tips, "processes"), Picker: &query.Picker{}, Picked: func() {}}
	l.Table.Modifiers = h.Modifiers
	l.Table.Box = func(r *grid.Row) (kit.Icon, fyne.ThemeColorName) {
		tick := l.Picker.Tick(r.Key)
		switch {
		case l.Picker.One && tick == query.Ticked:
			return kit.IconRecord, theme.ColorNamePrimary
		case l.Picker.One:
			return kit.IconRound, kit.ColorText3
		case tick == query.Ticked:
			return kit.IconTicked, theme.ColorNamePrimary
		case tick == query.PartTicked:
			return kit.IconPart, theme.ColorNamePrimary
		}
		return kit.IconEmpty, kit.ColorText3
	}
	l.Table.Preview = func(r *grid.Row) {
		l.Picker.Toggle(r.Key)
		l.Show()
	}
	return l
}

// Offer lists the processes of a picker.
func (l *ProcessList) Offer(p *query.Picker) {
	l.Picker = p
	l.Fill(p.Content())
	l.Show()
}

// Show shows what is picked.
func (l *ProcessList) Show() {
	l.Table.Refresh()
	l.Picked()
}

// Size of the card in which processes are picked, dp.
const pickWidth, pickHeight = 560, 620

// PickProcesses asks below an object which processes are meant. apply is not called if the user
// closes the card.
func (h *Host) PickProcesses(p *query.Picker, under fyne.CanvasObject, apply func()) {
	h.HideCards()
	l := h.NewProcessList()
	var card *kit.DropCard
	accept := func() {
		if p.Can() {
			card.Close()
			apply()
		}
	}
	only := func(r *grid.Row) {
		p.Only(r.Key)
		accept()
	}
	// Without a tick that has changed, Enter means the row that the keys are at.
	l.Enter = func() {
		if r := l.Under(); r != nil && !p.Changed() {
			only(r)
		} else {
			accept()
		}
	}
	l.Leave = func() { card.Close() }
	l.Table.Clicked = only
	l.Table.Chosen = func(*grid.Row) { h.Win.Canvas().Focus(l.Entry) }
	button := kit.NewButton(kit.Primary, "", "Apply", accept)
	foot := container.New(kit.RowLayout(12), kit.NewCaption("↑ ↓ move · Space toggles · Enter applies · click a name to choose only that process", kit.ColorText2).Fitting(), button)
	l.Picked = func() { button.Enable(p.Can()) }
	l.Offer(p)
	card = kit.ShowDropCard(h.Win.Canvas(), container.NewBorder(nil, container.New(kit.Insets{0, 6}, foot), nil, nil, l.Root), under, fyne.NewSize(pickWidth, pickHeight), func() {
		h.FocusPicture()
		h.Settled()
	})
	h.Win.Canvas().Focus(l.Entry)
	h.Settled()
}
