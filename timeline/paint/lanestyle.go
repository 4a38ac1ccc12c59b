package paint

import (
	"image/color"

	"threadlens/model"
)

// LaneStyle is how the slots of a lane are coloured.
type LaneStyle struct {
	Name   string
	looks  Looks
	period int // see Period
	// rows are the colours for each row of a tile and each phase of it, with enough
	// phases that a row of a block may start at any phase of the period. Without
	// patterns other than hatches they share memory, which stays in the cache.
	rows    [][]slotPixels
	hatched uint64 // the bytes of the slots 0 … 7 that have a pattern are 255
	// all and hatchedRest are the same for columns with any slots, nil if the style
	// has none of the others.
	all         [][]slotPixels
	hatchedRest uint64
}

// blockColumns is how many columns are drawn at a time.
const blockColumns = 64

// slotPixels has the colour of slot s at 8-s, for slots 0 … 7; in all, that of any
// slot at 15-s.
type slotPixels [16]pixel

// Looks has a look for each slot, one for time unknown because of loss (LossLook), and
// from GapLooks on one for unknown time that was probably of a category, for each of these.
type Looks [numLooks]Look

// Indexes in Looks after those of the slots.
const (
	LossLook = NumSlots
	GapLooks = NumSlots + 1
	numLooks = GapLooks + model.NumCategories
)

// Look is the appearance of a slot or a layer of a chart. Lists of styles leave out
// those without a name.
type Look struct {
	Name       string
	Fill, Edge color.RGBA
	Ink        color.RGBA // of the pattern
	Pattern    Pattern

	hatch patternTile // the pattern in these colours
	scale float32     // for which it was made
}

// NewLook is a look with a pattern in the given ink, made for a scale in device pixels
// per dp.
func NewLook(name string, fill, edge, ink color.RGBA, p Pattern, scale float32) Look {
	return Look{name, fill, edge, ink, p, p.tile(fill, ink, scale), scale}
}

// NewLaneStyle is the style with these looks, made for a scale in device pixels per
// dp.
func NewLaneStyle(name string, looks *Looks, scale float32) *LaneStyle {
	st := &LaneStyle{Name: name, looks: *looks}
	st.precompute(patternPixels(scale))
	return st
}

// Look is the look of a slot.
func (st *LaneStyle) Look(s Slot) *Look { return &st.looks[s] }

// At is the colour at a point of the pattern.
func (l *Look) At(x, y int) color.RGBA {
	if l.hatch.side == 0 {
		return l.Fill
	}
	return l.hatch.at(x, y)
}

// Period is the side of the tiles of patterns, device pixels.
func (st *LaneStyle) Period() int { return st.period }

// precompute fills rows and hatched.
func (st *LaneStyle) precompute(side int) {
	st.period = side
	used := false
	for s := range Slot(NumSlots) {
		l := &st.looks[s]
		switch {
		case l.hatch.side == 0:
		case s < SlotUI:
			st.hatched |= 0xFF << (8 * s)
		default:
			st.hatchedRest |= 0xFF << (8 * (s - SlotUI))
		}
		used = used || s >= SlotUI && l.Fill.A > 0
	}
	st.rows = st.pixelRows(SlotUI, 8)
	if used {
		st.all = st.pixelRows(NumSlots, 15)
	}
}

// pixelRows are the colours of the slots up to one for each row of a tile and each
// phase, that of the first slot at a place.
func (st *LaneStyle) pixelRows(slots Slot, place int) [][]slotPixels {
	rows := make([][]slotPixels, st.period)
	simple := true // only lines at 45°: the next row is this one, shifted by a pixel
	for s := range slots {
		simple = simple && st.looks[s].Pattern <= Diagonal
	}
	if simple {
		row := st.pixelRow(0, 2*st.period+blockColumns, slots, place)
		for y := range rows {
			rows[y] = row[y:]
		}
		return rows
	}
	for y := range rows {
		rows[y] = st.pixelRow(y, st.period+blockColumns+1, slots, place)
	}
	return rows
}

// pixelRow are the colours of row y of a lane for the phases 0 … n-1.
func (st *LaneStyle) pixelRow(y, n int, slots Slot, place int) []slotPixels {
	row := make([]slotPixels, n)
	for s := range slots {
		l := &st.looks[s]
		for i := range row {
			row[i][place-int(s)] = pixelOf(l.At(i, y))
		}
	}
	return row
}
