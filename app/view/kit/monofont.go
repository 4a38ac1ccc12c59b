package kit

import (
	"encoding/binary"
	"slices"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// monoFont is the toolkit's monospaced font with more room below its lines. The
// toolkit rounds the baseline of a text up to a whole pixel, but not the height
// of its picture: underscores, which stand lowest of all, would fall off.
var monoFont = sync.OnceValue(func() fyne.Resource {
	font := theme.DefaultTheme().Font(fyne.TextStyle{Monospace: true})
	return fyne.NewStaticResource("mono.ttf", AddDescent(font.Content()))
})

// Where the parts of an OpenType file stand: the directory of tables behind a
// header, and in the table hhea the descender and the size of an em in head.
const (
	fontHeader    = 12
	fontEntry     = 16
	hheaDescender = 6
	headUnits     = 18
)

// AddDescent lets the lines of a font reach an eighth of an em further down. Data
// that is no such font comes back as it is.
func AddDescent(font []byte) []byte {
	hhea, head := FontTable(font, "hhea"), FontTable(font, "head")
	if len(hhea) < hheaDescender+2 || len(head) < headUnits+2 {
		return font
	}
	font = slices.Clone(font)
	descender := FontTable(font, "hhea")[hheaDescender:]
	eighth := binary.BigEndian.Uint16(head[headUnits:]) / 8
	binary.BigEndian.PutUint16(descender, binary.BigEndian.Uint16(descender)-eighth)
	return font
}

// FontTable is a table of a font, nil without.
func FontTable(font []byte, tag string) []byte {
	if len(font) < fontHeader {
		return nil
	}
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		at := fontHeader + i*fontEntry
		if at+fontEntry > len(font) {
			return nil
		}
		if e := font[at:]; string(e[:4]) == tag {
			from, size := uint64(binary.BigEndian.Uint32(e[8:])), uint64(binary.BigEndian.Uint32(e[12:]))
			if from+size > uint64(len(font)) {
				return nil
			}
			return font[from : from+size]
		}
	}
	return nil
}
