package timeline

import (
	"fmt"

	"threadlens/model"
	"threadlens/timeline/lanes"
)

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
