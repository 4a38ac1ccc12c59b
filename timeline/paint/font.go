package paint

import (
	"image"
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"threadlens/assets/fonts"
)

// Text is drawn from a cache: each character is rasterised once for each size,
// weight and quarter-pixel offset, and then blended with the required colour.
// Shaping and rasterising text again would cost more than all the lanes of a frame.

// subpixels is the number of horizontal offsets a glyph is rasterised at. The
// pen keeps fractions of a pixel, so that words keep their spacing.
const subpixels = 4

// commonRunes are looked up without a map: Latin with its extensions.
const commonRunes = 0x250

// Face is a weight of the text font at one size. It may be used by several
// goroutines.
type Face struct {
	// Ascent and Descent are the extents of a line from its baseline, device
	// pixels.
	Ascent, Descent int

	key    faceKey
	mu     sync.Mutex // guards what follows, up to common
	buf    sfnt.Buffer
	font   *sfnt.Font
	face   font.Face
	signs  font.Face // for characters that face lacks
	common [commonRunes]atomic.Pointer[glyph]
	rare   sync.Map // rune → *glyph
}

// glyph is a rasterised character.
type glyph struct {
	advance fixed.Int26_6
	sign    bool // of the mono font
	masks   [subpixels]glyphMask
}

// glyphMask is the coverage of a glyph's pixels; box is relative to the pen.
type glyphMask struct {
	box   image.Rectangle
	alpha []uint8
}

// faceKey names a face; size is in 1/64 device pixels per em.
type faceKey struct {
	bold bool
	size fixed.Int26_6
}

// faces caches faces, which are few: three sizes and two weights per scale.
var faces sync.Map // faceKey → *Face

// NewFace returns the face with the given size in device pixels per em, at least 1
// and at most 512.
func NewFace(bold bool, size float32) *Face {
	size = min(max(size, 1), 512)
	key := faceKey{bold, fixed.Int26_6(size * 64)}
	if f, ok := faces.Load(key); ok {
		return f.(*Face)
	}
	weight := fontRegular
	if bold {
		weight = fontBold
	}
	f := &Face{key: key, font: parsed()[weight], face: openFace(weight, key.size), signs: openFace(fontMono, key.size)}
	m := f.face.Metrics()
	f.Ascent, f.Descent = m.Ascent.Round(), m.Descent.Round()
	got, _ := faces.LoadOrStore(key, f)
	return got.(*Face)
}

// String describes the face: "13" or "13 bold".
func (f *Face) String() string {
	s := strconv.FormatFloat(float64(f.key.size)/64, 'f', -1, 64)
	if f.key.bold {
		s += " bold"
	}
	return s
}

// Bold reports whether this is the bold weight.
func (f *Face) Bold() bool { return f.key.bold }

// Size is the size in device pixels per em.
func (f *Face) Size() float64 { return float64(f.key.size) / 64 }

// The embedded fonts.
const (
	fontRegular = iota
	fontBold
	fontMono
	numFonts
)

var parsed = sync.OnceValue(func() (p [numFonts]*sfnt.Font) {
	for i, data := range [numFonts][]byte{fonts.Regular, fonts.Bold, fonts.Mono} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic("timeline: embedded font: " + err.Error())
		}
		p[i] = f
	}
	return p
})

func openFace(i int, size fixed.Int26_6) font.Face {
	// 72 dpi makes a point a pixel.
	f, err := opentype.NewFace(parsed()[i], &opentype.FaceOptions{
		Size: float64(size) / 64, DPI: 72, Hinting: font.HintingNone,
	})
	if err != nil {
		panic("timeline: embedded font: " + err.Error())
	}
	return f
}

func (f *Face) glyph(r rune) *glyph {
	if r < commonRunes {
		if g := f.common[r].Load(); g != nil {
			return g
		}
	} else if g, ok := f.rare.Load(r); ok {
		return g.(*glyph)
	}
	g := f.rasterise(r)
	if r < commonRunes {
		f.common[r].Store(g)
	} else {
		f.rare.Store(r, g)
	}
	return g
}

func (f *Face) rasterise(r rune) *glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	face := f.face
	g := new(glyph)
	if i, err := f.font.GlyphIndex(&f.buf, r); err != nil || i == 0 {
		face, g.sign = f.signs, true
	}
	g.advance, _ = face.GlyphAdvance(r)
	for i := range g.masks {
		dot := fixed.Point26_6{X: fixed.Int26_6(i * 64 / subpixels)}
		box, mask, maskp, _, ok := face.Glyph(dot, r)
		if !ok || box.Empty() {
			continue
		}
		m := &g.masks[i]
		m.box = box
		m.alpha = make([]uint8, box.Dx()*box.Dy())
		for y := range box.Dy() {
			for x := range box.Dx() {
				_, _, _, a := mask.At(maskp.X+x, maskp.Y+y).RGBA()
				m.alpha[y*box.Dx()+x] = uint8(a >> 8)
			}
		}
	}
	return g
}

// Advance is how far a character moves the pen, device pixels. mono reports that
// the text font lacks it and that it comes from fonts.Mono.
func (f *Face) Advance(r rune) (advance float64, mono bool) {
	g := f.glyph(r)
	return float64(g.advance) / 64, g.sign
}

// Width is the advance of s in device pixels, rounded up.
func (f *Face) Width(s string) int {
	var w fixed.Int26_6
	for _, r := range s {
		w += f.glyph(r).advance
	}
	return w.Ceil()
}

// Fit returns s if it is at most width pixels wide, otherwise as much of it as fits
// with an ellipsis: in the middle for paths, so that the file name stays, otherwise
// at the end. It is "" if not even that fits.
func (f *Face) Fit(s string, width int) string {
	if f.Width(s) <= width {
		return s
	}
	rs := []rune(s)
	path := strings.ContainsAny(s, `/\`)
	cut := func(n int) string { // with n characters left
		head := n
		if path {
			head = n / 3
		}
		return string(rs[:head]) + "…" + string(rs[len(rs)-n+head:])
	}
	n := sort.Search(len(rs), func(n int) bool { return f.Width(cut(n)) > width }) - 1
	if n <= 0 {
		return ""
	}
	return cut(n)
}

// walk calls draw for every glyph of s with its pen position.
func (f *Face) walk(s string, x int, draw func(m *glyphMask, x int)) {
	pen := fixed.I(x)
	for _, r := range s {
		g := f.glyph(r)
		sub := int(pen&63) * subpixels / 64
		if m := &g.masks[sub]; len(m.alpha) > 0 {
			draw(m, int(math.Floor(float64(pen)/64)))
		}
		pen += g.advance
	}
}

// Centre is the baseline of a line whose capitals are centred on y.
func (f *Face) Centre(y int) int {
	// Capitals of Noto Sans are 714 of 1000 units high.
	return y + int(f.Size()*0.714/2+0.5)
}
