package timeline

import "threadlens/model"

// Run is a stretch of equal pixel columns of a lane: one category over the whole
// height (solid), or a stack of several.
type Run struct {
	heights mix // in pixels, bottom up
	// X0 and X1 are the first column and the one after the last, from the left
	// edge of the lane area.
	X0, X1 uint16
	slot   slot // of a solid run
	look   runLook
}

// runLook says how a run is drawn.
type runLook uint8

const (
	lookSolid    runLook = 1 << iota // one category, with edges
	lookBackdrop                     // fills the whole window: faded
	lookLoss                         // Unknown because of lost events
)

// Solid tells whether the run shows one category, and which.
func (r Run) Solid() (c model.Category, ok bool) {
	return stackOrder[r.slot], r.look&lookSolid != 0
}

// Backdrop tells whether the run is faded because one segment fills the window.
func (r Run) Backdrop() bool { return r.look&lookBackdrop != 0 }

// Part is one category of a stack.
type Part struct {
	Category model.Category
	Height   int // device pixels
}

// Parts are the categories of a run and their heights, bottom up. Together they
// are as high as the lane, or less where the thread did not live all the time.
func (r Run) Parts() []Part {
	var p []Part
	for s := range slot(numSlots) {
		if h := r.heights.at(s); h > 0 {
			p = append(p, Part{stackOrder[s], h})
		}
	}
	return p
}
