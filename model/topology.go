package model

import "slices"

// Place is where a CPU is in the machine. Numbers below 0 are unknown.
type Place struct {
	Socket int32 // the package
	Node   int32 // of memory (NUMA)
	Core   int32 // within the socket: SMT siblings share it
	// Class is the kind of core on machines that have several, "" if the source
	// does not report it.
	Class string
}

// Nowhere is the place of a CPU about which nothing is known.
var Nowhere = Place{Socket: -1, Node: -1, Core: -1}

// Place is where a CPU is, Nowhere if the source does not report it.
func (n *Info) Place(cpu CPU) Place {
	if int(cpu) < len(n.Topology) {
		return n.Topology[cpu]
	}
	return Nowhere
}

// SetPlace records the place of a CPU.
func (n *Info) SetPlace(cpu CPU, set func(*Place)) {
	for len(n.Topology) <= int(cpu) {
		n.Topology = append(n.Topology, Nowhere)
	}
	set(&n.Topology[cpu])
}

// crosses reports whether two known numbers of places differ.
func crosses(a, b int32) bool { return a >= 0 && b >= 0 && a != b }

// Siblings reports whether two CPUs share a core.
func (p Place) Siblings(o Place) bool {
	return p.Core >= 0 && p.Core == o.Core && p.Socket == o.Socket
}

// AnySiblings reports whether any two CPUs are known to share a core.
func (n *Info) AnySiblings() bool {
	for i, p := range n.Topology {
		if slices.ContainsFunc(n.Topology[:i], p.Siblings) {
			return true
		}
	}
	return false
}

// Knows reports which numbers of places the source gives for any CPU.
func (n *Info) Knows() (socket, node, core bool) {
	for _, p := range n.Topology {
		socket, node, core = socket || p.Socket >= 0, node || p.Node >= 0, core || p.Core >= 0
	}
	return socket, node, core
}
