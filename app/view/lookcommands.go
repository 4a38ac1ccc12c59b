package view

import (
	"strconv"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// showLook saves the settings and redraws everything with their look.
func (w *shared) showLook() {
	adopt(w.Look, w.Settings)
	w.SaveSettings()
	w.App.Settings().SetTheme(w.Look)
	w.appState.each(func(w *shared) {
		w.bar.refit()
		w.frame.Refresh()
		w.paneTimer.Soon()
		w.start.update()
		w.Refresh()
	})
}

// setTheme shows a theme without changing the settings.
func (w *shared) setTheme(choice string) {
	w.Look.Brightness = brightnessOf(choice)
	w.App.Settings().SetTheme(w.Look)
	w.appState.each((*shared).Refresh)
}

// textSizes are the text sizes in the menu, in percent.
var textSizes = []int{80, 90, 100, 110, 125, 150, 175, 200}

// lookCommands choose colours, patterns and the text size.
func (w *shared) lookCommands() []*kit.Command {
	set := w.Settings
	list := []*kit.Command{
		w.colourCommand("Classic", keep.ColoursClassic),
		w.colourCommand("Colour-blind-safe", keep.ColoursSafe),
		{
			ID: "patterns", Title: "Fill Patterns", Help: "Fill each category with its own pattern",
			Checked: func() bool { return set.Patterns },
			Run:     func() { set.Patterns = !set.Patterns; w.showLook() },
		},
	}
	for _, percent := range textSizes {
		list = append(list, &kit.Command{
			ID: "text." + strconv.Itoa(percent), Title: strconv.Itoa(percent) + "%",
			Help:    "Show text at " + strconv.Itoa(percent) + "%",
			Checked: func() bool { return set.TextSize == percent },
			Run:     func() { set.TextSize = percent; w.showLook() },
		})
	}
	return list
}

func (w *shared) colourCommand(title, choice string) *kit.Command {
	return &kit.Command{
		ID: "colours." + choice, Title: title, Help: title + " colours",
		Checked: func() bool { return w.Look.IsSafe() == (choice == keep.ColoursSafe) },
		Run: func() {
			w.Settings.Colours = choice
			w.showLook()
		},
	}
}

func (w *shared) themeCommand(id, title, choice string) *kit.Command {
	return &kit.Command{
		ID: id, Title: title,
		Checked: func() bool { return w.Look.Brightness == brightnessOf(choice) },
		Run: func() {
			w.Settings.Theme = choice
			w.SaveSettings()
			w.setTheme(choice)
		},
	}
}
