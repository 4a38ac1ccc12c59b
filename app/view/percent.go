package view

import (
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// percentCommands choose of what shares of CPU time are shares.
func (w *window) percentCommands() []*kit.Command {
	var list []*kit.Command
	for _, p := range picture.Percents {
		list = append(list, &kit.Command{
			ID: "percent." + p.Of.String(), Title: p.Title, Help: p.Help,
			Checked: func() bool { return w.Session.Percent() == p.Of },
			Run: func() {
				w.Settings.PercentOf = p.Of.String()
				w.SaveSettings()
				w.appState.each((*window).takePercent)
			},
		})
	}
	return list
}

// classCommands focus a class of the CPU use.
func (w *window) classCommands() []*kit.Command {
	var list []*kit.Command
	for c := range paint.NoClass {
		list = append(list, &kit.Command{
			ID: "class." + classKeys[c], Title: "Focus " + c.Title(), Help: "Fade all other classes of the CPU use",
			Why:     "Only in CPU utilization.",
			Enabled: func() bool { return w.IsOpen() && w.surface.Chart.Shown() },
			Checked: func() bool { return w.Session.FocusClass() == c },
			Run:     func() { w.Session.SetFocusClass(c) },
		})
	}
	return list
}

// classKeys are the classes in the ids of commands.
var classKeys = [...]string{"target", "other", "system", "interrupt", "unknown", "stolen", "idle", "offline"}

// focusNth focuses what the key of the number n, from 0, stands for: a category,
// or in the chart of the CPU use the class that is the n-th from the floor.
func (w *window) focusNth(n int, c model.Category) {
	switch {
	case !w.surface.Chart.Shown():
		w.Session.SetFocus(c)
	case n < len(classKeys):
		w.Session.SetFocusClass(paint.Class(n))
	}
}

// useText is what the chart shows under the pointer, in words.
func (w *window) useText(p timeline.Place) string {
	scene := w.surface.Now()
	if scene.Utilization == nil || !p.Classed {
		return ""
	}
	r := scene.Chart.Scope
	if p.Region == timeline.RegionLane {
		r = picture.ColumnAt(&scene, p.Time)
	}
	times, sampled := scene.Utilization.Split(r)
	n, used := scene.Utilization.All(), times[p.Class]+sampled.Times[p.Class]
	text := p.Class.Title() + ": " + timeline.FormatCores(used, r.Len()) + " of " + kit.Plural(n, "processor")
	if scene.Chart.Of != timeline.OfCores {
		text += ", " + timeline.FormatUse(used, r.Len(), n, scene.Chart.Of)
	}
	if sampled.Times[p.Class] > 0 {
		text += ", sampled"
	}
	return text
}

// takePercent takes over what the settings say of what shares are.
func (w *window) takePercent() {
	if p, ok := measure.ParseDenominator(w.Settings.PercentOf); ok {
		w.Session.SetPercent(p)
	}
}
