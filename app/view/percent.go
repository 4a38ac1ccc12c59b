package view

import (
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/model/measure"
)

// percentCommands choose what shares of CPU time are relative to.
func (w *shared) percentCommands() []*kit.Command {
	var list []*kit.Command
	for _, p := range picture.Percents {
		list = append(list, &kit.Command{
			ID: "percent." + p.Of.String(), Title: p.Title, Help: p.Help,
			Checked: func() bool { return w.Session.Percent() == p.Of },
			Run: func() {
				w.Settings.PercentOf = p.Of.String()
				w.SaveSettings()
				w.appState.each((*shared).takePercent)
			},
		})
	}
	return list
}

// takePercent adopts the denominator of shares from the settings.
func (w *shared) takePercent() {
	if p, ok := measure.ParseDenominator(w.Settings.PercentOf); ok {
		w.Session.SetPercent(p)
	}
}
