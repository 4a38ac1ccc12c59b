package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// CommandBox shows a shell command, in lines of at most the given width.
func CommandBox(command string, width float32) fyne.CanvasObject {
	lines := container.New(ColumnLayout(2))
	letter := fyne.MeasureText("m", theme.Size(SizeMono), fyne.TextStyle{Monospace: true}).Width
	for _, l := range WrapCommand(command, int((width-20)/letter)) {
		lines.Add(NewMono(l, theme.ColorNameForeground).Fitting())
	}
	back := NewBox(ColorRaised)
	back.Stroke, back.Radius = theme.ColorNameSeparator, 5
	return container.NewStack(back, container.New(Insets{10, 7}, lines))
}

// WrapCommand breaks a command into lines of at most that many characters, after spaces and commas
// where possible. Only the spaces at the ends of lines are left out.
func WrapCommand(command string, most int) (lines []string) {
	most = max(most, 1)
	for rest := []rune(command); len(rest) > 0; {
		if len(rest) <= most {
			return append(lines, string(rest))
		}
		at := most
		for at > most/2 && rest[at-1] != ' ' && rest[at-1] != ',' && rest[at] != ' ' {
			at--
		}
		if at == most/2 { // a long word
			at = most
		}
		lines = append(lines, strings.TrimRight(string(rest[:at]), " "))
		for rest = rest[at:]; len(rest) > 0 && rest[0] == ' '; {
			rest = rest[1:]
		}
	}
	return lines
}

// NewMono is a line in the font of stack frames.
func NewMono(text string, color fyne.ThemeColorName) *Line {
	l := NewLine(text, color)
	l.Style.Monospace, l.TextSize = true, SizeMono
	return l
}
