package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// brightnessOf returns the brightness for a theme of the settings.
func brightnessOf(theme string) kit.Brightness {
	switch theme {
	case keep.ThemeLight:
		return kit.Light
	case keep.ThemeDark:
		return kit.Dark
	}
	return kit.AsSystem
}

// adopt gives a look the colours, patterns and text size of the settings.
func adopt(l *kit.Look, s *keep.Settings) {
	l.Adopt(s.Colours == keep.ColoursSafe, s.Patterns, float32(s.TextSize)/100)
}

// showLook saves the settings and redraws everything with their look.
func (w *window) showLook() {
	adopt(w.Look, w.Settings)
	w.SaveSettings()
	w.App.Settings().SetTheme(w.Look)
	w.appState.each(func(w *window) {
		w.bar.refit()
		w.frame.Refresh()
		w.paneTimer.Soon()
		w.start.update()
		w.Refresh()
	})
}

// textSizes are the text sizes in the menu, in percent.
var textSizes = []int{80, 90, 100, 110, 125, 150, 175, 200}

// lookCommands choose colours, patterns and the text size.
func (w *window) lookCommands() []*kit.Command {
	set := w.Settings
	list := []*kit.Command{
		w.colourCommand("Classic", keep.ColoursClassic),
		w.colourCommand("Colour-safe", keep.ColoursSafe),
		{
			ID: "patterns", Title: "Patterns", Help: "A pattern for every category",
			Checked: func() bool { return set.Patterns },
			Run:     func() { set.Patterns = !set.Patterns; w.showLook() },
		},
	}
	for _, percent := range textSizes {
		list = append(list, &kit.Command{
			ID: "text." + strconv.Itoa(percent), Title: strconv.Itoa(percent) + "%",
			Help:    "Text at " + strconv.Itoa(percent) + "%",
			Checked: func() bool { return set.TextSize == percent },
			Run:     func() { set.TextSize = percent; w.showLook() },
		})
	}
	return list
}

func (w *window) colourCommand(title, choice string) *kit.Command {
	return &kit.Command{
		ID: "colours." + choice, Title: title, Help: title + " colours",
		Checked: func() bool { return w.Look.IsSafe() == (choice == keep.ColoursSafe) },
		Run: func() {
			w.Settings.Colours = choice
			w.showLook()
		},
	}
}

// coloursOffer asks on the start page, until it is answered, whether the user can tell the usual
// colours apart.
func coloursOffer(h *host.Host) fyne.CanvasObject {
	row := container.New(kit.RowLayout(6))
	for _, c := range []model.Category{model.Execution, model.Synchronization, model.MemoryManagement} {
		row.Add(kit.NewSwatch(c))
	}
	row.Add(kit.NewGap(2, 0))
	row.Add(kit.NewLine("Are colours hard to tell apart?", kit.ColorText2))
	row.Add(kit.NewLink("Use colour-safe colours", h.Commands.Get("colours."+keep.ColoursSafe).Do))
	row.Add(kit.NewLine("·", kit.ColorText3))
	row.Add(kit.NewLink("Keep these", h.Commands.Get("colours."+keep.ColoursClassic).Do))
	row.Add(kit.NewLine("Also under View > Colours", kit.ColorText3).Fitting())
	return container.New(kit.ColumnLayout(0), row, kit.NewGap(0, 10))
}
