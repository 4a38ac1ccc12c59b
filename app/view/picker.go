package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// picker is a row of buttons of which one is chosen.
type picker struct {
	root    *fyne.Container
	buttons []*button
	values  []string
	chosen  string
	changed func(string)
	off     bool
}

// newPicker offers titles; changed gets the value of the one that is chosen.
func newPicker(titles, values []string, chosen string, changed func(string)) *picker {
	p := &picker{root: container.New(rowLayout{4}), values: values, chosen: chosen, changed: changed}
	for i, title := range titles {
		b := newButton(bordered, "", title, func() { p.choose(values[i]) })
		b.height = 26
		p.buttons = append(p.buttons, b)
		p.root.Add(b)
	}
	p.show()
	return p
}

// choose chooses a value and tells it.
func (p *picker) choose(value string) {
	if value == p.chosen {
		return
	}
	p.chosen = value
	p.show()
	p.changed(value)
}

// enable switches the whole row on or off.
func (p *picker) enable(on bool) {
	p.off = !on
	p.show()
}

func (p *picker) show() {
	for i, b := range p.buttons {
		b.off, b.kind = p.off, bordered
		if p.values[i] == p.chosen && !p.off {
			b.kind = primary
		}
		b.Refresh()
	}
}
