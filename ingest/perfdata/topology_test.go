package perfdata

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestTopology: sockets, cores, memory nodes and kinds of cores of a machine with four CPUs, in
// both byte orders; of a truncated feature, the readable part is kept.
func TestTopology(t *testing.T) {
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		c := newComposer(order)
		cpus := order.AppendU32(nil, 1)
		cpus = append(cpus, c.text("0-3")...)
		cpus = order.AppendU32(cpus, 2)
		cpus = append(append(cpus, c.text("0-1")...), c.text("2-3")...)
		for _, n := range []uint32{0, 0, 0, 0, 1, 0, ^uint32(0), ^uint32(0)} { // core and socket of each
			cpus = order.AppendU32(cpus, n)
		}
		nodes := order.AppendU32(nil, 2)
		for node, list := range []string{"0-1,x", "2-3,99999"} {
			nodes = order.AppendU64(order.AppendU64(order.AppendU32(nodes, uint32(node)), 1<<30), 1<<29)
			nodes = append(nodes, c.text(list)...)
		}
		kinds := append(order.AppendU32(nil, 1), c.text("cpu_atom")...)
		kinds = append(kinds, c.text("2")...)

		m := &meta{header: header{order: order}}
		for _, f := range []struct {
			bit     int
			payload []byte
		}{{featNrCPUs, c.feats[featNrCPUs]}, {featCPUTopology, cpus}, {featNUMATopology, nodes}, {featHybridTopology, kinds}} {
			if !wanted(f.bit) {
				t.Errorf("feature %d is not read", f.bit)
			}
			if err := m.feature(f.bit, f.payload); err != nil {
				t.Errorf("feature %d: %v", f.bit, err)
			}
		}
		want := []model.Place{
			{Socket: 0, Node: 0, Core: 0},
			{Socket: 0, Node: 0, Core: 0},
			{Socket: 0, Node: 1, Core: 1, Class: "cpu_atom"},
			{Socket: -1, Node: 1, Core: -1},
		}
		if diff := cmp.Diff(want, m.places.Topology); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		m = &meta{header: header{order: order}, cpusAvail: 4}
		if err := m.feature(featCPUTopology, cpus[:len(cpus)-4]); err == nil || len(m.places.Topology) != 3 {
			t.Errorf("cut short: %v, %v", err, m.places.Topology)
		}
	}
}
