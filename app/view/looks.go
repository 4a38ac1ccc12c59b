package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// adopt takes the colours, the patterns and the size of text of the settings.
func (l *look) adopt(s *session.Settings) {
	safe := s.Colours == session.ColoursSafe
	for _, v := range []*variant{&l.light, &l.dark} {
		if p := v.palette; p.Safe != safe || p.Patterns != s.Patterns {
			v.palette = timeline.NewPalette(p.Dark, safe).WithPatterns(s.Patterns)
			v.colors = colorsOf(v.palette)
		}
	}
	l.text = float32(s.TextSize) / 100
}

// textScale is the size of text, 1 for the usual one.
func textScale() float32 {
	if l, ok := fyne.CurrentApp().Settings().Theme().(*look); ok {
		return l.text
	}
	return 1
}

// scaled is a length, chosen for text of the usual size, for text of the size in
// use.
func scaled(dp float32) float32 { return dp * textScale() }

// showLook keeps the settings and shows everything as they say.
func (w *window) showLook() {
	w.look.adopt(w.settings)
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
		checked: func() bool { return w.look.light.palette.Safe == (choice == session.ColoursSafe) },
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

// textSize is the size of a kind of text at 100 %; ok is false for what is no
// text and does not grow with it.
func textSize(name fyne.ThemeSizeName) (size float32, ok bool) {
	switch name {
	case theme.SizeNameText:
		return 13, true
	case theme.SizeNameCaptionText:
		return 11, true
	case sizeMono:
		return 12, true
	case sizeTitle:
		return 15, true
	case theme.SizeNameHeadingText:
		return 22, true
	case theme.SizeNameInlineIcon:
		return theme.DefaultTheme().Size(name), true
	}
	return 0, false
}
