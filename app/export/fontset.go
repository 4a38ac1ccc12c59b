package export

import (
	"fmt"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"threadlens/assets/fonts"
	"threadlens/timeline/paint"
)

// typeface is one of the program's fonts.
type typeface uint8

const (
	regular typeface = iota
	bold
	mono
	numTypefaces
)

// faceOf is the font of a character of a face.
func faceOf(f *paint.Face, isMono bool) typeface {
	switch {
	case isMono:
		return mono
	case f.Bold():
		return bold
	}
	return regular
}

// fontNames describe the fonts to canvases of vg.
var fontNames = [numTypefaces]font.Font{
	regular: {Typeface: "NotoSans"},
	bold:    {Typeface: "NotoSans", Weight: xfont.WeightBold},
	mono:    {Typeface: "DejaVuSansMono"},
}

// typefaceOf is the font with that description, at any size.
func typefaceOf(f font.Font) typeface {
	switch {
	case f.Typeface == fontNames[mono].Typeface:
		return mono
	case f.Weight == xfont.WeightBold:
		return bold
	}
	return regular
}

func fontFile(t typeface) []byte {
	return [numTypefaces][]byte{fonts.Regular, fonts.Bold, fonts.Mono}[t]
}

// wholeFonts are the fonts with all their characters.
var wholeFonts = sync.OnceValue(func() (list [numTypefaces]*sfnt.Font) {
	for t := range numTypefaces {
		f, err := sfnt.Parse(fontFile(t))
		if err != nil {
			panic("export: embedded font: " + err.Error())
		}
		list[t] = f
	}
	return list
})

// wholeFace is a font with all its characters at a size.
func wholeFace(t typeface, size vg.Length) font.Face {
	f := fontNames[t]
	f.Size = size
	return font.Face{Font: f, Face: wholeFonts()[t]}
}

// faces are the fonts of a file.
type faces [numTypefaces]font.Face

// face is a font at a size.
func (f *faces) face(t typeface, size vg.Length) font.Face {
	face := f[t]
	face.Font.Size = size
	return face
}

// characterSet is the characters in use, by font.
type characterSet [numTypefaces]map[rune]bool

func newCharacterSet() (s characterSet) {
	for t := range s {
		s[t] = map[rune]bool{}
	}
	return s
}

// charactersOf are the characters of the texts of a page.
func charactersOf(list *paint.DisplayList) characterSet {
	set := newCharacterSet()
	for i := range list.Items {
		it := &list.Items[i]
		if it.Kind != paint.ItemText {
			continue
		}
		for _, r := range it.Text {
			_, isMono := it.Face.Advance(r)
			set[faceOf(it.Face, isMono)][r] = true
		}
	}
	return set
}

// subsetFaces are the fonts with only the characters of a set.
func subsetFaces(set characterSet) (*faces, error) {
	all := new(faces)
	for t, names := range fontNames {
		data, err := subset(fontFile(typeface(t)), wholeFonts()[t], set[t])
		if err != nil {
			return nil, fmt.Errorf("font %s: %w", names.Typeface, err)
		}
		f, err := sfnt.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("font %s: %w", names.Typeface, err)
		}
		all[t] = font.Face{Font: names, Face: f}
	}
	return all, nil
}
