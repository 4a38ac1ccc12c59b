package perfscript

import (
	"bytes"
	"strings"

	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// loss is a time in which events of a CPU are missing.
type loss struct {
	cpu      model.CPU
	from, to model.Time
	count    int64
}

// lostRecord reads "PERF_RECORD_LOST lost 108": the events are missing between the last record of
// the CPU and this one. When samples were lost (LOST_SAMPLES) is not known.
func (f *feeder) lostRecord(r *record, payload []byte) {
	_, b, found := bytes.Cut(payload, []byte(" lost "))
	n, _, ok := schedtext.Digits(b)
	if !found || !ok {
		f.unread++
		return
	}
	count := int64(min(n, 1<<40))
	if strings.HasSuffix(r.src.name, "_SAMPLES") {
		f.missed += count
		return
	}
	f.lost += count
	c := &f.cpus[r.cpu]
	if c.loss == none {
		c.loss = len(f.losses)
		f.losses = append(f.losses, loss{cpu: r.cpu, from: c.last})
	}
	l := &f.losses[c.loss]
	l.to = max(r.time, l.from)
	l.count += count
}

// lose adds the losses to the log. The last record before a loss is found after it was handled.
func (f *feeder) lose() {
	for i := range f.losses {
		l := &f.losses[i]
		f.log.Lose(l.cpu, l.from, l.to, l.count, false)
	}
}

// twoIDs reads "pid/tid" or "pid:tid", between which sep stands.
func twoIDs(b []byte, sep byte) (pid, tid uint32, rest []byte, ok bool) {
	pid, b, ok = id(b[skipBlanks(b, 0):])
	if !ok || len(b) == 0 || b[0] != sep {
		return 0, 0, nil, false
	}
	tid, rest, ok = id(b[1:])
	return pid, tid, rest, ok
}
