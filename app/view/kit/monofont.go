package kit

import (
	"encoding/binary"
	"slices"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// monoFont is the toolkit's monospaced font with more room below its lines. The toolkit rounds the
// baseline of a text up to a whole pixel, but not the height of its image: underscores, the lowest
// characters, would be cut off.
var monoFont = sync.OnceValue(func() fyne.Resource {
	font := theme.DefaultTheme().Font(fyne.TextStyle{Monospace: true})
	return fyne.NewStaticResource("mono.ttf", AddDescent(font.Content()))
})

// Offsets in an OpenType file: the directory of tables after a header, the descender in the table
// hhea, and the size of an em in the table head.
const (
	fontHeader    = 12
	fontEntry     = 16
	hheaDescender = 6
	headUnits     = 18
)

// AddDescent extends the descent of a font by an eighth of an em. Data that is not such a font is
// returned unchanged.
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

// FontTable is a table of a font, nil if it has no such table.
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
