package perfdata

import (
	"cmp"
	"slices"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/model"
)

// byProcess counts events by the process in their headers.
type byProcess struct {
	pages   [][]int64 // of processPage ids each
	unknown int64     // the header does not say, as for threads that exit
}

const processPage = 1 << 10

// count counts an event.
func (b *byProcess) count(pid uint32) {
	if pid >= linuxsched.MaxTID {
		b.unknown++
		return
	}
	p := int(pid / processPage)
	if p >= len(b.pages) {
		b.pages = append(b.pages, make([][]int64, p+1-len(b.pages))...)
	}
	if b.pages[p] == nil {
		b.pages[p] = make([]int64, processPage)
	}
	b.pages[p][pid%processPage]++
}

// list is the counts, most events first.
func (b *byProcess) list() (list []model.ProcessEvents) {
	add := func(pid uint32, n int64) {
		if n > 0 {
			list = append(list, model.ProcessEvents{PID: pid, Events: n})
		}
	}
	for p, page := range b.pages {
		for i, n := range page {
			add(uint32(p*processPage+i), n)
		}
	}
	add(model.NoPID, b.unknown)
	slices.SortStableFunc(list, func(a, b model.ProcessEvents) int { return cmp.Compare(b.Events, a.Events) })
	return list
}

// countIn counts a record for its process if it is a sample; ids of another namespace are not
// counted.
func (d *decoder) countIn(it *item) {
	if it.ev == nil || d.bare {
		return
	}
	pid := ^uint32(0)
	if at := it.ev.layout.tid; at != 0 && d.ids == nil {
		pid = d.order.U32(it.rec[at:])
	}
	d.byProcess.count(pid)
}
