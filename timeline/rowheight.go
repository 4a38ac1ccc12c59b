package timeline

// Sizes in dp at a text scale of 1; they grow with it as Metrics.Group does.
const (
	bandHeight   = 14 // of what is drawn
	levelPitch   = 16 // from one level of spans to the next
	channelPitch = 20
	spansPad     = 4 // above and below the levels
	groupHeight  = 24
)

// banded converts a size of a band to device pixels.
func (m Metrics) banded(dp float32) int { return m.Px(dp * m.Group / groupHeight) }

// bandsHeight is the height of a row with bands.
func (r *Row) bandsHeight(m Metrics) int {
	if r.Kind == RowChannel {
		return m.banded(channelPitch)
	}
	return 2*m.banded(spansPad) + r.Bands.lines()*m.banded(levelPitch)
}

// Sizes of the rows of the Cores view at the pitch of comfortable lanes, dp.
const (
	corePitch    = 34  // of CPUs that share coreRoom, at least
	mostPitch    = 54  // at most, where there are few CPUs
	coreRoom     = 320 // for the lanes of all CPUs, as long as that is enough
	coreGap      = 6
	queueRow     = 56
	queueHeight  = 44
	queueTop     = 6 // of the strip below the upper edge of its row
	threadsPitch = 26

	stepsRow        = 20 // of the frequency and idle states of a CPU
	frequencyHeight = 10
	idleHeight      = 5
	stepsGap        = 2 // between the two
)

// cored converts a size of the Cores view to device pixels: its lanes scale with
// those of threads.
func (m Metrics) cored(dp float32) int { return m.Px(dp * m.Pitch / threadsPitch) }

// pitchOf is the height of the row of a CPU, dp: few CPUs have high lanes.
func pitchOf(cpus int) float32 {
	return min(max(coreRoom/float32(max(cpus, 1)), corePitch), mostPitch)
}

// coreHeight is the height of a row of the Cores view.
func (r *Row) coreHeight(m Metrics) int {
	switch r.Kind {
	case RowQueue:
		return m.TextPx(queueRow)
	case RowSteps:
		return m.cored(stepsRow)
	}
	return m.cored(r.pitch)
}

// The lane of a path has a fixed size, independent of other lanes: it is the only
// one of its kind, and its purpose is to show names. Sizes in dp at a text scale of
// 1.
const (
	pathPitch = 26 // of the row
	hopHeight = 20 // of the hops in it
)

// height is the height of a row, device pixels.
func (r *Row) height(m Metrics) int {
	switch {
	case r.Kind == RowThread:
		return m.Px(m.Pitch)
	case r.Kind == RowPath:
		return m.TextPx(pathPitch)
	case r.Kind.isBands():
		return r.bandsHeight(m)
	case r.Kind.isCore():
		return r.coreHeight(m)
	}
	return m.Px(m.Group)
}
