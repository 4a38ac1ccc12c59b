package model_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestSignals: a signal cuts a wait short and is not what it waited for: the call returns
// EINTR, or never returns. The end of a child is what its parent waits for.
func TestSignals(t *testing.T) {
	const trace = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 10 "server"
process 20 "timeout"
thread 10 pid=10
thread 11 pid=10
thread 20 pid=20
0us cpu0 exists 10 state=running
0us cpu1 exists 20 state=running
5us cpu0 call 10 enter epoll_wait arg=5
10us cpu0 switch 10 11 wait linux=S
20us cpu1 wake 10 kind=waking to=0
30us cpu0 switch 11 10 wait
31us cpu0 call 10 exit epoll_wait ret=-4
40us cpu0 exit 10
41us cpu0 switch 10 idle dead
`
	const back = "31us cpu0 call 10 exit epoll_wait ret=-4\n"
	for _, c := range []struct {
		what string
		edit []string
		want model.Context
	}{
		{"EINTR", nil, model.CtxSignal},
		{"an event", []string{"ret=-4", "ret=1"}, model.CtxThread},
		{"what the kernel has for EINTR", []string{"ret=-4", "ret=-514"}, model.CtxSignal},
		{"one below that", []string{"ret=-4", "ret=-517"}, model.CtxThread},
		{"killed in the call", []string{back, ""}, model.CtxSignal},
		{"killed by its own process", []string{back, "", "20us cpu1", "20us cpu0"}, model.CtxThread},
		{"ended by a call", []string{back, "", "epoll_wait", "exit_group"}, model.CtxThread},
		{"ended after the call", []string{back, "31us cpu0 call 10 exit epoll_wait ret=1\n32us cpu0 call 10 enter read\n33us cpu0 call 10 exit read ret=1\n"}, model.CtxThread},
		{"a wait before the call", []string{"5us cpu0 call 10 enter", "30500ns cpu0 call 10 enter"}, model.CtxThread},
		{"a call that waits for signals", []string{"epoll_wait", "rt_sigsuspend"}, model.CtxThread},
		{"the end of a child", []string{"20us cpu1 wake", "19us cpu1 exit 20\n20us cpu1 wake"}, model.CtxThread},
		{"a child that ends later", []string{"30us", "21us cpu1 exit 20\n30us"}, model.CtxSignal},
		{"a timer", []string{"kind=waking", "kind=waking ctx=timer"}, model.CtxTimer},
	} {
		lines := strings.Split(strings.NewReplacer(c.edit...).Replace(trace), "\n")
		tr := modeltest.Parse(t, c.what, strings.Join(lines, "\n"))
		for s := range tr.Segments(0, tr.Whole()) {
			if s.State == model.Waiting && s.Ctx != c.want {
				t.Errorf("%s: ended by %s, want %s", c.what, s.Ctx, c.want)
			}
			if s.State == model.Waiting && (s.Unblocker() != model.NoThread) != (c.want == model.CtxThread) {
				t.Errorf("%s: the unblocker is %d", c.what, s.Unblocker())
			}
		}
	}
}
