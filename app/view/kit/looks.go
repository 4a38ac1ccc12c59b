package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline/paint"
)

// Adopt sets the colours (colour-blind safe or the usual ones), the patterns, and the size of text,
// 1 for the usual one.
func (l *Look) Adopt(safe, patterns bool, text float32) {
	for _, v := range []*variant{&l.light, &l.dark} {
		if p := v.palette; p.Safe != safe || p.Patterns != patterns {
			v.palette = paint.NewPalette(p.Dark, safe).WithPatterns(patterns)
			v.colors = colorsOf(v.palette)
		}
	}
	l.Text = text
}

// IsSafe reports whether the colours are colour-blind safe.
func (l *Look) IsSafe() bool { return l.light.palette.Safe }

// TextScale is the size of text, 1 for the usual one.
func TextScale() float32 {
	if l, ok := fyne.CurrentApp().Settings().Theme().(*Look); ok {
		return l.Text
	}
	return 1
}

// Scaled converts a length for text of the usual size to one for the size in use.
func Scaled(dp float32) float32 { return dp * TextScale() }

// textSize is the size of a kind of text at 100 %; ok is false for sizes other than text, which do
// not grow with it.
func textSize(name fyne.ThemeSizeName) (size float32, ok bool) {
	switch name {
	case theme.SizeNameText:
		return 13, true
	case theme.SizeNameCaptionText:
		return 11, true
	case SizeMono:
		return 12, true
	case SizeTitle:
		return 15, true
	case theme.SizeNameHeadingText:
		return 22, true
	case theme.SizeNameInlineIcon:
		return theme.DefaultTheme().Size(name), true
	}
	return 0, false
}
