package timeline

import (
	"threadlens/model"
	"threadlens/timeline/lanes"
)

// Sizes of the signs on a line of points, dp.
const (
	pennantSize = 8 // of a flag
	diamondSize = 5 // of a message
)

// bandAt is the band at a line of a row, counted from the top; ok is false for
// the line of points and outside.
func (r *Row) bandAt(line int) (b lanes.Band, ok bool) {
	if r.Kind == RowChannel {
		return r.Bands.channel, line == 0
	}
	of := model.NoThread
	if r.Kind == RowSpans {
		of = r.Thread
	}
	if r.Bands.Points {
		line--
	}
	switch {
	case line < 0 || line >= r.Bands.Levels+min(r.Bands.More, 1):
		return b, false
	case line == r.Bands.Levels:
		return lanes.Band{Kind: lanes.BandMore, Thread: of, Ix: line}, true
	}
	return lanes.Band{Kind: lanes.BandLevel, Thread: of, Ix: line}, true
}

// points are the flags and messages of a row's line of points.
func (r *Row) points(t *model.Trace) []int32 {
	switch {
	case !r.Bands.Points:
		return nil
	case r.Kind == RowSpans:
		return t.Spans.Threads[r.Thread].Points
	}
	return t.Spans.Points
}

// lineY is where a line of a row with bands is drawn in the picture.
func (s *Scene) lineY(row, line int) (y0, y1 int) {
	m := s.Metrics
	h := m.banded(bandHeight)
	y := s.rowY(row)
	if s.Rows.List[row].Kind == RowChannel {
		y += (m.banded(channelPitch) - h) / 2
	} else {
		y += m.banded(spansPad) + line*m.banded(levelPitch) + (m.banded(levelPitch)-h)/2
	}
	return y, y + h
}

// lineAt is the line of a row with bands at y of the picture, -1 between lines.
func (s *Scene) lineAt(row, y int) int {
	lines := s.Rows.List[row].lineCount()
	line := 0
	if s.Rows.List[row].Kind != RowChannel {
		line = (y - s.rowY(row) - s.Metrics.banded(spansPad)) / s.Metrics.banded(levelPitch)
	}
	if y0, y1 := s.lineY(row, line); line < 0 || line >= lines || y < y0 || y >= y1 {
		return -1
	}
	return line
}

// lineCount is the number of lines of a row with bands.
func (r *Row) lineCount() int {
	if r.Kind == RowChannel {
		return 1
	}
	return r.Bands.lines()
}

// folds reports whether the row of all markers can be expanded or collapsed.
func (r *Row) folds() bool {
	return r.Kind == RowMarkers && (r.Bands.More > 0 || r.Bands.Levels > lanes.SpanRows)
}
