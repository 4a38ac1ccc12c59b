package timeline

import (
	"image"
	"image/color"

	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// laneSlot is a row whose lane is being made.
type laneSlot struct {
	row    int // of Rows.List
	y      int // upper edge of the row in the picture, or of the line in a row with bands
	line   int // in a row with bands
	lane   slotLane
	labels []paint.Item
	ticks  paint.Area   // of samples
	ticked bool         // there are some
	over   []paint.Item // labels above items that lie across lanes
}

// slotLane is a lane with the memory of its columns, which is kept.
type slotLane struct {
	paint.Lane
	spare []uint64
}

// addSlot adds a slot, with the buffers of an earlier frame if there are any.
func addSlot(slots []laneSlot, row, y int) []laneSlot {
	if len(slots) < cap(slots) {
		slots = slots[:len(slots)+1]
	} else {
		slots = append(slots, laneSlot{})
	}
	s := &slots[len(slots)-1]
	s.row, s.y, s.line = row, y, 0
	return slots
}

// fill adds a rectangle to the items above a lane.
func (s *laneSlot) fill(r image.Rectangle, c color.RGBA) {
	s.labels = append(s.labels, paint.Item{Kind: paint.ItemRect, Rect: r, Color: paint.Opaque(c), Row: s.row})
}

// laneTools are what one goroutine needs to make lanes, with their memory.
type laneTools struct {
	lane  lanes.Writer
	strip lanes.StripWriter
	// runQueue computes the columns of the run queue.
	runQueue lanes.QueueWriter
}
