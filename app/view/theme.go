package view

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline"
)

// Colours beyond those that Fyne names, as roles of the palette's chrome.
const (
	colorWindow     fyne.ThemeColorName = "threadlensWindow"
	colorPanel      fyne.ThemeColorName = "threadlensPanel"
	colorRaised     fyne.ThemeColorName = "threadlensRaised"
	colorText2      fyne.ThemeColorName = "threadlensText2"
	colorText3      fyne.ThemeColorName = "threadlensText3"
	colorLineStrong fyne.ThemeColorName = "threadlensLineStrong"
	colorCard       fyne.ThemeColorName = "threadlensCard"
	colorCardLine   fyne.ThemeColorName = "threadlensCardLine"
	colorWarnBack   fyne.ThemeColorName = "threadlensWarnBack"
	colorWarnLine   fyne.ThemeColorName = "threadlensWarnLine"
	colorWarnText   fyne.ThemeColorName = "threadlensWarnText"
	// colorWarnStatus is amber that can be read on the window's own ground.
	colorWarnStatus fyne.ThemeColorName = "threadlensWarnStatus"
)

// sizeTitle is the text size of page and facts titles.
const sizeTitle = theme.SizeNameSubHeadingText

// brightness says whether the look is light or dark.
type brightness uint8

const (
	asSystem brightness = iota // as the system says
	light
	dark
)

// sizeMono is the text size of stack frames.
const sizeMono fyne.ThemeSizeName = "threadlensMono"

// look is the program's theme: the colours of a timeline.Palette and the sizes
// of the design, Fyne's own for everything else.
type look struct {
	brightness  brightness
	text        float32 // size of text, 1 for the usual one
	light, dark variant
}

// variant is a palette and what Fyne's colour names mean in it.
type variant struct {
	palette *timeline.Palette
	colors  map[fyne.ThemeColorName]color.Color
	base    fyne.ThemeVariant
}

func newLook(b brightness) *look {
	day, night := timeline.NewPalette(false, false), timeline.NewPalette(true, false)
	return &look{
		b, 1,
		variant{day, colorsOf(day), theme.VariantLight},
		variant{night, colorsOf(night), theme.VariantDark},
	}
}

// variant is that of the system, unless the user chose.
func (l *look) variant(v fyne.ThemeVariant) *variant {
	if l.brightness == dark || l.brightness == asSystem && v == theme.VariantDark {
		return &l.dark
	}
	return &l.light
}

// current is the palette in use.
func (l *look) current() *timeline.Palette {
	return l.variant(fyne.CurrentApp().Settings().ThemeVariant()).palette
}

// Color implements fyne.Theme.
func (l *look) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	in := l.variant(v)
	if c, ok := in.colors[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, in.base)
}

// colorsOf says what the names of colours mean in a palette.
func colorsOf(p *timeline.Palette) map[fyne.ThemeColorName]color.Color {
	warn := p.WarnText
	if p.Dark {
		warn = p.WarnLine
	}
	return map[fyne.ThemeColorName]color.Color{
		colorWindow: p.Window, colorPanel: p.Lane, colorRaised: p.Raised,
		colorText2: p.Text2, colorText3: p.Text3,
		colorLineStrong: p.LineStrong, colorCard: p.Card, colorCardLine: p.CardBorder,
		colorWarnBack: p.WarnBack, colorWarnLine: p.WarnLine, colorWarnText: p.WarnText,
		colorWarnStatus: warn,

		// The window paints its own ground, which reaches under the menu bar.
		theme.ColorNameBackground:          color.Transparent,
		theme.ColorNameButton:              p.Lane,
		theme.ColorNameInputBackground:     p.Lane,
		theme.ColorNameOverlayBackground:   p.Card,
		theme.ColorNameMenuBackground:      p.Card,
		theme.ColorNameHeaderBackground:    p.Raised,
		theme.ColorNameDisabledButton:      p.Raised,
		theme.ColorNameHover:               p.Hover,
		theme.ColorNamePressed:             withAlpha(p.Ink, 0x18),
		theme.ColorNameSeparator:           p.Line,
		theme.ColorNameInputBorder:         p.LineStrong,
		theme.ColorNameScrollBar:           withAlpha(p.LineStrong, 0xa0),
		theme.ColorNameForeground:          ink{p.Text, p.Text2},
		theme.ColorNamePlaceHolder:         p.Text3,
		theme.ColorNameDisabled:            p.Text3,
		theme.ColorNamePrimary:             p.Accent,
		theme.ColorNameHyperlink:           p.Accent,
		theme.ColorNameFocus:               p.AccentSoft,
		theme.ColorNameForegroundOnPrimary: p.OnAccent,
		theme.ColorNameSelection:           p.AccentSoft,
		theme.ColorNameError:               p.Danger,
		theme.ColorNameSuccess:             p.OK,
		theme.ColorNameWarning:             p.WarnLine,
		theme.ColorNameShadow:              color.NRGBA{A: 0x18},
	}
}

// ink is the colour of text, and of the keys in a menu, which the toolkit makes of
// it: from 16 bits a channel and 95 % of the opacity it keeps the lower 8, which
// leaves hardly anything of a plain opaque colour. In the lower bits of this one
// is the colour of the keys; in 8 bits it is that of the text, and opaque.
type ink struct{ text, keys color.RGBA }

const (
	inkAlpha = 0xffca // of 95 % of it the lower 8 bits are all ones
	inkMost  = 0xc8   // what the lower bits may hold without reaching the upper ones
)

// RGBA implements color.Color.
func (c ink) RGBA() (r, g, b, a uint32) {
	both := func(text, keys uint8) uint32 { return uint32(text)<<8 | uint32(min(keys, inkMost)) }
	return both(c.text.R, c.keys.R), both(c.text.G, c.keys.G), both(c.text.B, c.keys.B), inkAlpha
}

// withAlpha is c with the given opacity.
func withAlpha(c color.RGBA, a uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, a} }

// Font implements fyne.Theme.
func (l *look) Font(s fyne.TextStyle) fyne.Resource {
	if s.Monospace {
		return monoFont()
	}
	return theme.DefaultTheme().Font(s)
}

// Icon implements fyne.Theme.
func (l *look) Icon(n fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(n) }

// Size implements fyne.Theme.
func (l *look) Size(name fyne.ThemeSizeName) float32 {
	if size, ok := textSize(name); ok {
		return size * l.text
	}
	switch name {
	case theme.SizeNamePadding:
		return 4
	case theme.SizeNameInnerPadding:
		return 6
	case theme.SizeNameInputRadius:
		return 5
	case theme.SizeNameSelectionRadius:
		return 3
	case theme.SizeNameSeparatorThickness:
		return 1
	case theme.SizeNameScrollBar:
		return 12
	case theme.SizeNameScrollBarSmall:
		return 6
	}
	return theme.DefaultTheme().Size(name)
}

// tightTheme is the theme of a text field as high as a line, without a border.
type tightTheme struct{ *look }

// Size implements fyne.Theme.
func (t tightTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameInnerPadding:
		return 1
	case theme.SizeNameInputBorder:
		return 0
	}
	return t.look.Size(name)
}
