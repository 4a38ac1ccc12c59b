package timeline

import (
	"image/color"

	"threadlens/model"
)

// The tables of ux.md section 4. Categories stand in the order of model.Category.

type categorySet = [model.NumCategories]Colours

type classSet = [NumClasses]color.RGBA

// look builds a category's colours from 0xRRGGBB values.
func look(fill, edge, label uint32) Colours { return Colours{rgb(fill), rgb(edge), rgb(label)} }

const (
	inkLabel   = 0x10161D
	whiteLabel = 0xFFFFFF
)

func classicLight() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x359B55, 0x237A3F, inkLabel),
		model.Synchronization:  look(0xCC433D, 0xA8322D, whiteLabel),
		model.IO:               look(0x8A5CC2, 0x68409B, whiteLabel),
		model.Sleep:            look(0x8FB5E4, 0x4574AE, inkLabel),
		model.MemoryManagement: look(0xE88537, 0xAD560F, inkLabel),
		model.Preemption:       look(0xF1C232, 0x8F6B06, inkLabel),
		model.Dispatch:         look(0xF9E7A8, 0x8F6B06, inkLabel),
		model.UIProcessing:     look(0xA9BFA0, 0x5F7A55, inkLabel),
		model.Interrupt:        look(0x4E5A67, 0x323C47, whiteLabel),
		model.UnknownCategory:  look(0xD8DCE1, 0x79828E, inkLabel),
		model.WaitForWork:      look(0xD2F0EA, 0x4E857A, inkLabel),
		model.Unclassified:     look(0x9AA3B0, 0x56616F, inkLabel),
	}
	return categories, classSet{
		ClassTarget: rgb(0x359B55), ClassOther: rgb(0xE3C567), ClassSystem: rgb(0xCF7B72),
		ClassInterrupt: rgb(0x4E5A67), ClassUnknown: rgb(0xD8DCE1), ClassStolen: rgb(0xCBA6E8),
		ClassIdle: rgb(0xEEF1F4),
	}
}

func classicDark() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x4DB871, 0x7AD39A, inkLabel),
		model.Synchronization:  look(0xDE5C55, 0xF28B85, inkLabel),
		model.IO:               look(0x9B72D2, 0xBFA0EC, inkLabel),
		model.Sleep:            look(0x3F6DA6, 0x6E9BD4, whiteLabel),
		model.MemoryManagement: look(0xE88B42, 0xFFB27A, inkLabel),
		model.Preemption:       look(0xEBC144, 0xFFDF85, inkLabel),
		model.Dispatch:         look(0x7C6B2E, 0xEBC144, whiteLabel),
		model.UIProcessing:     look(0x71896A, 0x9DB695, inkLabel),
		model.Interrupt:        look(0xB6C2CE, 0xDCE4EB, inkLabel),
		model.UnknownCategory:  look(0x3D444D, 0x79838F, whiteLabel),
		model.WaitForWork:      look(0x24443E, 0x5F9488, whiteLabel),
		model.Unclassified:     look(0x4C5268, 0x98A4C0, whiteLabel),
	}
	return categories, classSet{
		ClassTarget: rgb(0x4DB871), ClassOther: rgb(0xBFA03F), ClassSystem: rgb(0xB9605A),
		ClassInterrupt: rgb(0xB6C2CE), ClassUnknown: rgb(0x3D444D), ClassStolen: rgb(0x6F4A94),
		ClassIdle: rgb(0x23272D),
	}
}

func safeLight() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x0B8F78, 0x056352, inkLabel),
		model.Synchronization:  look(0xA84105, 0x7C2F02, whiteLabel),
		model.IO:               look(0xA078CB, 0x714A9C, inkLabel),
		model.Sleep:            look(0x8ADDFB, 0x2A7FA3, inkLabel),
		model.MemoryManagement: look(0xD58F08, 0x8F5D00, inkLabel),
		model.Preemption:       look(0xF8F03A, 0x7D7600, inkLabel),
		model.Dispatch:         look(0xFBEFA0, 0x7D7600, inkLabel),
		model.UIProcessing:     look(0x0D4A70, 0x063350, whiteLabel),
		model.Interrupt:        look(0x26292D, 0x000000, whiteLabel),
		model.UnknownCategory:  look(0xBCC8C0, 0x6C7870, inkLabel),
		model.WaitForWork:      look(0xDCF6E2, 0x4F8460, inkLabel),
		model.Unclassified:     look(0x9CA8B4, 0x45525F, inkLabel),
	}
	return categories, classSet{
		ClassTarget: rgb(0x0B8F78), ClassOther: rgb(0xD8C46A), ClassSystem: rgb(0xA84105),
		ClassInterrupt: rgb(0x26292D), ClassUnknown: rgb(0xBCC8C0), ClassStolen: rgb(0xC9A0E6),
		ClassIdle: rgb(0xEEF1F4),
	}
}

func safeDark() (categorySet, classSet) {
	categories := categorySet{
		model.Execution:        look(0x2BDCA0, 0x86F0CB, inkLabel),
		model.Synchronization:  look(0xC74506, 0xFF8F57, whiteLabel),
		model.IO:               look(0xDE6CA0, 0xF3A9C9, inkLabel),
		model.Sleep:            look(0x86A6FB, 0xB9CBFD, inkLabel),
		model.MemoryManagement: look(0xBFA420, 0xE5CB57, inkLabel),
		model.Preemption:       look(0xFBF24A, 0xFFFAB0, inkLabel),
		model.Dispatch:         look(0x787861, 0xFBF24A, whiteLabel),
		model.UIProcessing:     look(0x3058C0, 0x7F9FEE, whiteLabel),
		model.Interrupt:        look(0xEDEFF2, 0xFFFFFF, inkLabel),
		model.UnknownCategory:  look(0x222F42, 0x6E7F97, whiteLabel),
		model.WaitForWork:      look(0x1A4034, 0x5A937F, whiteLabel),
		model.Unclassified:     look(0x545A6C, 0xA4AFC8, whiteLabel),
	}
	return categories, classSet{
		ClassTarget: rgb(0x2BDCA0), ClassOther: rgb(0xBFA420), ClassSystem: rgb(0xC74506),
		ClassInterrupt: rgb(0xEDEFF2), ClassUnknown: rgb(0x222F42), ClassStolen: rgb(0x7A55A8),
		ClassIdle: rgb(0x23272D),
	}
}

func lightChrome() Chrome {
	return Chrome{
		Window: rgb(0xF4F5F7), Lane: rgb(0xFFFFFF), Raised: rgb(0xFAFBFC), Hover: rgb(0xEDF0F3),
		Line: rgb(0xE1E5EA), LineStrong: rgb(0x8A94A0),
		Text: rgb(0x1B2430), Text2: rgb(0x56616E), Text3: rgb(0x626D79), Ink: rgb(0x10161D),
		Accent: rgb(0x1F5FBF), OnAccent: rgb(0xFFFFFF), AccentSoft: rgb(0xE3EDFA),
		Danger: rgb(0xB3261E), OK: rgb(0x1E7A3C),
		WarnBack: rgb(0xFFF4D6), WarnLine: rgb(0xB7800B), WarnText: rgb(0x5C4100),
		Card: rgb(0xFFFFFF), CardBorder: rgb(0xE1E5EA), Sampled: rgb(0x8A3FA8),
	}
}

func darkChrome() Chrome {
	return Chrome{
		Window: rgb(0x14161A), Lane: rgb(0x1B1E23), Raised: rgb(0x22262C), Hover: rgb(0x262B32),
		Line: rgb(0x2D323A), LineStrong: rgb(0x707A87),
		Text: rgb(0xE7EAEE), Text2: rgb(0xA5AFBB), Text3: rgb(0x8C97A4), Ink: rgb(0xFFFFFF),
		Accent: rgb(0x6EA8FE), OnAccent: rgb(0x0E1626), AccentSoft: rgb(0x22344F),
		Danger: rgb(0xFF8A80), OK: rgb(0x6BCB86),
		WarnBack: rgb(0x3A2F12), WarnLine: rgb(0xE0B040), WarnText: rgb(0xFFE2A0),
		Card: rgb(0x2A2F37), CardBorder: rgb(0x454C57), Sampled: rgb(0xC58AE0),
	}
}

func lightThreads() ([10]color.RGBA, [3]color.RGBA) {
	return hues(0x3B7DD8, 0xD9742B, 0x2F9E77, 0xB04FA0, 0xC7A02B, 0x5D6BC0, 0x4FB3C8, 0xC0504D, 0x8A9A2B, 0x8A6FC9),
		[3]color.RGBA{rgb(0xAEB7C2), rgb(0x8792A0), rgb(0xF1F3F5)}
}

func darkThreads() ([10]color.RGBA, [3]color.RGBA) {
	return hues(0x5B9BD5, 0xE5B567, 0x63C5B5, 0xC58AE0, 0xE07A7A, 0x9AC26B, 0x7F8FE0, 0xD98CB3, 0xB0A08C, 0x6CC3DB),
		[3]color.RGBA{rgb(0x5A636F), rgb(0x747F8C), rgb(0x22262C)}
}

func hues(v ...uint32) (h [10]color.RGBA) {
	for i := range h {
		h[i] = rgb(v[i])
	}
	return h
}
