package export

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// subset is a TrueType font file with only the outlines of the given characters. Glyphs keep their
// numbers, the others become empty. Kerning, ligatures and hints are left out: text is as wide as
// the timeline draws it, whatever program shows the file.
func subset(file []byte, f *sfnt.Font, characters map[rune]bool) ([]byte, error) {
	tables, err := fontTables(file)
	if err != nil {
		return nil, err
	}
	g, err := newGlyphTable(tables)
	if err != nil {
		return nil, err
	}
	keep := map[int]bool{0: true}
	var buf sfnt.Buffer
	for r := range characters {
		if i, err := f.GlyphIndex(&buf, r); err == nil {
			g.add(keep, int(i))
		}
	}
	tables["glyf"], tables["loca"] = g.only(keep)
	post := slices.Clone(tables["post"][:32])
	binary.BigEndian.PutUint32(post, 3<<16) // without the names of glyphs
	tables["post"] = post
	return fontWith(tables), nil
}

// keptTables are the tables of a subset, in the order of a font file.
var keptTables = []string{"OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}

var errFont = errors.New("not a TrueType font")

// fontTables are the tables of a font that a subset keeps.
func fontTables(file []byte) (map[string][]byte, error) {
	tables := map[string][]byte{}
	if len(file) < 12 {
		return nil, errFont
	}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := 12 + 16*i
		if entry+16 > len(file) {
			return nil, errFont
		}
		tag := string(file[entry : entry+4])
		from := uint64(binary.BigEndian.Uint32(file[entry+8:]))
		to := from + uint64(binary.BigEndian.Uint32(file[entry+12:]))
		if to > uint64(len(file)) {
			return nil, errFont
		}
		if slices.Contains(keptTables, tag) {
			tables[tag] = file[from:to]
		}
	}
	if len(tables) < len(keptTables) || len(tables["post"]) < 32 || len(tables["head"]) < 54 || len(tables["maxp"]) < 6 {
		return nil, errFont
	}
	return tables, nil
}

// glyphTable is the outlines of a font.
type glyphTable struct {
	data  []byte
	at    []int // of each glyph, and the end of the last
	short bool  // offsets in 16 bits, halved
}

func newGlyphTable(tables map[string][]byte) (*glyphTable, error) {
	g := &glyphTable{data: tables["glyf"], short: binary.BigEndian.Uint16(tables["head"][50:]) == 0}
	loca, width := tables["loca"], 4
	if g.short {
		width = 2
	}
	n := int(binary.BigEndian.Uint16(tables["maxp"][4:])) + 1
	if len(loca) < n*width {
		return nil, errFont
	}
	for i := range n {
		at := 0
		if g.short {
			at = 2 * int(binary.BigEndian.Uint16(loca[2*i:]))
		} else {
			at = int(binary.BigEndian.Uint32(loca[4*i:]))
		}
		if at > len(g.data) || i > 0 && at < g.at[i-1] {
			return nil, errFont
		}
		g.at = append(g.at, at)
	}
	return g, nil
}

// glyph is the outline of a glyph, empty for spaces.
func (g *glyphTable) glyph(i int) []byte {
	if i+1 >= len(g.at) {
		return nil
	}
	return g.data[g.at[i]:g.at[i+1]]
}

// Flags of a component of a glyph.
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreFollow    = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
)

// add keeps a glyph and its components.
func (g *glyphTable) add(keep map[int]bool, i int) {
	if keep[i] {
		return
	}
	keep[i] = true
	data := g.glyph(i)
	if len(data) < 10 || int16(binary.BigEndian.Uint16(data)) >= 0 {
		return
	}
	for p := 10; p+4 <= len(data); {
		flags := binary.BigEndian.Uint16(data[p:])
		g.add(keep, int(binary.BigEndian.Uint16(data[p+2:])))
		p += 6
		for _, f := range []struct{ flag, size uint16 }{{wordArguments, 2}, {oneScale, 2}, {twoScales, 4}, {fourScales, 8}} {
			if flags&f.flag != 0 {
				p += int(f.size)
			}
		}
		if flags&moreFollow == 0 {
			return
		}
	}
}

// only are the tables glyf and loca with only the kept glyphs.
func (g *glyphTable) only(keep map[int]bool) (glyf, loca []byte) {
	for i := range g.at {
		if g.short {
			loca = binary.BigEndian.AppendUint16(loca, uint16(len(glyf)/2))
		} else {
			loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		}
		if keep[i] {
			glyf = padded(append(glyf, g.glyph(i)...))
		}
	}
	return glyf, loca
}

// padded pads to a multiple of four bytes.
func padded(b []byte) []byte { return append(b, make([]byte, -len(b)&3)...) }

// fontWith is a font file with the given tables.
func fontWith(tables map[string][]byte) []byte {
	head := slices.Clone(tables["head"])
	binary.BigEndian.PutUint32(head[8:], 0) // the sum of the whole file, set below
	tables["head"] = head
	n := len(keptTables)
	steps := bits.Len(uint(n)) - 1 // of a search among them
	file := []byte{0, 1, 0, 0}
	for _, v := range []int{n, 16 << steps, steps, 16*n - 16<<steps} {
		file = binary.BigEndian.AppendUint16(file, uint16(v))
	}
	at := 12 + 16*n
	var body []byte
	for _, tag := range keptTables {
		t := tables[tag]
		file = append(file, tag...)
		for _, v := range []uint32{fontSum(t), uint32(at + len(body)), uint32(len(t))} {
			file = binary.BigEndian.AppendUint32(file, v)
		}
		body = padded(append(body, t...))
	}
	headAt := at
	for _, tag := range keptTables[:slices.Index(keptTables, "head")] {
		headAt += len(padded(slices.Clone(tables[tag])))
	}
	file = append(file, body...)
	binary.BigEndian.PutUint32(file[headAt+8:], 0xB1B0AFBA-fontSum(file))
	return file
}

// fontSum adds up the words of a table.
func fontSum(b []byte) (sum uint32) {
	b = padded(slices.Clone(b))
	for ; len(b) > 0; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	return sum
}
