package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// stackOf is a call stack of functions of the kernel, the innermost first, on top of
// one of the program.
func stackOf(id int, functions ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "stack %d", id)
	for i, f := range functions {
		fmt.Fprintf(&b, " kernel!%s at=%d kernel=1", f, 1000*id+i+1)
	}
	return b.String() + " app!pipe_write at=1\n"
}

// TestThrough: the channel of a wait's end comes from the innermost kernel function that
// wakes, unless a child's end sends a signal; without one it comes from the reason, if a
// thread ended the wait.
func TestThrough(t *testing.T) {
	const trace = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 1 one target
process 2 two
thread 10 pid=1
thread 20 pid=2
%STACK0us cpu0 exists 10 state=running
0us cpu1 exists 20 state=running
5us cpu0 call 10 enter %CALL
10us cpu0 switch 10 idle wait linux=S
50us cpu1 wake 10 kind=waking %WAKE
60us cpu0 switch idle 10 preempt
70us cpu0 call 10 exit %EXIT
`
	for _, c := range []struct {
		functions []string
		call      string
		ctx       string
		want      blocking.Channel
	}{
		{[]string{"try_to_wake_up", "ep_poll_callback", "sock_def_readable", "unix_stream_sendmsg"}, "epoll_wait", "ctx=thread", blocking.ChannelSocket},
		{[]string{"try_to_wake_up", "anon_pipe_write.isra.0", "vfs_write"}, "read", "ctx=thread", blocking.ChannelPipe},
		{[]string{"try_to_wake_up", "sock_def_readable", "tcp_data_queue"}, "epoll_wait", "ctx=netrx", blocking.ChannelSocket},
		{[]string{"complete_signal", "__send_signal_locked", "do_notify_parent"}, "wait4", "ctx=thread", blocking.ChannelChild},
		{[]string{"complete_signal", "__send_signal_locked", "do_send_sig_info"}, "epoll_wait", "ctx=thread", blocking.ChannelSignal},
		{[]string{"try_to_wake_up", "vfs_write"}, "wait4", "ctx=thread", blocking.ChannelChild},
		{[]string{"try_to_wake_up", "vfs_write"}, "epoll_wait", "ctx=thread", blocking.ChannelUnknown},
		{nil, "futex", "ctx=thread", blocking.ChannelFutex},
		{nil, "flock", "ctx=thread", blocking.ChannelFileLock},
		{nil, "recvfrom", "ctx=timer", blocking.ChannelUnknown},
	} {
		wake, stack := c.ctx, ""
		if c.functions != nil {
			wake, stack = wake+" stack=1", stackOf(1, c.functions...)
		}
		exit := c.call + " ret=1"
		if c.call == "futex" {
			exit = c.call + " ret=0"
		}
		tr := modeltest.Parse(t, c.call, strings.NewReplacer("%STACK", stack, "%CALL", c.call, "%WAKE", wake, "%EXIT", exit).Replace(trace))
		list := blocking.PeersOf(tr, []model.ThreadIx{threadOf(t, tr, 10)}, tr.Whole())
		if len(list) != 1 || list[0].Through != c.want {
			t.Errorf("%s, woken in %v: %+v, want through %q", c.call, c.functions, list, c.want)
		}
		table := run(t, "waits", tr, measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, 10)}})
		for row := range table.All() {
			if got := row[len(row)-1]; got.Text != c.want.String() || got.Display != c.want.Title() {
				t.Errorf("%s, woken in %v: the report of waits says %q, %q", c.call, c.functions, got.Text, got.Display)
			}
		}
	}
}

// TestPathNamesWaits: hops name the wait that they explain, and a wait that its time limit
// ended has no further cause, even if the wake is not recorded.
func TestPathNamesWaits(t *testing.T) {
	tr := example(t, "unseen_futex")
	p := blocking.CriticalPathOf(tr, threadOf(t, tr, 1), model.Range{To: 260_000}, false)
	equal(t, "own time limit", hops(tr, p, 1000), []string{
		"1 Running 10", "1 Wait.Timer.Sleep 85", "1 Running 95", "1 Wait.unresolved 60", "1 Running 10",
	})
	tr = modeltest.Parse(t, "peers", clientAndServer)
	for _, follow := range []bool{false, true} {
		p := blocking.CriticalPathOf(tr, threadOf(t, tr, 11), model.Range{To: 350_000}, follow)
		h := p.Hops[len(p.Hops)-3]
		if last := p.Hops[len(p.Hops)-1]; tr.Threads[h.Thread].TID != 21 || tr.Threads[h.For].TID != 11 || h.Through != blocking.ChannelSocket ||
			last.For != model.NoThread || last.Through != blocking.ChannelUnknown {
			t.Errorf("follow %v: %+v, %+v", follow, h, last)
		}
	}
}
