package timeline

// LaneSize is one of the three lane sizes of the Threads view.
type LaneSize uint8

// Lane sizes.
const (
	Comfortable LaneSize = iota
	Compact
	Dense
)

// Metrics are the sizes of everything in a frame in dp (device-independent pixels),
// and the number of device pixels per dp.
type Metrics struct {
	Gutter   float32 // width of the names column
	Overview float32 // height of the overview
	Ruler    float32 // height of the ruler
	Pitch    float32 // from one thread lane to the next
	Segment  float32 // height of a segment
	Group    float32 // height of a process or group row
	Scroll   float32 // width of the scroll bar right of the lanes
	Body     float32 // text size of names
	Caption  float32 // text size of ticks, labels, figures
	Scale    float32 // device pixels per dp
}

// Limits of the gutter width and the lane pitch, dp at 100 % text.
const (
	GutterDefault, GutterMin, GutterMax = 272, 180, 480
	PitchMin, PitchMax                  = 6, 48
)

// Sizes of text at 100 %, dp.
const bodySize, captionSize = 13, 11

// NewMetrics returns the sizes for a lane size, a scale in device pixels per dp,
// and a text scale (1 = 100 %), which enlarges text, lanes and rows.
func NewMetrics(size LaneSize, scale, textScale float32) Metrics {
	m := Metrics{
		Gutter: GutterDefault, Scroll: 12, Overview: 60 * textScale, Ruler: 26 * textScale,
		Group: 24 * textScale, Body: bodySize * textScale, Caption: captionSize * textScale, Scale: scale,
	}
	switch size {
	case Compact:
		m.Pitch, m.Segment = 20*textScale, 16*textScale
	case Dense:
		m.Pitch, m.Segment = 8*textScale, 7*textScale
	default:
		m.Pitch, m.Segment = 26*textScale, 20*textScale
	}
	return m
}

// WithPitch returns m with another lane pitch in dp at 100 % text, limited to
// PitchMin … PitchMax, and the corresponding segment height.
func (m Metrics) WithPitch(pitch float32) Metrics {
	pitch = min(max(pitch, PitchMin), PitchMax)
	m.Pitch, m.Segment = pitch*m.text(), (pitch-max(1, pitch*6/26))*m.text()
	return m
}

// text is the size of text, 1 for the usual one.
func (m Metrics) text() float32 { return m.Body / bodySize }

// TextPx converts dp at 100 % text to device pixels, for sizes that grow with the
// text.
func (m Metrics) TextPx(dp float32) int { return m.Px(dp * m.text()) }

// Px converts dp to device pixels, rounded.
func (m Metrics) Px(dp float32) int { return int(dp*m.Scale + 0.5) }

// Line is the width of a 1 dp line in device pixels: whole, at least one.
func (m Metrics) Line() int { return max(1, int(m.Scale)) }

// Places in the gutter and in rows, dp.
const (
	gutterIndent  = 12 // titles of overview and ruler
	triangleLeft  = 10
	groupIndent   = 20
	threadIndent  = 26
	gutterEnd     = 8  // right margin
	gutterGap     = 8  // between name and id
	nameFromPitch = 12 // lanes this low have no names
	bodyFromPitch = 18 // lanes this low have small names
	selectedAtMin = 3  // width of the selected segment
)
