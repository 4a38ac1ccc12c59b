package perfdata

import (
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// A recorder in a process namespace of its own has perf write its namespace's ids into
// the headers of samples and into the records of processes, 0 for who is outside of it.
// What tracepoints hold are the system's ids all the same: each switch shows one pair,
// and headers are read by these pairs (truth C).

// namespace compares the headers of switches with what the switches say.
type namespace struct {
	same, other int64
	of          map[uint32]uint32 // the system's ids by the recorder's
}

// compare takes the header of a switch and the thread that it takes off its CPU. A
// thread on its way out has no id in the header any more.
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

// pair learns from a switch which thread its header is of.
func (n *namespace) pair(s *sample, prev model.TID) {
	if s.tid != uint32(model.IdleTID) && s.tid != uint32(model.NoTID) {
		n.of[s.tid] = uint32(prev)
	}
	n.translate(s)
}

// translate replaces the ids of a header by the system's; those of which no pair is
// known are not used. Its maps keep being found by the id in the header.
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

// header takes the header of a switch.
func (d *decoder) header(s *sample, prev model.TID) {
	if d.bare {
		d.headers.compare(s.tid, prev)
	} else if d.ids != nil {
		d.ids.pair(s, prev)
	}
}

// unnamed reports whether the name of a thread is to be learned from a switch: always in
// another namespace, of whose names no record tells.
func (d *decoder) unnamed(t *thread, s *sample, comm tracepoint.Place) bool {
	return t.name == model.NoString || d.ids != nil && d.renamed(t, s, comm)
}

func (d *decoder) renamed(t *thread, s *sample, comm tracepoint.Place) bool {
	return t.name != d.name(comm.Text(d.order, s.raw))
}

// maps is the process in whose maps the sample's addresses are looked up.
func (s *sample) maps() uint32 {
	if s.translated {
		return s.space
	}
	return s.pid
}

// enterNamespace leaves out what the file says of processes by the ids of another
// namespace.
func (r *Reader) enterNamespace() {
	r.s.foreign = true
	r.s.tasks.list = nil
	r.s.m.descriptors = nil
	r.info.TargetPID = model.NoPID
	r.info.Groups, r.info.Surroundings = nil, nil
	all := diagnostics(r.info.Diagnostics)
	all.warn("namespace", "recorded in another process namespace, as in a container: only ids that context switches pair with the system's are used; "+
		"the names of processes are left out")
	r.info.Diagnostics, r.before = all, len(all)
}
