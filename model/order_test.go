package model_test

import (
	"testing"

	"threadlens/model/modeltest"
)

// TestOrderOfEvidence: where two pieces of evidence for a wait differ, the verdict
// without one of them must not contradict it.
func TestOrderOfEvidence(t *testing.T) {
	const (
		block = "50us cpu1 wake 1 ctx=blockdone\n60us cpu0 switch idle 1 preempt\n"
		wake  = "50us cpu1 wake 1\n60us cpu0 switch idle 1 preempt\n"
		net   = "50us cpu1 wake 1 ctx=netrx\n60us cpu0 switch idle 1 preempt\n"
		child = "9us cpu0 start 3 by=1 pid=12\n"
		lock  = "9us cpu0 call 1 enter lock_contention arg=64 arg2=32\n"
	)
	for _, c := range []struct{ what, recorded, events, want string }{
		{"a lock of the kernel", "", lock + "10us cpu0 switch 1 idle wait linux=D\n" + wake, "Synchronization.Mutex Synchronization"},
		{"… of which the ends are not recorded", "recorded lock_contention\n", lock + "10us cpu0 switch 1 idle wait linux=D\n" + wake, "Unclassified.Uninterruptible IO"},
		{"… in a call for memory", "", "8us cpu0 call 1 enter munmap\n" + lock + "10us cpu0 switch 1 idle wait linux=D\n" + wake, "MemoryManagement.MemoryMap MemoryManagement"},
		{"… in a call that hangs on what is not known", "", "8us cpu0 call 1 enter read arg=7\n" + lock + "10us cpu0 switch 1 idle wait linux=D\n" + wake, "Synchronization.Mutex Synchronization"},
		{"… and before its result is", "", "8us cpu0 call 1 enter epoll_wait arg=7\n" + lock + "10us cpu0 switch 1 idle wait linux=D\n" + wake + "70us cpu0 call 1 exit epoll_wait ret=1\n", "WaitForWork.Poll WaitForWork"},
		{"a disk ends a wait", "recorded faults\n", "10us cpu0 switch 1 idle wait linux=D\n" + block, "IO.Block IO"},
		{"… or a page is read", "", "10us cpu0 switch 1 idle wait linux=D\n" + block, "Unclassified.Uninterruptible IO"},
		{"… that of an idle kernel thread", "recorded faults\n", "10us cpu0 switch 1 idle wait linux=I\n" + block, "WaitForWork.KernelIdle WaitForWork"},
		{"… in exit", "recorded faults\n", "8us cpu0 call 1 enter exit\n10us cpu0 switch 1 idle wait linux=D\n" + block, "IO.Block IO"},
		{"… in exit, or a page is read", "", "8us cpu0 call 1 enter exit\n10us cpu0 switch 1 idle wait linux=D\n" + block, "Unclassified.Exit Synchronization"},
		{"epoll with a time limit", "", "8us cpu0 call 1 enter epoll_wait arg=7\n10us cpu0 switch 1 idle wait linux=S\n" + wake, "Unclassified.Poll WaitForWork"},
		{"… without one", "", "8us cpu0 call 1 enter epoll_wait arg=7 untimed=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake, "WaitForWork.Poll WaitForWork"},
		{"… and a signal ends it", "", "8us cpu0 call 1 enter epoll_wait arg=7 untimed=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit epoll_wait ret=-4\n", "WaitForWork.Poll WaitForWork"},
		{"… with one, and a signal ends it", "", "8us cpu0 call 1 enter epoll_wait arg=7\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit epoll_wait ret=-4\n", "WaitForWork.Poll WaitForWork"},
		{"… or it fails", "", "8us cpu0 call 1 enter epoll_wait arg=7\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit epoll_wait ret=-9\n", "Unclassified.Poll WaitForWork"},
		{"a signal ends a sleep in select", "", "8us cpu0 call 1 enter select arg=0\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit select ret=-514\n", "Unclassified.Poll WaitForWork"},
		{"… a select", "", "8us cpu0 call 1 enter select arg=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit select ret=-514\n", "WaitForWork.Poll WaitForWork"},
		{"… a poll of one", "", "8us cpu0 call 1 enter poll arg2=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit poll ret=-516\n", "IO.Poll IO"},
		{"… a poll of none", "", "8us cpu0 call 1 enter poll\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit poll ret=-516\n", "Unclassified.Poll WaitForWork"},
		{"… a call of which the entry was not seen", "", "10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit epoll_wait ret=-4\n", "Unclassified.Poll WaitForWork"},
		{"epoll without a time limit, of which the ends are not recorded", "recorded epoll_wait\n", "8us cpu0 call 1 enter epoll_wait arg=7 untimed=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake, "Unclassified.Poll WaitForWork"},
		{"poll of one without a time limit", "", "8us cpu0 call 1 enter poll arg2=1 untimed=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake, "IO.Poll IO"},
		{"… of two", "", "8us cpu0 call 1 enter poll arg2=2 untimed=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake, "WaitForWork.Poll WaitForWork"},
		{"… of none", "", "8us cpu0 call 1 enter poll untimed=1\n10us cpu0 switch 1 idle wait linux=S\n" + wake, "Unclassified.Poll WaitForWork"},
		{"the network ends a wait", "recorded blocking\n", "10us cpu0 switch 1 idle wait linux=S\n" + net, "IO.Network IO"},
		{"… that may be one for work", "", "10us cpu0 switch 1 idle wait linux=S\n" + net, "Unclassified.Interruptible IO"},
		{"… in a call that waits for none", "recorded blocking\n", "8us cpu0 call 1 enter ioctl\n10us cpu0 switch 1 idle wait linux=S\n" + net, "IO.Network IO"},
		{"… in one that does", "recorded blocking\n", "8us cpu0 call 1 enter accept\n10us cpu0 switch 1 idle wait linux=S\n" + net, "WaitForWork.Accept WaitForWork"},
		{"a call that ended as the wait began", "", "10us cpu0 call 1 exit getpid ret=0\n10us cpu0 switch 1 idle wait linux=S\n" + wake + "70us cpu0 call 1 exit epoll_wait ret=1\n", "WaitForWork.Poll WaitForWork"},
		{"a child begins another program", "", "8us cpu0 call 1 enter clone3\n" + child + "10us cpu0 switch 1 3 wait linux=D\n50us cpu0 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Synchronization.ChildWait Synchronization"},
		{"… and another thread wakes", "", "8us cpu0 call 1 enter clone3\n" + child + "10us cpu0 switch 1 3 wait linux=D\n50us cpu1 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Unclassified.Uninterruptible IO"},
		{"… that was made before", "", child + "9500ns cpu0 call 1 enter clone3\n10us cpu0 switch 1 3 wait linux=D\n50us cpu0 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Unclassified.Uninterruptible IO"},
		{"… that was made as the call began", "", "9us cpu0 call 1 enter clone3\n" + child + "10us cpu0 switch 1 3 wait linux=D\n50us cpu0 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Synchronization.ChildWait Synchronization"},
		{"… that another thread made", "", "8us cpu0 call 1 enter clone3\n9us cpu1 start 3 by=2 pid=12\n10us cpu0 switch 1 3 wait linux=D\n50us cpu0 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Unclassified.Uninterruptible IO"},
		{"… in another call", "", "8us cpu0 call 1 enter clone arg=0\n" + child + "10us cpu0 switch 1 3 wait linux=D\n50us cpu0 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Unclassified.Uninterruptible IO"},
		{"a thread of its own", "", "8us cpu0 call 1 enter clone3\n9us cpu0 start 3 by=1\n9us cpu0 name 3 x pid=10\n10us cpu0 switch 1 3 wait linux=D\n50us cpu0 wake 1\n60us cpu0 switch 3 1 wait linux=S\n", "Unclassified.Uninterruptible IO"},
		{"an exit", "", "8us cpu0 call 1 enter exit\n10us cpu0 switch 1 idle wait linux=D\n" + wake, "Synchronization.Exit Synchronization"},
	} {
		tr := modeltest.Parse(t, "o.tltxt", "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\n"+c.recorded+
			"thread 1 pid=10\nthread 2 pid=11\n0us cpu0 switch idle 1 preempt\n0us cpu1 switch idle 2 preempt\n"+c.events)
		s, _ := tr.SegmentAt(0, 20_000)
		if got := s.Label() + " " + s.Likely.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
