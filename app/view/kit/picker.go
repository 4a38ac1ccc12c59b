package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Picker is a row of buttons, one of which is chosen.
type Picker struct {
	Root    *fyne.Container
	Buttons []*Button
	values  []string
	Chosen  string
	changed func(string)
	Off     bool
}

// NewPicker offers titles; changed gets the value of the newly chosen one.
func NewPicker(titles, values []string, chosen string, changed func(string)) *Picker {
	p := &Picker{Root: container.New(RowLayout(4)), values: values, Chosen: chosen, changed: changed}
	for i, title := range titles {
		b := NewButton(Bordered, "", title, func() { p.choose(values[i]) })
		b.Height = 26
		p.Buttons = append(p.Buttons, b)
		p.Root.Add(b)
	}
	p.Show()
	return p
}

// choose chooses a value and reports it to changed.
func (p *Picker) choose(value string) {
	if value == p.Chosen {
		return
	}
	p.Chosen = value
	p.Show()
	p.changed(value)
}

// Enable turns the whole row on or off.
func (p *Picker) Enable(on bool) {
	p.Off = !on
	p.Show()
}

// Show paints the buttons to match the choice.
func (p *Picker) Show() {
	for i, b := range p.Buttons {
		b.Off, b.Kind = p.Off, Bordered
		if p.values[i] == p.Chosen && !p.Off {
			b.Kind = Primary
		}
		b.Refresh()
	}
}
