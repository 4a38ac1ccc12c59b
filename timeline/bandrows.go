package timeline

import (
	"fmt"
	"strings"

	"threadlens/model"
	"threadlens/timeline/lanes"
)

// MarkersRow and ProcessorsRow are the keys of the row of all markers and of the
// row that heads the CPUs.
var (
	MarkersRow    = RowKey{Kind: RowMarkers, Proc: model.NoProc}
	ProcessorsRow = RowKey{Kind: RowProcessors, Proc: model.NoProc}
)

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

// isBands reports whether rows of a kind have bands in place of a thread's lane.
func (k RowKind) isBands() bool { return k == RowMarkers || k == RowSpans || k == RowChannel }

// Bands is what a row of RowMarkers, RowSpans or RowChannel shows, from the top
// down.
type Bands struct {
	// Points is set if flags and messages have their own line, the first.
	Points bool
	// Levels is the number of levels of spans that have a line; More is the number
	// of levels that share the last line.
	Levels, More int
	// channel is the band of a RowChannel.
	channel lanes.Band
}

// lines is the number of lines of spans and points.
func (b *Bands) lines() int {
	n := b.Levels
	if b.Points {
		n++
	}
	if b.More > 0 {
		n++
	}
	return n
}

// bandsHeight is the height of a row with bands.
func (r *Row) bandsHeight(m Metrics) int {
	if r.Kind == RowChannel {
		return m.banded(channelPitch)
	}
	return 2*m.banded(spansPad) + r.Bands.lines()*m.banded(levelPitch)
}

// bandsAbove adds the rows of all markers, which are first.
func (b *rowsBuilder) bandsAbove() {
	s := &b.t.Spans
	if b.opts.NoMarkers || len(s.List)+len(s.Points) == 0 {
		return
	}
	expanded := b.opts.Expanded[MarkersRow]
	b.list = append(b.list, Row{
		Kind: RowMarkers, Proc: model.NoProc, Thread: model.NoThread, Name: "Markers",
		Expanded: expanded, Bands: spanBands(s.Levels, s.Points, expanded),
	})
}

// spanBands are the bands for the given numbers of spans and points.
func spanBands(levels [][]int32, points []int32, expanded bool) Bands {
	b := Bands{Points: len(points) > 0, Levels: min(len(levels), lanes.SpanRows)}
	if expanded {
		b.Levels = min(len(levels), model.MaxSpanLevels)
	}
	b.More = len(levels) - b.Levels
	return b
}

// spansBelow adds the row of a thread's own spans below that of the thread, if the
// user has chosen to see it.
func (b *rowsBuilder) spansBelow(ix model.ThreadIx) {
	th := b.t.Spans.Threads[ix]
	if th == nil {
		return
	}
	row := &b.list[len(b.list)-1]
	row.HasSpans = true
	if row.Expanded = b.opts.Spans != b.opts.SpansOf[ix]; !row.Expanded {
		return
	}
	b.list = append(b.list, Row{
		Kind: RowSpans, Proc: row.Proc, Thread: ix, Name: row.Name, ID: row.ID, Pinned: row.Pinned,
		Bands: spanBands(th.Levels, th.Points, true),
	})
}

// bandsBelow adds the rows of CPUs and disks.
func (b *rowsBuilder) bandsBelow() {
	if b.opts.Processors {
		b.processors()
	}
	for i := range b.t.Disks {
		if !b.opts.NoDisks {
			b.disk(i)
		}
	}
}

// expanded reports whether a row that heads others is expanded, which it is unless
// the user collapsed it.
func (b *rowsBuilder) expanded(key RowKey) bool {
	choice, chosen := b.opts.Expanded[key]
	return choice || !chosen
}

func (b *rowsBuilder) processors() {
	known := 0
	for c := range b.t.Cores {
		if b.t.Cores[c].Known {
			known++
		}
	}
	if known == 0 {
		return
	}
	head := Row{
		Kind: RowProcessors, Proc: model.NoProc, Thread: model.NoThread, Name: "CPUs",
		Expanded: b.expanded(ProcessorsRow), Shown: known, Total: len(b.t.Cores),
	}
	b.list = append(b.list, head)
	for c := range b.t.Cores {
		if head.Expanded && b.t.Cores[c].Known {
			b.channel(fmt.Sprintf("CPU %d", c), lanes.Band{Kind: lanes.BandProcessor, Thread: model.NoThread, Ix: c})
		}
	}
}

var channelNames = [model.NumDirections]string{"Reads", "Writes", "Flushes", "Discards"}

func (b *rowsBuilder) disk(i int) {
	d := &b.t.Disks[i]
	head := Row{
		Kind: RowDisk, Proc: model.NoProc, Thread: model.NoThread, Name: DiskName(b.t, i),
		Common: b.t.String(d.Device),
	}
	head.Expanded = b.expanded(head.Key())
	for k := range d.Channels {
		if len(d.Channels[k].List) > 0 {
			head.Shown++
		}
	}
	head.Total = head.Shown
	b.list = append(b.list, head)
	for k := range d.Channels {
		if head.Expanded && len(d.Channels[k].List) > 0 {
			b.channel(channelNames[k], lanes.Band{Kind: lanes.BandChannel, Thread: model.NoThread, Ix: model.NumDirections*i + k})
		}
	}
}

func (b *rowsBuilder) channel(name string, of lanes.Band) {
	b.list = append(b.list, Row{
		Kind: RowChannel, Proc: model.NoProc, Thread: model.NoThread, Name: name, Bands: Bands{channel: of},
	})
}

// DiskName is the name of a disk of a trace, "Disk 0".
func DiskName(t *model.Trace, i int) string {
	name := Printable(t.String(t.Disks[i].Device))
	switch lower := strings.ToLower(name); {
	case name == "":
		return "Unknown disk"
	case strings.HasPrefix(lower, "disk"):
		return strings.ToUpper(name[:1]) + name[1:]
	case !strings.ContainsFunc(lower, func(r rune) bool { return r >= 'a' && r <= 'z' }):
		return "Disk " + name // just a number
	}
	return name
}

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
