package measure

import (
	"strings"

	"threadlens/model"
)

// TopologyNote lists the sockets and nodes, or notes that they are unknown.
func TopologyNote(n *model.Info) string {
	socket, node, core := n.Knows()
	if !socket && !node && !core {
		return "The trace does not show which CPUs share a core, a socket or a NUMA node."
	}
	sockets, nodes, cores := map[int32]bool{}, map[int32]bool{}, map[[2]int32]bool{}
	for _, p := range n.Topology {
		sockets[p.Socket], nodes[p.Node], cores[[2]int32{p.Socket, p.Core}] = true, true, true
	}
	delete(sockets, -1)
	delete(nodes, -1)
	s := Plural(len(n.Topology), "CPU", "CPUs")
	if core {
		s += " of " + Plural(len(cores), "core", "cores")
	}
	var in []string
	if socket {
		in = append(in, Plural(len(sockets), "socket", "sockets"))
	}
	if node {
		in = append(in, Plural(len(nodes), "NUMA node", "NUMA nodes"))
	}
	if len(in) > 0 {
		s += " in " + strings.Join(in, " and ")
	}
	return s + "."
}
