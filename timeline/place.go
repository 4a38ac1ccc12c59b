package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Region is a part of the surface.
type Region uint8

// Regions.
const (
	RegionNone           Region = iota
	RegionOverviewGutter        // left of the overview
	RegionOverview
	RegionHeader // left of the ruler: "Threads 10 of 31"
	RegionSort   // the sort menu in it
	RegionRuler
	RegionGutter // name of a row
	RegionLane   // lane area, with or without a row
	RegionScroll // the scroll bar
)

// Place is what is at a point of the surface.
type Place struct {
	Region Region
	// Row is an index of Rows.List, -1 for none.
	Row int
	// Time is the time under the point: of the whole trace in the overview,
	// otherwise of the viewport. It is meaningful in RegionOverview, RegionRuler
	// and RegionLane.
	Time model.Time
	// Segment is the segment under the point, or NoSegment.
	Segment SegmentRef
	// Object is the object under the point, in rows that are not a thread's.
	Object Object
	// Hop is the time of the hop under the point in the row of the path, of length
	// 0 elsewhere; Segment is then what its thread did, if it was alive.
	Hop model.Range
	// Toggle is set on the triangle of a row, on the name of a fold and on "Show".
	Toggle bool
	// Sample is the sample whose tick on the lane of Segment is under or near the point,
	// if Sampled.
	Sample  model.Sample
	Sampled bool
	// Class is what the legend or the chart of the CPU use shows there, if Classed.
	Class   paint.Class
	Classed bool
}

// finder finds what is at a point of the picture.
type finder struct {
	*Scene
	p        image.Point
	x        int  // column of the viewport
	inGutter bool // left of the columns
	at       Place
}
