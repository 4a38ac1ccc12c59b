package paint

import (
	"image"
	"image/color"
	"math"
	"sync"

	"threadlens/model"
)

// Pattern is what is drawn over the fill of a category, so that it can be
// distinguished from others without its colour.
//
// All patterns are tiles of one size, PatternSide, and strokes on them, which
// Strokes lists: pixels are made from these, and vectors use the same strokes. The
// tiles of a lane start at (X-Phase, Y) of the Lane.
type Pattern uint8

// Patterns.
const (
	Plain        Pattern = iota // none
	Diagonal                    // lines at 45°
	BackDiagonal                // lines at 135°
	Cross                       // both
	Horizontal
	Vertical
	Dots
	SparseDots
	DenseDots
	SparseVertical

	numPatterns = 10
)

// String is the pattern's name in English.
func (p Pattern) String() string {
	return [numPatterns]string{
		"plain", "diagonal", "back diagonal", "cross", "horizontal", "vertical", "dots", "sparse dots",
		"dense dots", "sparse vertical",
	}[min(p, numPatterns-1)]
}

// Measures of patterns, dp: the distance of lines at 45°, the width of all lines, the diameter of
// dots and of dense dots, and the side of a tile, which has one line at 45° in it.
const (
	patternGap  = 6
	patternLine = 1.2
	patternDot  = 2.4
	denseDot    = 1.8

	PatternSide = patternGap * math.Sqrt2
)

// Stroke is a line on the tile of a pattern; if it ends where it starts it is a
// dot. Coordinates are parts of the tile's side, from its upper left corner; Width
// is in dp.
type Stroke struct {
	X0, Y0, X1, Y1, Width float64
}

// Lines lie in the middle of a pixel if a dp is a pixel.
var strokes = [numPatterns][]Stroke{
	Diagonal:     {{0, 1, 1, 0, patternLine}},
	BackDiagonal: {{0, 0, 1, 1, patternLine}},
	Cross:        {{0, 1, 1, 0, patternLine}, {0, 0, 1, 1, patternLine}},
	Horizontal:   {{0, 3. / 16, 1, 3. / 16, patternLine}, {0, 11. / 16, 1, 11. / 16, patternLine}},
	Vertical:     {{3. / 16, 0, 3. / 16, 1, patternLine}, {11. / 16, 0, 11. / 16, 1, patternLine}},
	Dots:         {{.25, .25, .25, .25, patternDot}, {.75, .75, .75, .75, patternDot}},
	SparseDots:   {{.5, .5, .5, .5, patternDot}},
	DenseDots: {
		{.25, .25, .25, .25, denseDot},
		{.75, .25, .75, .25, denseDot},
		{.25, .75, .25, .75, denseDot},
		{.75, .75, .75, .75, denseDot},
	},
	SparseVertical: {{7. / 16, 0, 7. / 16, 1, patternLine}},
}

// Strokes are the strokes on a tile of the pattern; they must not be changed.
func (p Pattern) Strokes() []Stroke { return strokes[min(p, numPatterns-1)] }

// patterns are the patterns of the categories if all have one.
var patterns = [model.NumCategories]Pattern{
	model.Synchronization:  Cross,
	model.IO:               Dots,
	model.Sleep:            SparseDots,
	model.MemoryManagement: Horizontal,
	model.Preemption:       BackDiagonal,
	model.Dispatch:         Diagonal,
	model.UIProcessing:     Vertical,
	model.UnknownCategory:  Diagonal,
	model.WaitForWork:      SparseVertical,
	model.Unclassified:     DenseDots,
}

// Pattern is the pattern of a category: of Ready, Unknown and Unclassified always,
// of others if the palette has Patterns.
func (p *Palette) Pattern(c model.Category) Pattern {
	if p.Patterns || Hatched(c) {
		return patterns[min(c, model.NumCategories-1)]
	}
	return Plain
}

// patternAlpha is the share of the label's colour in the ink of patterns, of 255.
const patternAlpha = 128

// PatternInk is the colour of the strokes of a category's pattern: the edge's
// colour for what is always hatched; for others the edge is too similar to the
// fill.
func (p *Palette) PatternInk(c model.Category) color.RGBA {
	look := p.Category(c)
	if Hatched(c) {
		return look.Edge
	}
	return Blend(look.Label, look.Fill, patternAlpha)
}

// WithPatterns is the same palette with or without a pattern for all categories.
func (p *Palette) WithPatterns(on bool) *Palette {
	q := *p
	q.Patterns = on
	return &q
}

// Paint fills r with the look of a category, without edges; scale is in device
// pixels per dp.
func (p *Palette) Paint(img *image.RGBA, r image.Rectangle, c model.Category, scale float32) {
	look := p.Category(c)
	t := p.Pattern(c).tile(look.Fill, p.PatternInk(c), scale)
	at := r.Min
	r = r.Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ink := look.Fill
			if t.side > 0 {
				ink = t.at(x-at.X, y-at.Y)
			}
			img.SetRGBA(x, y, ink)
		}
	}
}

// patternTile is a pattern in colours; without a pattern its side is 0.
type patternTile struct {
	side    int
	colours []color.RGBA // row by row
}

// at is the colour at a point, in device pixels, not negative.
func (t patternTile) at(x, y int) color.RGBA { return t.colours[y%t.side*t.side+x%t.side] }

// tile is the pattern's tile with lines of the given colour on a fill.
func (p Pattern) tile(fill, line color.RGBA, scale float32) patternTile {
	if p == Plain {
		return patternTile{}
	}
	side := patternPixels(scale)
	t := patternTile{side, make([]color.RGBA, side*side)}
	for i, a := range p.coverage(scale) {
		t.colours[i] = Blend(line, fill, uint32(a))
	}
	return t
}

// patternPixels is the side of tiles in device pixels.
func patternPixels(scale float32) int { return max(3, int(math.Round(PatternSide*float64(scale)))) }

// coverages caches coverage; there are few, one per pattern and scale.
var coverages sync.Map // coverageKey → []uint8

type coverageKey struct {
	pattern Pattern
	scale   float32
}

// coverage is how much of each pixel of a tile the strokes cover, of 255, row by
// row.
func (p Pattern) coverage(scale float32) []uint8 {
	key := coverageKey{p, scale}
	if c, ok := coverages.Load(key); ok {
		return c.([]uint8)
	}
	const samples = 6 // in each direction
	side := patternPixels(scale)
	c := make([]uint8, side*side)
	for i := range c {
		in := 0
		for a := range samples * samples {
			x := float64(i%side) + (float64(a%samples)+0.5)/samples
			y := float64(i/side) + (float64(a/samples)+0.5)/samples
			if p.covers(x/float64(side), y/float64(side), float64(scale)/float64(side)) {
				in++
			}
		}
		c[i] = uint8(in * 255 / (samples * samples))
	}
	coverages.Store(key, c)
	return c
}

// covers reports whether a point lies on a stroke of this tile or of an adjacent
// one, given a dp as a part of the side.
func (p Pattern) covers(x, y, dp float64) bool {
	for _, s := range p.Strokes() {
		for i := range 9 {
			if s.distance(x+float64(i%3-1), y+float64(i/3-1)) < s.Width/2*dp {
				return true
			}
		}
	}
	return false
}

// distance is the distance of a point from the middle of a stroke.
func (s Stroke) distance(x, y float64) float64 {
	dx, dy := s.X1-s.X0, s.Y1-s.Y0
	along := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		along = min(max(((x-s.X0)*dx+(y-s.Y0)*dy)/l, 0), 1)
	}
	return math.Hypot(x-s.X0-along*dx, y-s.Y0-along*dy)
}
