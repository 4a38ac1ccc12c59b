package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/app/zoo/observer"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// observed is a thread that waits three times, in a recorded read, in a call that is not recorded,
// and outside calls; and what a second observer saw of it.
func observed(t *testing.T, script, sights string) *observation {
	t.Helper()
	tr := modeltest.Parse(t, "observed.tltxt", `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
thread 1 pid=7
0us cpu0 switch idle 1 preempt
9us cpu0 call 1 exit socket ret=3
95us cpu0 call 1 enter read arg=3
100us cpu0 switch 1 idle wait linux=S
300us cpu0 wake 1 ctx=netrx
310us cpu0 switch idle 1 preempt
315us cpu0 call 1 exit read ret=1
400us cpu0 switch 1 idle wait linux=S
450us cpu0 wake 1 ctx=timer
455us cpu0 switch idle 1 preempt
500us cpu0 switch 1 idle wait linux=S
600us cpu0 wake 1 ctx=timer
605us cpu0 switch idle 1 preempt
`)
	tr.Info.Clock = model.Clock{Name: monotonic, StartNS: start}
	l, err := observer.Read(strings.NewReader(script))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.ReadSights(strings.NewReader(sights)); err != nil {
		t.Fatal(err)
	}
	o := newObservation("lion")
	o.compare(tr, l)
	return o
}

// seen are a read of descriptor 3 from 95 to 315 µs and a sleep from 395 to 460.
const seen = `7/1 [000] 0.005095000: raw_syscalls:sys_enter: NR 0 (3, 0, 0, 0, 0, 0)
7/1 [000] 0.005315000:  raw_syscalls:sys_exit: NR 0 = 1
7/1 [000] 0.005395000: raw_syscalls:sys_enter: NR 35 (3, 0, 0, 0, 0, 0)
7/1 [000] 0.005460000:  raw_syscalls:sys_exit: NR 35 = 0
`

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		what, sights string
		cells        map[cell]tally
		open         map[openKind]tally
	}{
		{
			"a socket", "5001000 5001100 7 3 3\n",
			map[cell]tally{{"IO", "IO"}: {1, 200_000}, {"Sleep", unclassified}: {1, 50_000}},
			map[openKind]tally{{observer.NoCall, "-", unclassified}: {1, 100_000}},
		},
		{
			"an eventfd", "5001000 5001100 7 3 5\n",
			map[cell]tally{{"Synchronization", "IO"}: {1, 200_000}, {"Sleep", unclassified}: {1, 50_000}},
			map[openKind]tally{{observer.NoCall, "-", unclassified}: {1, 100_000}},
		},
		{
			"not known", "",
			map[cell]tally{{"Sleep", unclassified}: {1, 50_000}},
			map[openKind]tally{{observer.NoCall, "-", unclassified}: {1, 100_000}, {observer.Descriptor, "read unknown", "IO"}: {1, 200_000}},
		},
	} {
		o := observed(t, seen, c.sights)
		if !maps.Equal(o.waits.Cells, c.cells) || !maps.Equal(o.open, c.open) {
			t.Errorf("%s: judged %v, not judged %v", c.what, o.waits.Cells, o.open)
		}
		met := 0
		for _, n := range c.cells {
			met += n.count
		}
		if o.waits.Logged != 3 || o.waits.Met != met {
			t.Errorf("%s: %d waits, %d judged", c.what, o.waits.Logged, o.waits.Met)
		}
		all, unclear := o.unjudged()
		if all.count != len(c.open) || unclear != (tally{1, 100_000}) {
			t.Errorf("%s: %v not judged, %v of it unclassified", c.what, all, unclear)
		}
	}
}

// TestObservations checks the tables.
func TestObservations(t *testing.T) {
	lion := observed(t, seen, "5001000 5001100 7 3 5\n")
	lion.recordings, lion.bytes, lion.events, lion.length, lion.lost = 1, 3_000_000, 17, 1_000_000_000, 4
	tiger := newObservation("tiger")
	tiger.strange = []string{"tiger, round 1: it is not there"}
	var b bytes.Buffer
	if err := (observations{lion, tiger}).write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "debian.txt")
	want, err := os.ReadFile(path)
	if os.Getenv("UPDATE") != "" {
		err = os.WriteFile(path, b.Bytes(), 0o600)
		want = b.Bytes()
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("other tables than %s (UPDATE=1 writes it):\n%s", path, b.Bytes())
	}
}
