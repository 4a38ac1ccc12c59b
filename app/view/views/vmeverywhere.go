package views

import (
	"threadlens/app/view/kit"

	"fyne.io/fyne/v2/widget"
)

// CorrectAll is the id of the command that corrects the figures of all views.
const CorrectAll = "correctAll"

// CorrectCommands are those of the correction of a virtual machine.
func (p *Views) CorrectCommands() []*kit.Command {
	return []*kit.Command{{
		ID: CorrectAll, Title: "Apply Correction to All Views",
		Help:    "Show what the host gave the virtual machine beside the raw figures of all views",
		Enabled: func() bool { return p.IsOpen() && p.correctable() }, Why: "The figure of the host is not known.",
		Checked: p.Session.Correcting,
		Run:     func() { p.Session.SetCorrecting(!p.Session.Correcting()) },
	}}
}

// correctable reports whether there is a factor to correct by.
func (p *Views) correctable() bool {
	_, ok := p.Session.Correction()
	return ok
}

// everywhereCheck is the way to correctAll in the card.
func (c *vmCard) everywhereCheck() *widget.Check {
	return widget.NewCheck("Apply to all views", func(on bool) {
		if on != c.h.Session.Correcting() {
			c.h.Commands.Get(CorrectAll).Do()
		}
	})
}

// followEverywhere shows whether all views are corrected, and whether they can be.
func (c *vmCard) followEverywhere() {
	c.Everywhere.SetChecked(c.h.Session.Correcting())
	if c.h.correctable() {
		c.Everywhere.Enable()
	} else {
		c.Everywhere.Disable()
	}
}
