package paint

import (
	"image/color"
	"math"

	"threadlens/model"
)

// The tables of colours. Categories are in the order of model.Category.

type categorySet = [model.NumCategories]Colours

type classSet = [NumClasses]color.RGBA

// look builds a category's colours from 0xRRGGBB values.
func look(fill, edge, label uint32) Colours { return Colours{RGB(fill), RGB(edge), RGB(label)} }

const (
	InkLabel   = 0x10161D
	WhiteLabel = 0xFFFFFF
)

func classicLight() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x359B55, 0x237A3F, InkLabel),
		model.Synchronization:  look(0xCC433D, 0xA8322D, WhiteLabel),
		model.IO:               look(0x8A5CC2, 0x68409B, WhiteLabel),
		model.Sleep:            look(0x8FB5E4, 0x4574AE, InkLabel),
		model.MemoryManagement: look(0xE88537, 0xAD560F, InkLabel),
		model.Preemption:       look(0xF1C232, 0x8F6B06, InkLabel),
		model.Dispatch:         look(0xF9E7A8, 0x8F6B06, InkLabel),
		model.UIProcessing:     look(0xA9BFA0, 0x5F7A55, InkLabel),
		model.Interrupt:        look(0x4E5A67, 0x323C47, WhiteLabel),
		model.UnknownCategory:  look(0xD8DCE1, 0x79828E, InkLabel),
		model.WaitForWork:      look(0xD2F0EA, 0x4E857A, InkLabel),
		model.Unclassified:     look(0x9AA3B0, 0x56616F, InkLabel),
	}
	return categories, classSet{
		ClassTarget: RGB(0x359B55), ClassOther: RGB(0xE3C567), ClassSystem: RGB(0xCF7B72),
		ClassInterrupt: RGB(0x4E5A67), ClassUnknown: RGB(0xD8DCE1), ClassStolen: RGB(0xCBA6E8),
		ClassIdle: RGB(0xEEF1F4),
	}
}

func classicDark() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x4DB871, 0x7AD39A, InkLabel),
		model.Synchronization:  look(0xDE5C55, 0xF28B85, InkLabel),
		model.IO:               look(0x9B72D2, 0xBFA0EC, InkLabel),
		model.Sleep:            look(0x3F6DA6, 0x6E9BD4, WhiteLabel),
		model.MemoryManagement: look(0xE88B42, 0xFFB27A, InkLabel),
		model.Preemption:       look(0xEBC144, 0xFFDF85, InkLabel),
		model.Dispatch:         look(0x7C6B2E, 0xEBC144, WhiteLabel),
		model.UIProcessing:     look(0x71896A, 0x9DB695, InkLabel),
		model.Interrupt:        look(0xB6C2CE, 0xDCE4EB, InkLabel),
		model.UnknownCategory:  look(0x3D444D, 0x79838F, WhiteLabel),
		model.WaitForWork:      look(0x24443E, 0x5F9488, WhiteLabel),
		model.Unclassified:     look(0x4C5268, 0x98A4C0, WhiteLabel),
	}
	return categories, classSet{
		ClassTarget: RGB(0x4DB871), ClassOther: RGB(0xBFA03F), ClassSystem: RGB(0xB9605A),
		ClassInterrupt: RGB(0xB6C2CE), ClassUnknown: RGB(0x3D444D), ClassStolen: RGB(0x6F4A94),
		ClassIdle: RGB(0x23272D),
	}
}

func safeLight() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x0B8F78, 0x056352, InkLabel),
		model.Synchronization:  look(0xA84105, 0x7C2F02, WhiteLabel),
		model.IO:               look(0xA078CB, 0x714A9C, InkLabel),
		model.Sleep:            look(0x8ADDFB, 0x2A7FA3, InkLabel),
		model.MemoryManagement: look(0xD58F08, 0x8F5D00, InkLabel),
		model.Preemption:       look(0xF8F03A, 0x7D7600, InkLabel),
		model.Dispatch:         look(0xFBEFA0, 0x7D7600, InkLabel),
		model.UIProcessing:     look(0x0D4A70, 0x063350, WhiteLabel),
		model.Interrupt:        look(0x26292D, 0x000000, WhiteLabel),
		model.UnknownCategory:  look(0xBCC8C0, 0x6C7870, InkLabel),
		model.WaitForWork:      look(0xDCF6E2, 0x4F8460, InkLabel),
		model.Unclassified:     look(0x9CA8B4, 0x45525F, InkLabel),
	}
	return categories, classSet{
		ClassTarget: RGB(0x0B8F78), ClassOther: RGB(0xD8C46A), ClassSystem: RGB(0xA84105),
		ClassInterrupt: RGB(0x26292D), ClassUnknown: RGB(0xBCC8C0), ClassStolen: RGB(0xC9A0E6),
		ClassIdle: RGB(0xEEF1F4),
	}
}

func safeDark() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x2BDCA0, 0x86F0CB, InkLabel),
		model.Synchronization:  look(0xC74506, 0xFF8F57, WhiteLabel),
		model.IO:               look(0xDE6CA0, 0xF3A9C9, InkLabel),
		model.Sleep:            look(0x86A6FB, 0xB9CBFD, InkLabel),
		model.MemoryManagement: look(0xBFA420, 0xE5CB57, InkLabel),
		model.Preemption:       look(0xFBF24A, 0xFFFAB0, InkLabel),
		model.Dispatch:         look(0x787861, 0xFBF24A, WhiteLabel),
		model.UIProcessing:     look(0x3058C0, 0x7F9FEE, WhiteLabel),
		model.Interrupt:        look(0xEDEFF2, 0xFFFFFF, InkLabel),
		model.UnknownCategory:  look(0x222F42, 0x6E7F97, WhiteLabel),
		model.WaitForWork:      look(0x1A4034, 0x5A937F, WhiteLabel),
		model.Unclassified:     look(0x545A6C, 0xA4AFC8, WhiteLabel),
	}
	return categories, classSet{
		ClassTarget: RGB(0x2BDCA0), ClassOther: RGB(0xBFA420), ClassSystem: RGB(0xC74506),
		ClassInterrupt: RGB(0xEDEFF2), ClassUnknown: RGB(0x222F42), ClassStolen: RGB(0x7A55A8),
		ClassIdle: RGB(0x23272D),
	}
}

func lightChrome() Chrome {
	return Chrome{
		Window: RGB(0xF4F5F7), Lane: RGB(0xFFFFFF), Raised: RGB(0xFAFBFC), Hover: RGB(0xEDF0F3),
		Line: RGB(0xE1E5EA), LineStrong: RGB(0x8A94A0),
		Text: RGB(0x1B2430), Text2: RGB(0x56616E), Text3: RGB(0x626D79), Ink: RGB(0x10161D),
		Accent: RGB(0x1F5FBF), OnAccent: RGB(0xFFFFFF), AccentSoft: RGB(0xE3EDFA),
		Danger: RGB(0xB3261E), OK: RGB(0x1E7A3C),
		WarnBack: RGB(0xFFF4D6), WarnLine: RGB(0xB7800B), WarnText: RGB(0x5C4100),
		Card: RGB(0xFFFFFF), CardBorder: RGB(0xE1E5EA), Sampled: RGB(0x8A3FA8),
	}
}

func darkChrome() Chrome {
	return Chrome{
		Window: RGB(0x14161A), Lane: RGB(0x1B1E23), Raised: RGB(0x22262C), Hover: RGB(0x262B32),
		Line: RGB(0x2D323A), LineStrong: RGB(0x707A87),
		Text: RGB(0xE7EAEE), Text2: RGB(0xA5AFBB), Text3: RGB(0x8C97A4), Ink: RGB(0xFFFFFF),
		Accent: RGB(0x6EA8FE), OnAccent: RGB(0x0E1626), AccentSoft: RGB(0x22344F),
		Danger: RGB(0xFF8A80), OK: RGB(0x6BCB86),
		WarnBack: RGB(0x3A2F12), WarnLine: RGB(0xE0B040), WarnText: RGB(0xFFE2A0),
		Card: RGB(0x2A2F37), CardBorder: RGB(0x454C57), Sampled: RGB(0xC58AE0),
	}
}

func lightThreads() ([10]color.RGBA, [3]color.RGBA) {
	return hues(0x3B7DD8, 0xD9742B, 0x2F9E77, 0xB04FA0, 0xC7A02B, 0x5D6BC0, 0x4FB3C8, 0xC0504D, 0x8A9A2B, 0x8A6FC9),
		[3]color.RGBA{RGB(0xAEB7C2), RGB(0x8792A0), RGB(0xF1F3F5)}
}

func darkThreads() ([10]color.RGBA, [3]color.RGBA) {
	return hues(0x5B9BD5, 0xE5B567, 0x63C5B5, 0xC58AE0, 0xE07A7A, 0x9AC26B, 0x7F8FE0, 0xD98CB3, 0xB0A08C, 0x6CC3DB),
		[3]color.RGBA{RGB(0x5A636F), RGB(0x747F8C), RGB(0x22262C)}
}

func hues(v ...uint32) (h [10]color.RGBA) {
	for i := range h {
		h[i] = RGB(v[i])
	}
	return h
}

// NewPalette returns the palette for a theme and a set of colours.
func NewPalette(dark, safe bool) *Palette {
	p := &Palette{Dark: dark, Safe: safe, Chrome: lightChrome()}
	p.categories, p.classes = classicLight()
	p.threads, p.others = lightThreads()
	p.stolenInk = RGB(0x7A2FA8)
	if dark {
		p.Chrome = darkChrome()
		p.threads, p.others = darkThreads()
		p.stolenInk = RGB(0xE3B8FA)
	}
	switch {
	case dark && safe:
		p.categories, p.classes = safeDark()
	case dark:
		p.categories, p.classes = classicDark()
	case safe:
		p.categories, p.classes = safeLight()
	}
	return p
}

// heatRamp is viridis at eighths from its dark end on: its lightness rises evenly, so that
// more and less can be distinguished with any kind of colour blindness and without
// colours.
var heatRamp = [...]color.RGBA{
	RGB(0x440154), RGB(0x472D7B), RGB(0x3B528B), RGB(0x2C728E), RGB(0x21918C), RGB(0x28AE80), RGB(0x5EC962), RGB(0xADDC30), RGB(0xFDE725),
}

// The part of heatRamp that a theme uses, from little to much: away from its background, so
// that the least is visible.
const (
	heatLeastLight, heatMostLight = 0.7, 0
	heatLeastDark, heatMostDark   = 0.32, 1
)

// Heat is the colour of a count among counts of at least one, on a logarithmic scale up to
// the most of them.
func (p *Palette) Heat(count, most int) color.RGBA {
	share := 0.0
	if count > 1 {
		share = math.Log(float64(count)) / math.Log(float64(most))
	}
	least, end := heatLeastLight, float64(heatMostLight)
	if p.Dark {
		least, end = heatLeastDark, heatMostDark
	}
	at := (least + share*(end-least)) * float64(len(heatRamp)-1)
	i := min(int(at), len(heatRamp)-2)
	return Blend(heatRamp[i+1], heatRamp[i], uint32(math.Round(255*(at-float64(i)))))
}

// Hues of more and less, of Okabe and Ito's set, which people with any kind of colour blindness can
// distinguish, and the opacity of the full difference, at which text on it is readable.
var (
	moreHue = RGB(0xD55E00)
	lessHue = RGB(0x0072B2)
)

const mostDifferent = 0.7 * 255

// Difference is the colour of a difference from -1, all of it less, to 1, all of it more; without a
// difference it is that of a raised surface.
func (p *Palette) Difference(change float64) color.RGBA {
	hue := moreHue
	if change < 0 {
		hue = lessHue
	}
	return Blend(hue, p.Hover, uint32(math.Round(mostDifferent*min(math.Abs(change), 1))))
}
