package model_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestSender: data that end a wait for the network are sent by the thread that runs
// there, if it is in a call that sends and no other interrupt caused the soft one.
func TestSender(t *testing.T) {
	const trace = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 10 "client"
process 20 "server"
thread 10 pid=10
thread 20 pid=20
0us cpu0 exists 10 state=running
0us cpu1 exists 20 state=running
1us cpu0 call 10 enter connect
2us cpu0 call 10 exit connect
3us cpu1 call 20 enter accept4
4us cpu1 call 20 exit accept4 ret=7
10us cpu0 switch 10 idle wait linux=S
20us cpu1 irq-enter isr routine=nic
%ISR cpu1 irq-exit isr routine=nic
25us cpu1 call 20 enter sendto arg=7
30us cpu1 irq-enter dpc routine=net_rx net=1
31us cpu1 wake 10 kind=waking to=0
32us cpu1 irq-exit dpc routine=net_rx
35us cpu1 call 20 exit sendto ret=1
40us cpu0 switch idle 10 preempt
`
	for _, c := range []struct {
		what, isr string
		edit      []string
		want      model.ThreadIx
	}{
		{"sendto", "25us", nil, 1},
		{"a device 5 us before", "26us", nil, 1},
		{"a device less than that before", "26001ns", nil, model.NoThread},
		{"write to a socket", "25us", []string{"sendto", "write"}, 1},
		{"write to a file", "25us", []string{"sendto", "write", "accept4", "openat"}, model.NoThread},
		{"write to what is not known", "25us", []string{"sendto arg=7", "write arg=8", "sendto", "write"}, model.NoThread},
		{"no call", "25us", []string{"25us cpu1 call 20 enter sendto arg=7\n", ""}, model.NoThread},
		{"a call that sends nothing", "25us", []string{"sendto", "recvfrom"}, model.NoThread},
		{"a call that is over", "25us", []string{"35us cpu1 call 20 exit sendto ret=1\n", "", "30us", "28us cpu1 call 20 exit sendto ret=1\n30us"}, model.NoThread},
		{"a timer", "25us", []string{"routine=net_rx net=1", "routine=timer timer=1"}, model.NoThread},
	} {
		text := strings.NewReplacer(append(c.edit, "%ISR", c.isr)...).Replace(trace)
		tr := modeltest.Parse(t, c.what, text)
		for s := range tr.Segments(0, tr.Whole()) {
			if s.State != model.Waiting {
				continue
			}
			if got := s.Sender(); got != c.want || s.Unblocker() != model.NoThread {
				t.Errorf("%s: the sender is %d, want %d; %s %v", c.what, got, c.want, s.Ctx, s.Flags)
			}
			e, ok := tr.EpisodeOf(&s)
			if !ok || e.Sender() != c.want {
				t.Errorf("%s: the sender of the episode is %d, want %d", c.what, e.Sender(), c.want)
			}
		}
	}
	tr := modeltest.Parse(t, "ends", strings.Replace(trace, "%ISR", "25us", 1))
	client, server := &tr.Processes[0], &tr.Processes[1]
	if !client.Connects || client.Accepts || server.Connects || !server.Accepts {
		t.Errorf("client %+v, server %+v", client, server)
	}
}
