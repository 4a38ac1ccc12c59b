package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session"
	"threadlens/model"
)

// brightnessOf is what a theme of the settings says.
func brightnessOf(theme string) brightness {
	switch theme {
	case session.ThemeLight:
		return light
	case session.ThemeDark:
		return dark
	}
	return asSystem
}

// adopt gives a look the colours, the patterns and the size of text of the settings.
func adopt(l *look, s *session.Settings) {
	l.adopt(s.Colours == session.ColoursSafe, s.Patterns, float32(s.TextSize)/100)
}

// showLook keeps the settings and shows everything as they say.
func (w *window) showLook() {
	adopt(w.look, w.settings)
	w.saveSettings()
	w.app.Settings().SetTheme(w.look)
	w.appState.each(func(w *window) {
		w.bar.refit()
		w.frame.Refresh()
		w.panes.soon()
		w.start.update()
		w.refresh()
	})
}

// textSizes are the sizes of text that the menu offers, in percent.
var textSizes = []int{80, 90, 100, 110, 125, 150, 175, 200}

// lookCommands choose colours, patterns and the size of text.
func (w *window) lookCommands() []*command {
	set := w.settings
	list := []*command{
		w.colourCommand("Classic", session.ColoursClassic),
		w.colourCommand("Colour-safe", session.ColoursSafe),
		{
			id: "patterns", title: "Patterns", help: "A pattern for every category",
			checked: func() bool { return set.Patterns },
			run:     func() { set.Patterns = !set.Patterns; w.showLook() },
		},
	}
	for _, percent := range textSizes {
		list = append(list, &command{
			id: "text." + strconv.Itoa(percent), title: strconv.Itoa(percent) + "%",
			help:    "Text at " + strconv.Itoa(percent) + "%",
			checked: func() bool { return set.TextSize == percent },
			run:     func() { set.TextSize = percent; w.showLook() },
		})
	}
	return list
}

func (w *window) colourCommand(title, choice string) *command {
	return &command{
		id: "colours." + choice, title: title, help: title + " colours",
		checked: func() bool { return w.look.isSafe() == (choice == session.ColoursSafe) },
		run: func() {
			w.settings.Colours = choice
			w.showLook()
		},
	}
}

// coloursOffer asks on the start page, until there is an answer, whether the
// usual colours can be told apart.
func (w *window) coloursOffer() fyne.CanvasObject {
	row := container.New(rowLayout{6})
	for _, c := range []model.Category{model.Execution, model.Synchronization, model.MemoryManagement} {
		row.Add(newSwatch(c))
	}
	row.Add(newGap(2, 0))
	row.Add(newLine("Hard to tell apart?", colorText2))
	row.Add(newLink("Use colour-safe colours", w.table.get("colours."+session.ColoursSafe).do))
	row.Add(newLine("·", colorText3))
	row.Add(newLink("Keep these", w.table.get("colours."+session.ColoursClassic).do))
	row.Add(newLine("Also under View > Colours", colorText3).fitting())
	return container.New(columnLayout{}, row, newGap(0, 10))
}
