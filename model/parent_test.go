package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestParents: the target's processes are all that descend from it: for those that existed
// before the trace the source names the parent, for the others it is the creator's process.
func TestParents(t *testing.T) {
	tr := modeltest.Parse(t, "parents", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 1 "init"
process 10 "server" target parent=1
process 11 "shell" parent=10
process 12 "worker" parent=11
process 20 "stranger" parent=1
process 30 "circle" parent=31
process 31 "circle" parent=30
process 32 "itself" parent=32
thread 1 pid=1
thread 10 pid=10
thread 11 pid=11
thread 12 pid=12
thread 20 pid=20
thread 30 pid=30
thread 31 pid=31
thread 32 pid=32
10us cpu0 switch idle 12 preempt
20us cpu0 start 40 by=12 pid=40
30us cpu0 exit 12
30us cpu0 switch 12 idle dead
40us cpu0 switch idle 20 preempt
50us cpu0 start 12 by=20 pid=12
60us cpu0 start 13 pid=13
60us cpu0 process 13 "told late" parent=12
70us cpu0 start 14 pid=14
70us cpu0 process 14 "of nobody" parent=99
`)
	var got []string
	for i := range tr.Processes {
		p := &tr.Processes[i]
		parent := "-"
		if p.Parent != model.NoProc {
			parent = fmt.Sprint(tr.Processes[p.Parent].PID, ".", tr.Processes[p.Parent].Incarnation)
		}
		got = append(got, fmt.Sprintf("%d.%d by %s", p.PID, p.Incarnation, parent))
	}
	want := "1.0 by -, 10.0 by 1.0, 11.0 by 10.0, 12.0 by 11.0, 20.0 by 1.0, 30.0 by 31.0, 31.0 by 30.0, 32.0 by -, " +
		"40.0 by 12.0, 12.1 by 20.0, 13.0 by 12.1, 14.0 by -"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("parents\n%s\nwant\n%s", text, want)
	}
	var targets []uint32
	for _, ix := range tr.Targets() {
		targets = append(targets, tr.Processes[ix].PID)
	}
	if text := fmt.Sprint(targets); text != "[10 11 12 40]" {
		t.Errorf("targets %s", text)
	}
}

// TestProcessListed: a process that a list names before it starts is the one that starts.
func TestProcessListed(t *testing.T) {
	tr := modeltest.Parse(t, "listed", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
0us cpu0 exists 10 pid=10
0us cpu0 exists 11 pid=10
10us cpu0 start 10 pid=10
30us cpu0 start 11 by=10 pid=10
40us cpu0 exit 10
40us cpu0 switch 10 11 dead
50us cpu0 start 10 pid=10
`)
	var got []string
	for i := range tr.Threads {
		th := &tr.Threads[i]
		got = append(got, fmt.Sprintf("%s in %d.%d", th.Key(), tr.Processes[th.Proc].PID, tr.Processes[th.Proc].Incarnation))
	}
	if text := strings.Join(got, ", "); text != "10.0 in 10.0, 11.0 in 10.0, 10.1 in 10.1" {
		t.Error(text)
	}
}

// TestLastInstant: threads of which only the last instant shows a state are shown, and a CPU whose
// only switch is there is one of the recording.
func TestLastInstant(t *testing.T) {
	tr := modeltest.Parse(t, "last", `threadlens-trace 1
cpus 3
span 0us 50us
os linux
0us cpu0 exists 1 state=running
0us cpu0 exists 2
50us cpu1 switch - 3 preempt
50us cpu0 exists 4 state=waiting
`)
	var got []string
	for i := range tr.Threads {
		got = append(got, fmt.Sprint(tr.Threads[i].Key(), " ", tr.Seen(model.ThreadIx(i))))
	}
	for cpu := range tr.Cores {
		got = append(got, fmt.Sprint(tr.Cores[cpu].Known))
	}
	if text := strings.Join(got, ", "); text != "1.0 true, 2.0 false, 4.0 true, 3.0 true, true, true, false" {
		t.Error(text)
	}
}
