package analysis

import (
	"strings"

	"threadlens/model"
)

// topologyNote says which sockets and nodes there are, or that nothing tells.
func topologyNote(n *model.Info) string {
	socket, node, core := n.Knows()
	if !socket && !node && !core {
		return "The trace does not tell which processors share a core, a socket or a memory node."
	}
	sockets, nodes, cores := map[int32]bool{}, map[int32]bool{}, map[[2]int32]bool{}
	for _, p := range n.Topology {
		sockets[p.Socket], nodes[p.Node], cores[[2]int32{p.Socket, p.Core}] = true, true, true
	}
	delete(sockets, -1)
	delete(nodes, -1)
	s := plural(len(n.Topology), "processor", "processors")
	if core {
		s += " of " + plural(len(cores), "core", "cores")
	}
	var in []string
	if socket {
		in = append(in, plural(len(sockets), "socket", "sockets"))
	}
	if node {
		in = append(in, plural(len(nodes), "memory node", "memory nodes"))
	}
	if len(in) > 0 {
		s += " in " + strings.Join(in, " and ")
	}
	return s + "."
}
