package report_test

import (
	"strings"
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// machine has two sockets, each a memory node, with cores of two siblings: CPUs 0
// and 1 share a core, 2 is in the same socket, 3 in the other one.
const machine = `threadlens-trace 1
cpus 4
place 0 socket=0 node=0 core=0
place 1 socket=0 node=0 core=0
place 2 socket=0 node=0 core=1
place 3 socket=1 node=1 core=0 class="E core"
span 0ms 100ms
os linux
process 9 app
thread 1 pid=9
thread 2 pid=9
0ms cpu0 switch idle 1 preempt
0ms cpu1 exists idle state=running
0ms cpu2 exists idle state=running
0ms cpu3 exists idle state=running
5ms cpu1 switch idle 2 preempt
10ms cpu0 switch 1 idle wait linux=S
15ms cpu1 switch 2 idle wait linux=S
20ms cpu1 switch idle 1 preempt
30ms cpu1 switch 1 idle wait linux=S
40ms cpu2 switch idle 1 preempt
50ms cpu2 switch 1 idle wait linux=S
60ms cpu3 switch idle 1 preempt
70ms cpu3 switch 1 idle wait linux=S
`

// TestS60Migrations: of three switches onto another CPU one stays on the core, one
// in the socket, one leaves both the socket and the memory node.
func TestS60Migrations(t *testing.T) {
	table := run(t, "migrations", modeltest.Parse(t, "machine", machine), measure.Scope{})
	equal(t, "threads", cells(t, table, "thread"), []string{"1.0", "2.0"})
	for name, want := range map[string]int64{"cross_core": 3, "to_sibling": 1, "cross_socket": 1, "cross_node": 1} {
		equal(t, name, column(t, table, name), []int64{want, 0})
	}
	notes := strings.Join(table.Notes, "\n")
	if !strings.Contains(notes, "4 CPUs of 3 cores in 2 sockets and 2 NUMA nodes.") {
		t.Errorf("the notes do not tell the topology:\n%s", notes)
	}
}

// TestS60UnknownTopology: unknown values are not shown as zero.
func TestS60UnknownTopology(t *testing.T) {
	src := machine[:strings.Index(machine, "place 0")] + machine[strings.Index(machine, "span"):]
	tr := modeltest.Parse(t, "machine", src)
	table := run(t, "migrations", tr, measure.Scope{})
	for i, c := range table.Columns {
		if strings.Contains(c.Name, "socket") || strings.Contains(c.Name, "node") || strings.Contains(c.Name, "sibling") {
			equal(t, c.Name, table.Rows[0][i].Kind, report.KindNone)
		}
	}
	if n := len(run(t, "smt", tr, measure.Scope{}).Rows); n != 0 {
		t.Errorf("%d rows about siblings that are not known", n)
	}
}

// TestS60Siblings: thread 1 shares its core with thread 2 for 5 of its 40 ms.
func TestS60Siblings(t *testing.T) {
	table := run(t, "smt", modeltest.Parse(t, "machine", machine), measure.Scope{})
	equal(t, "run", column(t, table, "run_ns"), []int64{40e6, 10e6})
	equal(t, "both busy", column(t, table, "both_busy_ns"), []int64{5e6, 5e6})
	equal(t, "share", floats(t, table, "both_busy_percent"), []float64{12.5, 50})
}

// TestS60Cores: each CPU with its place.
func TestS60Cores(t *testing.T) {
	table := run(t, "cores", modeltest.Parse(t, "machine", machine), measure.Scope{})
	equal(t, "sockets", column(t, table, "socket"), []int64{0, 0, 0, 1})
	equal(t, "cores", column(t, table, "core"), []int64{0, 0, 1, 0})
	equal(t, "kinds", cells(t, table, "class"), []string{"", "", "", "E core"})
}

// TestNoSiblings: an empty report tells whether there are siblings at all.
func TestNoSiblings(t *testing.T) {
	apart := strings.Replace(machine, "place 1 socket=0 node=0 core=0", "place 1 socket=0 node=0 core=2", 1)
	alone := strings.NewReplacer("5ms cpu1 switch idle 2 preempt\n", "", "15ms cpu1 switch 2 idle wait linux=S\n", "").Replace(machine)
	for src, want := range map[string]string{
		machine: "",
		apart:   "no two CPUs are known to share a core",
		alone:   "no thread ran while an SMT sibling of its CPU was busy",
	} {
		tr := modeltest.Parse(t, "machine", src)
		equal(t, "none", run(t, "smt", tr, measure.Scope{}).None, want)
		equal(t, "siblings", tr.Info.AnySiblings(), src != apart)
	}
}
