package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
)

// socket is the CPUs under one head.
type socket struct {
	key, name, detail string
	cpus              []model.CPU
}

// socketsOf groups the known CPUs by socket and memory node, with SMT siblings next
// to each other. Those whose place is unknown are last, under their own head.
func socketsOf(t *model.Trace) []socket {
	var cpus []model.CPU
	for c := range t.Cores {
		if t.Cores[c].Known {
			cpus = append(cpus, model.CPU(c))
		}
	}
	slices.SortStableFunc(cpus, func(a, b model.CPU) int { return comparePlaces(t.Info.Place(a), t.Info.Place(b)) })
	var list []socket
	for i, c := range cpus {
		p := t.Info.Place(c)
		if n := len(list); n > 0 && together(t.Info.Place(cpus[i-1]), p) {
			list[n-1].cpus = append(list[n-1].cpus, c)
			continue
		}
		list = append(list, headOf(p, c))
	}
	for i := range list {
		list[i].detail = strings.TrimPrefix(list[i].detail+", "+plural(len(list[i].cpus), "CPU"), ", ")
	}
	return list
}

// together reports whether two CPUs are under one head.
func together(a, b model.Place) bool { return a.Socket == b.Socket && a.Node == b.Node }

// headOf is the head of the CPUs at a place, the first of which is cpu.
func headOf(p model.Place, cpu model.CPU) socket {
	s := socket{key: fmt.Sprintf("%d/%d", p.Socket, p.Node), cpus: []model.CPU{cpu}}
	switch {
	case p.Socket >= 0:
		s.name = fmt.Sprintf("Socket %d", p.Socket)
		if p.Node >= 0 {
			s.detail = fmt.Sprintf("NUMA node %d", p.Node)
		}
	case p.Node >= 0:
		s.name = fmt.Sprintf("NUMA node %d", p.Node)
	default:
		s.name = "Socket unknown"
	}
	return s
}

// comparePlaces orders CPUs: by socket, node and core, unknown ones last.
func comparePlaces(a, b model.Place) int {
	last := func(n int32) uint32 { return uint32(n) } // −1 becomes the largest
	return cmp.Or(cmp.Compare(last(a.Socket), last(b.Socket)), cmp.Compare(last(a.Node), last(b.Node)), cmp.Compare(last(a.Core), last(b.Core)))
}
