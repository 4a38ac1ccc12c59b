package model_test

import (
	"fmt"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestDescriptors reads a descriptor that a call made, that existed before, or about
// which nothing is known.
func TestDescriptors(t *testing.T) {
	const makers = "eventfd:exit eventfd2:exit timerfd_create:exit signalfd:exit signalfd4:exit inotify_init:exit inotify_init1:exit dup:exit dup2:exit dup3:exit fcntl"
	for _, c := range []struct{ what, recorded, before, want string }{
		{"nothing", "", "", "Unclassified.File IO"},
		{"a file", "", "1us cpu0 call 1 exit openat ret=5\n", "IO.File IO"},
		{"a socket", "", "1us cpu0 call 1 exit socket ret=5\n", "IO.Socket IO"},
		{"another one", "", "1us cpu0 call 1 exit socket ret=6\n", "Unclassified.File IO"},
		{"an eventfd", "close", "1us cpu0 call 1 exit eventfd2 ret=5\n", "Synchronization.Event Synchronization"},
		{"a timerfd", "close", "1us cpu0 call 1 exit timerfd_create ret=5\n", "Sleep.Timed Sleep"},
		{"a signalfd", "close", "1us cpu0 call 1 exit signalfd4 ret=5\n", "WaitForWork.Poll WaitForWork"},
		{"one whose number may be of another now", "", "1us cpu0 call 1 exit eventfd2 ret=5\n", "Unclassified.File IO"},
		{"closed", "close", "1us cpu0 call 1 exit eventfd2 ret=5\n2us cpu0 call 1 enter close arg=5\n", "Unclassified.File IO"},
		{"a copy", "close", "1us cpu0 call 1 exit eventfd2 ret=4\n2us cpu0 call 1 enter dup2 arg=4\n3us cpu0 call 1 exit dup2 ret=5\n", "Synchronization.Event Synchronization"},
		{"there before", "close", "1us cpu0 descriptor 10 5 inotify\n", "WaitForWork.Poll WaitForWork"},
		{"none of those there before", makers, "1us cpu0 descriptor 10 all\n", "IO IO"},
		{"a copy of none of those there before", makers, "1us cpu0 descriptor 10 all\n2us cpu0 call 1 enter dup2 arg=4\n3us cpu0 call 1 exit dup2 ret=5\n", "IO IO"},
		{"a copy of an unknown one", "", "2us cpu0 call 1 enter dup2 arg=4\n3us cpu0 call 1 exit dup2 ret=5\n", "Unclassified.File IO"},
		{"not all calls are recorded", "dup:exit", "1us cpu0 descriptor 10 all\n", "Unclassified.File IO"},
		{"a copy from another call", makers, "1us cpu0 descriptor 10 all\n2us cpu0 call 1 exit dup ret=9\n", "Unclassified.File IO"},
		{"an fcntl that may have copied one", makers, "1us cpu0 descriptor 10 all\n2us cpu0 call 1 exit fcntl ret=9\n", "Unclassified.File IO"},
		{"an fcntl that copied none", makers, "1us cpu0 descriptor 10 all\n2us cpu0 call 1 exit fcntl ret=0\n", "IO IO"},
		{"another program, closed by exec", makers + " close", "1us cpu0 descriptor 10 all\n1us cpu0 descriptor 10 5 eventfd cloexec=1\n2us cpu0 name 1 x exec=1\n", "IO IO"},
		{"another program", makers + " close", "1us cpu0 descriptor 10 all\n1us cpu0 descriptor 10 5 eventfd\n2us cpu0 name 1 x exec=1\n", "Unclassified.File IO"},
	} {
		tr := modeltest.Parse(t, "d.tltxt", fmt.Sprintf(`threadlens-trace 1
cpus 2
span 0us 100us
os linux
recorded read read:exit %s
thread 1 pid=10
thread 2 pid=11
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
%s9us cpu0 call 1 enter read arg=5
10us cpu0 switch 1 idle wait linux=S
50us cpu1 wake 1
60us cpu0 switch idle 1 preempt
`, c.recorded, c.before))
		s, _ := tr.SegmentAt(0, 20_000)
		if got := s.Label() + " " + s.Likely.String(); got != c.want || s.State != model.Waiting {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
