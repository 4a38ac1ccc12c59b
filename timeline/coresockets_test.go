package timeline

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model/modeltest"
)

// TestSockets groups CPUs by their places.
func TestSockets(t *testing.T) {
	for _, c := range []struct{ name, places, want string }{
		{"nothing recorded", "", "Socket unknown (4 CPUs): 0 1 2 3"},
		{
			"siblings side by side", "place 0 socket=0 node=0 core=0\nplace 1 socket=0 node=0 core=1\n" +
				"place 2 socket=0 node=0 core=0\nplace 3 socket=0 node=0 core=1\n",
			"Socket 0 (NUMA node 0, 4 CPUs): 0 2 1 3",
		},
		{
			"two sockets", "place 0 socket=1 node=1 core=0\nplace 1 socket=0 node=0 core=0\nplace 2 socket=1 node=1 core=1\nplace 3 socket=0 node=0 core=1\n",
			"Socket 0 (NUMA node 0, 2 CPUs): 1 3; Socket 1 (NUMA node 1, 2 CPUs): 0 2",
		},
		{"nodes alone", "place 0 node=1\nplace 1 node=0\nplace 2 node=1\nplace 3 node=0\n", "NUMA node 0 (2 CPUs): 1 3; NUMA node 1 (2 CPUs): 0 2"},
		{"sockets alone, one unknown", "place 1 socket=0\nplace 2 socket=0\nplace 3 socket=0\n", "Socket 0 (3 CPUs): 1 2 3; Socket unknown (1 CPU): 0"},
	} {
		src := "threadlens-trace 1\ncpus 4\n" + c.places + "span 0us 100us\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\n"
		for cpu := range 4 {
			src += fmt.Sprintf("1us cpu%d switch idle %d preempt\n", cpu, 8+cpu)
		}
		tr := modeltest.Parse(t, c.name, src)
		var list []string
		for _, r := range BuildCoreRows(tr, CoreOptions{}, NewMetrics(Comfortable, 1, 1)).List {
			if r.Kind != RowSocket {
				continue
			}
			text := r.Name + " (" + r.ID + "):"
			for _, cpu := range r.CPUs {
				text += fmt.Sprintf(" %d", cpu)
			}
			list = append(list, text)
		}
		if got := strings.Join(list, "; "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
