package timeline

import (
	"image"
	"image/color"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// stepsOf is the series that a strip of a RowSteps shows.
func stepsOf(t *model.Trace, kind ObjectKind, cpu model.CPU) *model.StepSeries {
	if kind == ObjectFrequency {
		return t.Frequency(cpu)
	}
	return t.IdleStates(cpu)
}

// stepStrips are the strips for which the trace has events of a CPU.
func stepStrips(t *model.Trace, cpu model.CPU) (kinds []ObjectKind) {
	for _, kind := range []ObjectKind{ObjectFrequency, ObjectIdle} {
		if stepsOf(t, kind, cpu).Any() {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// stepsName names the row of a CPU's frequency and idle states, with what the full height means.
func stepsName(t *model.Trace, cpu model.CPU) string {
	if f := t.Frequency(cpu); f.Any() {
		return "up to " + FormatFrequency(f.Most())
	}
	return "idle states"
}

// stepsPlace is where a strip of a row is drawn.
func (s *Scene) stepsPlace(row, line int) (y, height int) {
	y = s.rowY(row)
	for i, kind := range s.Rows.List[row].strips {
		height = max(s.Metrics.cored(idleHeight), 1)
		if kind == ObjectFrequency {
			height = max(s.Metrics.cored(frequencyHeight), 1)
		}
		if height = min(height, paint.FullShare); i == line {
			break
		}
		y += height + s.Metrics.cored(stepsGap)
	}
	return y, height
}

// coreSlots adds the slot of a row of the Cores view, or one for each of its strips.
func (f *frame) coreSlots(slots []laneSlot, row int) []laneSlot {
	for line := range max(1, len(f.Rows.List[row].strips)) {
		slots = addSlot(slots, row, f.rowY(row))
		slots[len(slots)-1].line = line
	}
	return slots
}

// steps fills a slot with a strip of a RowSteps. In each column the heights are shares of time: of a
// frequency the part of the known time times its mean share of the highest one.
func (w *laneWorker) steps(s *laneSlot, row *Row) {
	f, l := w.frame, &s.lane
	kind := row.strips[s.line]
	series := stepsOf(f.Trace, kind, row.CPUs[0])
	l.Edge, l.Spans, l.Main, l.Rest = 0, l.Spans[:0], l.Main[:0], l.Rest[:0]
	l.Y, l.Height = f.stepsPlace(s.row, s.line)
	l.Style = f.styles.idle
	if kind == ObjectFrequency {
		l.Style = f.styles.frequency
	}
	at := f.buf.cols.At
	before := series.Until(at[0])
	for x := range f.View.Width {
		column := model.Range{From: at[x], To: at[x+1]}.Clip(f.Trace.Whole())
		after := series.Until(at[x+1])
		part := after.Minus(&before)
		before = after
		h := paint.Mix{}
		switch {
		case column.Len() <= 0:
		case kind == ObjectFrequency:
			h = frequencyColumn(&part, series.Most(), column.Len(), l.Height)
		default:
			h = idleColumn(&part, column.Len(), l.Height)
		}
		l.Main, l.Rest = append(l.Main, h.Main), append(l.Rest, h.Rest)
	}
}

// slotFrequency is the slot of the frequency in its strip.
const slotFrequency paint.Slot = 0

// frequencyColumn is a column of a frequency: its mean, and above it unknown time. Neither is left out
// for being small.
func frequencyColumn(part *model.StepSums, most int64, length model.Time, height int) paint.Mix {
	unknown := 0
	if missing := length - part.Known; missing > 0 {
		unknown = max(1, scaleTo(float64(missing)/float64(length), height))
	}
	h := paint.Only(paint.SlotUnknown, unknown)
	if part.Known > 0 {
		share := part.Mean() / float64(most) * float64(part.Known) / float64(length)
		known := min(max(1, scaleTo(share, height)), height)
		h = paint.Only(paint.SlotUnknown, min(unknown, height-known))
		h.Add(slotFrequency, known)
	}
	return h
}

// scaleTo is a share of a height, rounded.
func scaleTo(share float64, height int) int { return int(share*float64(height) + 0.5) }

// idleColumn is a column of idle states: the share of time of each, and unknown time above them.
func idleColumn(part *model.StepSums, length model.Time, height int) paint.Mix {
	var sums paint.Sums
	for i, d := range part.States {
		if d > 0 {
			sums.Add(paint.Slot(i), d)
		}
	}
	if missing := length - part.Known; missing > 0 {
		sums.Add(paint.SlotUnknown, missing)
	}
	return sums.Shares(length).Keeping(height, paint.SlotUnknown)
}

// newFrequencyStyle is the style of frequencies.
func newFrequencyStyle(p *paint.Palette, scale float32) *paint.LaneStyle {
	return paint.NewLaneStyle("frequency", &paint.Looks{
		slotFrequency:     {Name: "Frequency", Fill: p.OtherHue(paint.ClassSystem)},
		paint.SlotUnknown: unknownLook(p, scale),
	}, scale)
}

// newIdleStyle is the style of idle states.
func newIdleStyle(p *paint.Palette, scale float32) *paint.LaneStyle {
	looks := paint.Looks{paint.SlotUnknown: unknownLook(p, scale)}
	for i := range model.StepStates {
		looks[i] = paint.Look{Name: model.StateTitle(i), Fill: stateFill(p, i)}
	}
	return paint.NewLaneStyle("idle states", &looks, scale)
}

func unknownLook(p *paint.Palette, scale float32) paint.Look {
	unknown := p.Category(model.UnknownCategory)
	return paint.NewLook("Unknown", unknown.Fill, unknown.Edge, unknown.Edge, paint.Diagonal, scale)
}

// stateAlphas are the opacities of 255 of no idle state, of state 0, and so on: deeper is fainter.
var stateAlphas = [model.StepStates]uint32{255, 160, 112, 82, 62, 48, 38, 30, 24, 19}

// stateFill is the colour of a place in StepSums.States.
func stateFill(p *paint.Palette, i int) color.RGBA {
	return paint.Blend(p.OtherHue(paint.ClassSystem), p.Lane, stateAlphas[i])
}

// StepColour is a colour of the strips of frequencies and idle states, and its meaning.
type StepColour struct {
	Title string
	Fill  color.RGBA
}

// StepLegend is the colours in use in the strips below the CPUs; none for a trace without frequencies
// and idle states.
func StepLegend(t *model.Trace, p *paint.Palette) (list []StepColour) {
	if t.HasFrequencies() {
		list = append(list, StepColour{"Frequency; full height: the highest recorded", p.OtherHue(paint.ClassSystem)})
	}
	for i, d := range t.IdleTimes() {
		if d > 0 {
			list = append(list, StepColour{model.StateTitle(i), stateFill(p, i)})
		}
	}
	return list
}

// stepsName writes what the full height of the frequency means, and its mean in the window.
func (f gutterFrame) stepsName(i int, row *Row, clip image.Rectangle) {
	if row.coreHeight(f.Metrics) < f.Metrics.TextPx(stepsNameFrom) {
		return
	}
	middle := f.rowMiddle(i)
	f.text(row.Name, f.caption, f.Palette.Text2, f.Metrics.TextPx(threadIndent), middle, clip)
	sums := f.Trace.Frequency(row.CPUs[0]).Sums(f.View.Clip(f.Trace.Whole()))
	if sums.Known > 0 {
		f.textRight(FormatFrequency(int64(sums.Mean())), f.caption, f.Palette.Text2, f.gutter()-f.px(gutterEnd), middle, clip)
	}
}

// stepsNameFrom is the height from which a RowSteps has text, dp.
const stepsNameFrom = 14

// inSteps finds the value at the point in the strips below a CPU.
func (f *finder) inSteps(row *Row) {
	column := f.View.Column(f.x).Clip(f.Trace.Whole())
	if column.Len() <= 0 {
		return
	}
	for line, kind := range row.strips {
		if y, h := f.stepsPlace(f.at.Row, line); f.p.Y >= y && f.p.Y < y+h {
			series := stepsOf(f.Trace, kind, row.CPUs[0])
			f.at.Object = Object{Kind: kind, Index: int(row.CPUs[0]), At: column.From, Others: series.Count(column) - 1}
		}
	}
}
