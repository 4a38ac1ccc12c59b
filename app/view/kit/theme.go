package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/timeline/paint"
)

// Colours that Fyne has no names for, as roles of the palette's chrome.
const (
	ColorWindow     fyne.ThemeColorName = "threadlensWindow"
	ColorPanel      fyne.ThemeColorName = "threadlensPanel"
	ColorRaised     fyne.ThemeColorName = "threadlensRaised"
	ColorText2      fyne.ThemeColorName = "threadlensText2"
	ColorText3      fyne.ThemeColorName = "threadlensText3"
	ColorLineStrong fyne.ThemeColorName = "threadlensLineStrong"
	ColorCard       fyne.ThemeColorName = "threadlensCard"
	ColorCardLine   fyne.ThemeColorName = "threadlensCardLine"
	ColorWarnBack   fyne.ThemeColorName = "threadlensWarnBack"
	ColorWarnLine   fyne.ThemeColorName = "threadlensWarnLine"
	ColorWarnText   fyne.ThemeColorName = "threadlensWarnText"
	// ColorWarnStatus is an amber that is readable on the window's background.
	ColorWarnStatus fyne.ThemeColorName = "threadlensWarnStatus"
)

// SizeTitle is the text size of page and facts titles.
const SizeTitle = theme.SizeNameSubHeadingText

// Brightness is whether the look is light or dark.
type Brightness uint8

const (
	AsSystem Brightness = iota // follow the system
	Light
	Dark
)

// SizeMono is the text size of stack frames.
const SizeMono fyne.ThemeSizeName = "threadlensMono"

// Look is the program's theme: the colours of a paint.Palette and the sizes of the design,
// otherwise Fyne's.
type Look struct {
	Brightness  Brightness
	Text        float32 // size of text, 1 for the usual one
	light, dark variant
}

// variant is a palette and the colours that Fyne's colour names have in it.
type variant struct {
	palette *paint.Palette
	colors  map[fyne.ThemeColorName]color.Color
	base    fyne.ThemeVariant
}

// NewLook is a look in the usual colours.
func NewLook(b Brightness) *Look {
	day, night := paint.NewPalette(false, false), paint.NewPalette(true, false)
	return &Look{
		b, 1,
		variant{day, colorsOf(day), theme.VariantLight},
		variant{night, colorsOf(night), theme.VariantDark},
	}
}

// variant is the system's variant, unless the user has chosen one.
func (l *Look) variant(v fyne.ThemeVariant) *variant {
	if l.Brightness == Dark || l.Brightness == AsSystem && v == theme.VariantDark {
		return &l.dark
	}
	return &l.light
}

// Current is the palette in use.
func (l *Look) Current() *paint.Palette {
	return l.variant(fyne.CurrentApp().Settings().ThemeVariant()).palette
}

// Color implements fyne.Theme.
func (l *Look) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	in := l.variant(v)
	if c, ok := in.colors[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, in.base)
}

// colorsOf maps the names of colours to colours of a palette.
func colorsOf(p *paint.Palette) map[fyne.ThemeColorName]color.Color {
	warn := p.WarnText
	if p.Dark {
		warn = p.WarnLine
	}
	return map[fyne.ThemeColorName]color.Color{
		ColorWindow: p.Window, ColorPanel: p.Lane, ColorRaised: p.Raised,
		ColorText2: p.Text2, ColorText3: p.Text3,
		ColorLineStrong: p.LineStrong, ColorCard: p.Card, ColorCardLine: p.CardBorder,
		ColorWarnBack: p.WarnBack, ColorWarnLine: p.WarnLine, ColorWarnText: p.WarnText,
		ColorWarnStatus: warn,

		// The window paints its own background, which extends under the menu bar.
		theme.ColorNameBackground:          color.Transparent,
		theme.ColorNameButton:              p.Lane,
		theme.ColorNameInputBackground:     p.Lane,
		theme.ColorNameOverlayBackground:   p.Card,
		theme.ColorNameMenuBackground:      p.Card,
		theme.ColorNameHeaderBackground:    p.Raised,
		theme.ColorNameDisabledButton:      p.Raised,
		theme.ColorNameHover:               p.Hover,
		theme.ColorNamePressed:             WithAlpha(p.Ink, 0x18),
		theme.ColorNameSeparator:           p.Line,
		theme.ColorNameInputBorder:         p.LineStrong,
		theme.ColorNameScrollBar:           WithAlpha(p.LineStrong, 0xa0),
		theme.ColorNameForeground:          Ink{p.Text, p.Text2},
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

// Ink is the colour of text, and also of the keys in a menu. The toolkit derives the latter from
// the former: of 16 bits per channel and 95 % of the opacity it keeps the lower 8 bits, which
// leaves hardly anything of a plain opaque colour. This colour holds the keys' colour in its lower
// bits; reduced to 8 bits it is the text's colour, and opaque.
type Ink struct{ Text, Keys color.RGBA }

const (
	inkAlpha = 0xffca // the lower 8 bits of 95 % of it are all ones
	inkMost  = 0xc8   // the most that the lower bits may hold without reaching the upper ones
)

// RGBA implements color.Color.
func (c Ink) RGBA() (r, g, b, a uint32) {
	both := func(text, keys uint8) uint32 { return uint32(text)<<8 | uint32(min(keys, inkMost)) }
	return both(c.Text.R, c.Keys.R), both(c.Text.G, c.Keys.G), both(c.Text.B, c.Keys.B), inkAlpha
}

// WithAlpha is c with the given opacity.
func WithAlpha(c color.RGBA, a uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, a} }

// Font implements fyne.Theme.
func (l *Look) Font(s fyne.TextStyle) fyne.Resource {
	if s.Monospace {
		return monoFont()
	}
	return theme.DefaultTheme().Font(s)
}

// Icon implements fyne.Theme.
func (l *Look) Icon(n fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(n) }

// Size implements fyne.Theme.
func (l *Look) Size(name fyne.ThemeSizeName) float32 {
	if size, ok := textSize(name); ok {
		return size * l.Text
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

// TightTheme is the theme of a text field as high as a line, without a border.
type TightTheme struct{ *Look }

// Size implements fyne.Theme.
func (t TightTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameInnerPadding:
		return 1
	case theme.SizeNameInputBorder, theme.SizeNameScrollBar, theme.SizeNameScrollBarSmall: // a bar would cover the text
		return 0
	}
	return t.Look.Size(name)
}
