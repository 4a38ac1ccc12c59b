package perfdata

import (
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// When the recorder runs in a process namespace, perf writes the ids of that namespace into the
// headers of samples and into the records of processes, 0 for anyone outside it. Tracepoints hold
// the system's ids nevertheless: each switch shows a pair of ids, and headers are translated by
// these pairs.

// namespace compares the headers of switches with the switches themselves.
type namespace struct {
	same, other int64
	of          map[uint32]uint32 // the system's ids by the recorder's
}

// compare compares the header of a switch with the thread that leaves the CPU. An exiting thread no
// longer has an id in the header.
func (n *namespace) compare(header uint32, prev model.TID) {
	switch {
	case prev == model.IdleTID, header == uint32(model.NoTID):
	case header == uint32(prev):
		n.same++
	default:
		n.other++
	}
}

// foreign reports whether headers have ids of another namespace.
func (n *namespace) foreign() bool { return n.other > n.same }

// pair learns from a switch which thread its header's id belongs to.
func (n *namespace) pair(s *sample, prev model.TID) {
	if s.tid != uint32(model.IdleTID) && s.tid != uint32(model.NoTID) {
		n.of[s.tid] = uint32(prev)
	}
	n.translate(s)
}

// translate replaces the ids of a header by the system's; ids without a known pair are dropped. The
// process's maps are still found by the id in the header.
func (n *namespace) translate(s *sample) {
	s.space, s.translated = s.pid, true
	s.tid, s.pid = n.id(s.tid), n.id(s.pid)
}

func (n *namespace) id(header uint32) uint32 {
	if id, ok := n.of[header]; ok && header != 0 {
		return id
	}
	return uint32(model.NoTID)
}

// header compares the header of a switch.
func (d *decoder) header(s *sample, prev model.TID) {
	if d.bare {
		d.headers.compare(s.tid, prev)
	} else if d.ids != nil {
		d.ids.pair(s, prev)
	}
}

// unnamed reports whether the name of a thread must be learned from a switch: always in another
// namespace, for which no record has names.
func (d *decoder) unnamed(t *thread, s *sample, comm tracepoint.Place) bool {
	return t.name == model.NoString || d.ids != nil && d.renamed(t, s, comm)
}

func (d *decoder) renamed(t *thread, s *sample, comm tracepoint.Place) bool {
	return t.name != d.name(comm.Text(d.order, s.raw))
}

// maps is the process in whose mappings the sample's addresses are looked up.
func (s *sample) maps() uint32 {
	if s.translated {
		return s.space
	}
	return s.pid
}

// enterNamespace drops what the file records of processes by the ids of another namespace.
func (r *Reader) enterNamespace() {
	r.s.foreign = true
	r.s.tasks.list = nil
	r.s.m.descriptors = nil
	r.info.TargetPID = model.NoPID
	r.info.Groups, r.info.Surroundings = nil, nil
	all := diagnostics(r.info.Diagnostics)
	all.warn("namespace", "the trace was recorded in another PID namespace, such as a container's: only ids that context switches translate to the system's are shown, and no process names. Record outside the container to see all")
	r.info.Diagnostics, r.before = all, len(all)
}
