package perfdata

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// kernelNamed are the kernel functions of the tests, 0x100 bytes each.
var kernelNamed = []string{
	"schedule", "try_to_wake_up", "__x64_sys_futex", "__do_sys_futex_waitv", "__x64_sys_epoll_wait", "__x64_sys_clock_nanosleep", "__x64_sys_read",
	"__x64_sys_sendto", "futex_wake", "ep_poll_callback", "hrtimer_wakeup", "timerfd_tmrproc", "complete_signal", "hrtimer_interrupt",
	"asm_sysvec_apic_timer_interrupt", "handle_softirqs", "net_rx_action", "process_backlog", "__local_bh_enable_ip", "blk_complete_reqs", "__x64_sys_newfstat", "kernel_wait4", "zap_other_threads", "__x64_sys_exit_group",
	"__x64_sys_rt_sigtimedwait", "__x64_sys_tgkill", "signal_wake_up_state", "__x64_sys_connect",
}

const kernelBegin = 0xffffffff81000000

// chainOf is a call chain of kernel functions, the innermost first.
func chainOf(names string) (chain []uint64) {
	chain = append(chain, contextKernel)
	for _, name := range strings.Fields(names) {
		i := slices.Index(kernelNamed, name)
		if i < 0 {
			panic(name)
		}
		chain = append(chain, kernelBegin+uint64(i)*0x100+0x42)
	}
	return chain
}

// newCallScene is a scene in which switches and wakes have call chains and registers.
func newCallScene(t *testing.T, order wire.Order) *scene {
	s := newScene(t, order, sampleCallchain|sampleRegisters)
	for i := range s.attrs {
		s.attrs[i].registers = 1<<3 | 1<<4 | 1<<5 | 1<<16 | 1<<18
	}
	b := []byte(recorderMagic)
	for i, name := range kernelNamed {
		b = order.AppendU64(order.AppendU64(b, kernelBegin+uint64(i)*0x100), kernelBegin+uint64(i+1)*0x100)
		b = append(b, s.text(name)...)
	}
	s.feats[featKernel] = b
	return s
}

// inCall is a context with a call chain, and with arguments of a system call.
func inCall(w where, chain string, args ...uint64) where {
	w.chain, w.misc = chainOf(chain), modeKernel
	if args != nil {
		w.regs = map[int]uint64{}
		for i, v := range args {
			w.regs[[]int{5, 4, 3, 18, 16}[i]] = v
		}
	}
	return w
}

// TestPreemptedInCall: a thread that is only preempted does not wait in a call.
func TestPreemptedInCall(t *testing.T) {
	s := newCallScene(t, wire.Little)
	s.switched(inCall(at(10, 0, 5, 5), "schedule __x64_sys_futex", 0x1000, 128, 2, 1), 5, 0, 6)
	s.switched(inCall(at(20, 0, 6, 6), "schedule __x64_sys_read", 3), 6, 1, 5)
	d := decode(t, s.file(), true)
	var got []string
	for i := range d.events {
		if k := d.events[i].Kind; k == model.KindCallEnter || k == model.KindCallExit {
			got = append(got, d.callLine(&d.events[i]))
			if d.events[i].Flags&model.CallInferred == 0 {
				t.Errorf("%s is not marked as inferred", got[len(got)-1])
			}
		}
	}
	if want := []string{`call0 6 "read" 3,0`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMissingSwitches: a thread has left its call as soon as anything shows that it runs, and a wake
// just before it is seen to leave its CPU ended its wait.
func TestMissingSwitches(t *testing.T) {
	const futex, sleep = "schedule __x64_sys_futex", "schedule __x64_sys_clock_nanosleep"
	for _, x := range []struct {
		what  string
		scene func(s *scene)
		want  string
	}{
		{"it wakes another one", func(s *scene) {
			s.switched(inCall(at(10, 0, 5, 5), futex, 0x1000, 128, 2, 1), 5, 1, 0)
			s.waking(inCall(at(20, 1, 6, 6), "try_to_wake_up futex_wake __x64_sys_futex", 0x1000, 129, 1), 5, 0)
			s.waking(inCall(at(30, 0, 5, 5), "try_to_wake_up"), 7, 0)
		}, `10 call0 5 "futex" 4096,128,2; 20 call0 6 "futex" 4096,129,1 untimed; 20 call1 6 "futex" 0,1; 30 call1 5 "futex" 0,0`},
		{"it leaves its processor again", func(s *scene) {
			s.switched(inCall(at(10, 0, 5, 5), sleep, 0, 0, 7), 5, 1, 0)
			s.switched(inCall(at(30, 0, 5, 5), sleep, 0, 0, 8), 5, 1, 0)
		}, `10 call0 5 "clock_nanosleep" 0,0,7; 30 call1 5 "clock_nanosleep" 0,-4 unknown; 30 call0 5 "clock_nanosleep" 0,0,8`},
		{"a wake 100 µs before it is seen to wait", func(s *scene) {
			s.waking(inCall(at(10, 1, 6, 6), "try_to_wake_up futex_wake __x64_sys_futex", 0x1000, 129, 1), 5, 0)
			s.switched(inCall(at(100_010, 0, 5, 5), futex, 0x1000, 128, 2, 1), 5, 1, 0)
			s.switched(inCall(at(100_020, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 6 "futex" 4096,129,1 untimed; 10 call1 6 "futex" 0,1; 100010 call0 5 "futex" 4096,128,2; 100020 call1 5 "futex" 0,0`},
		{"a wake longer before", func(s *scene) {
			s.waking(inCall(at(10, 1, 6, 6), "try_to_wake_up futex_wake __x64_sys_futex", 0x1000, 129, 1), 5, 0)
			s.switched(inCall(at(100_011, 0, 5, 5), futex, 0x1000, 128, 2, 1), 5, 1, 0)
			s.switched(inCall(at(100_020, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 6 "futex" 4096,129,1 untimed; 10 call1 6 "futex" 0,1; 100011 call0 5 "futex" 4096,128,2; 100020 call1 5 "futex" 0,-4 unknown`},
		{"a wake before it had its processor", func(s *scene) {
			s.waking(inCall(at(10, 1, 6, 6), "try_to_wake_up futex_wake __x64_sys_futex", 0x1000, 129, 1), 5, 0)
			s.switched(inCall(at(20, 0, 0, 0), "schedule"), 0, 0, 5)
			s.switched(inCall(at(30, 0, 5, 5), futex, 0x1000, 128, 2, 1), 5, 1, 0)
			s.switched(inCall(at(40, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 6 "futex" 4096,129,1 untimed; 10 call1 6 "futex" 0,1; 30 call0 5 "futex" 4096,128,2; 40 call1 5 "futex" 0,-4 unknown`},
		{"a call of which events tell", func(s *scene) {
			in := s.trace("syscalls:sys_enter_clock_nanosleep", "int __syscall_nr 8 4 1", "int which_clock 16 8 0", "int flags 24 8 0", "void * rqtp 32 8 0")
			out := s.trace("syscalls:sys_exit_clock_nanosleep", "int __syscall_nr 8 4 1", "long ret 16 8 1")
			s.sample(in, inCall(at(10, 0, 5, 5), "schedule", 0), map[string]any{"which_clock": 1, "flags": 0, "rqtp": 7})
			s.switched(inCall(at(20, 0, 5, 5), sleep, 1, 0, 7), 5, 1, 0)
			s.switched(inCall(at(30, 0, 0, 0), "schedule"), 0, 0, 5)
			s.sample(out, inCall(at(40, 0, 5, 5), "schedule", 0), map[string]any{"ret": 0})
			s.switched(inCall(at(50, 0, 5, 5), sleep, 1, 0, 8), 5, 1, 0)
		}, `10 call0 5 "clock_nanosleep" 1,0,7; 40 call1 5 "clock_nanosleep" 0,0; 50 call0 5 "clock_nanosleep" 1,0,8`},
		{"the end of its program", func(s *scene) {
			s.switched(inCall(at(10, 0, 5, 5), futex, 0x1000, 128, 2, 1), 5, 1, 0)
			s.waking(inCall(at(20, 1, 6, 6), "try_to_wake_up zap_other_threads __x64_sys_exit_group"), 5, 0)
			s.switched(inCall(at(30, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 5 "futex" 4096,128,2; 30 call1 5 "futex" 0,-4`},
		{"the signal that it waits for", func(s *scene) {
			s.switched(inCall(at(10, 0, 5, 5), "schedule __x64_sys_rt_sigtimedwait", 0x1000, 0, 0, 8), 5, 1, 0)
			s.waking(inCall(at(20, 1, 6, 6), "try_to_wake_up signal_wake_up_state complete_signal __x64_sys_tgkill"), 5, 0)
			s.switched(inCall(at(30, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 5 "rt_sigtimedwait" 4096,0; 30 call1 5 "rt_sigtimedwait" 0,-4 unknown`},
		{"a signal during a sleep", func(s *scene) {
			s.switched(inCall(at(10, 0, 5, 5), sleep, 0, 0, 7), 5, 1, 0)
			s.waking(inCall(at(20, 1, 6, 6), "try_to_wake_up complete_signal __x64_sys_tgkill"), 5, 0)
			s.switched(inCall(at(30, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 5 "clock_nanosleep" 0,0,7; 30 call1 5 "clock_nanosleep" 0,-4`},
		{"the end of its program while it waits for a signal", func(s *scene) {
			s.switched(inCall(at(10, 0, 5, 5), "schedule __x64_sys_rt_sigtimedwait", 0x1000, 0, 0, 8), 5, 1, 0)
			s.waking(inCall(at(20, 1, 6, 6), "try_to_wake_up signal_wake_up_state zap_other_threads __x64_sys_exit_group"), 5, 0)
			s.switched(inCall(at(30, 0, 0, 0), "schedule"), 0, 0, 5)
		}, `10 call0 5 "rt_sigtimedwait" 4096,0; 30 call1 5 "rt_sigtimedwait" 0,-4`},
	} {
		s := newCallScene(t, wire.Little)
		x.scene(s)
		d := decode(t, s.file(), true)
		var got []string
		for i := range d.events {
			if e := &d.events[i]; e.Kind == model.KindCallEnter || e.Kind == model.KindCallExit {
				got = append(got, fmt.Sprintf("%d %s", e.Time+10, d.callLine(e)))
			}
		}
		if text := strings.Join(got, "; "); text != x.want {
			t.Errorf("%s:\n%s, want\n%s", x.what, text, x.want)
		}
	}
}

// TestCallsOfChains: the call chain of a thread that leaves its CPU shows in which system call it
// waits, its registers show the arguments, and the chain of its waker shows what the call returns.
func TestCallsOfChains(t *testing.T) {
	const futexArgs = `"futex" 4096,128,2`
	for _, x := range []struct {
		what  string
		chain string // of the thread
		args  []uint64
		waker string
		flags uint64
		want  string // its events in order
	}{
		{
			"a futex, woken by one", "schedule __x64_sys_futex",
			[]uint64{0x1000, 128, 2, 1},
			"try_to_wake_up futex_wake __x64_sys_futex", 0,
			`10 call0 5 ` + futexArgs + `; 20 call0 6 "futex" 4096,129,1 untimed; 20 wake ctx=1; 20 call1 6 "futex" 0,1; 30 call1 5 "futex" 0,0`,
		},
		{
			"a futex without a time limit, woken by a signal", "schedule __x64_sys_futex",
			[]uint64{0x1000, 128, 2, 0},
			"try_to_wake_up complete_signal __x64_sys_sendto", 0,
			`10 call0 5 ` + futexArgs + ` untimed; 20 wake ctx=1; 30 call1 5 "futex" 0,-4`,
		},
		{
			"a futex whose time is up", "schedule __x64_sys_futex",
			[]uint64{0x1000, 128, 2, 1},
			"try_to_wake_up hrtimer_wakeup hrtimer_interrupt asm_sysvec_apic_timer_interrupt __x64_sys_futex", linuxsched.FlagHardIRQ,
			`10 call0 5 ` + futexArgs + `; 20 wake ctx=4; 30 call1 5 "futex" 0,-110`,
		},
		{
			"several futexes, by one end of the call", "schedule __do_sys_futex_waitv",
			[]uint64{0x1000, 2, 0, 0},
			"try_to_wake_up futex_wake __x64_sys_futex", 0,
			`10 call0 5 "futex_waitv" 4096,2 untimed; 20 call0 6 "futex" 4096,129,1 untimed; 20 wake ctx=1; 20 call1 6 "futex" 0,1; 30 call1 5 "futex_waitv" 0,0`,
		},
		{
			"a poll of which a descriptor is ready", "schedule __x64_sys_epoll_wait",
			[]uint64{4, 0, 8, 100},
			"try_to_wake_up ep_poll_callback __x64_sys_sendto", 0,
			`10 call0 5 "epoll_wait" 4,0,8 until=100000000; 20 wake ctx=1; 30 call1 5 "epoll_wait" 0,1`,
		},
		{
			"a poll whose time is up", "schedule __x64_sys_epoll_wait",
			[]uint64{4, 0, 8, 100},
			"try_to_wake_up hrtimer_wakeup hrtimer_interrupt asm_sysvec_apic_timer_interrupt", linuxsched.FlagHardIRQ,
			`10 call0 5 "epoll_wait" 4,0,8 until=100000000; 20 wake ctx=4; 30 call1 5 "epoll_wait" 0,0`,
		},
		{
			"a poll of a timer's descriptor", "schedule __x64_sys_epoll_wait",
			[]uint64{4, 0, 8, 1<<32 - 1},
			"try_to_wake_up ep_poll_callback timerfd_tmrproc hrtimer_interrupt asm_sysvec_apic_timer_interrupt", linuxsched.FlagHardIRQ,
			`10 call0 5 "epoll_wait" 4,0,8 untimed; 20 wake ctx=4; 30 call1 5 "epoll_wait" 0,1`,
		},
		{
			"a sleep", "schedule __x64_sys_clock_nanosleep",
			[]uint64{0, 0, 7},
			"try_to_wake_up hrtimer_wakeup hrtimer_interrupt asm_sysvec_apic_timer_interrupt", linuxsched.FlagHardIRQ,
			`10 call0 5 "clock_nanosleep" 0,0,7; 20 wake ctx=4; 30 call1 5 "clock_nanosleep" 0,0`,
		},
		{
			"a read that a disk ends", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up blk_complete_reqs handle_softirqs asm_sysvec_apic_timer_interrupt", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=6; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a read that a packet from elsewhere ends", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up net_rx_action handle_softirqs asm_sysvec_apic_timer_interrupt __x64_sys_sendto", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=5; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a read that a packet ends while another one is sent", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up net_rx_action handle_softirqs __x64_sys_sendto", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=5; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a read that a packet to this machine ends", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up process_backlog net_rx_action handle_softirqs __x64_sys_sendto", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=1; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a read that a packet to this machine ends, seen without the call that sends", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up process_backlog net_rx_action handle_softirqs __local_bh_enable_ip", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=1; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a read that a packet ends that an interrupt brings, in which a thread sends", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up process_backlog net_rx_action handle_softirqs asm_sysvec_apic_timer_interrupt __local_bh_enable_ip", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=5; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a read that a packet from elsewhere ends, as a thread lets soft interrupts run", "schedule __x64_sys_read",
			[]uint64{3, 7, 9},
			"try_to_wake_up net_rx_action handle_softirqs __local_bh_enable_ip", linuxsched.FlagSoftIRQ,
			`10 call0 5 "read" 3,7,9; 20 wake ctx=5; 30 call1 5 "read" 0,-4 unknown`,
		},
		{
			"a call by another name", "schedule __x64_sys_newfstat",
			[]uint64{3},
			"try_to_wake_up blk_complete_reqs handle_softirqs", linuxsched.FlagSoftIRQ,
			`10 call0 5 "fstat" 3,0; 20 wake ctx=6; 30 call1 5 "fstat" 0,-4 unknown`,
		},
		{
			"a call whose entry is left out", "schedule kernel_wait4",
			[]uint64{1<<64 - 1, 7, 0},
			"try_to_wake_up complete_signal", 0,
			`10 call0 5 "wait4" -1,7; 20 wake ctx=1; 30 call1 5 "wait4" 0,-4`,
		},
		{"no call", "schedule", nil, "try_to_wake_up", 0, `20 wake ctx=1`},
		{"no call, woken in a soft interrupt of no kind", "schedule", nil, "try_to_wake_up handle_softirqs", linuxsched.FlagSoftIRQ, `20 wake ctx=3`},
	} {
		for _, order := range []wire.Order{wire.Little, wire.Big} {
			s := newCallScene(t, order)
			s.switched(inCall(at(10, 0, 5, 5), x.chain, x.args...), 5, 1, 0)
			w := inCall(at(20, 1, 6, 6), x.waker, 0x1000, 129, 1)
			w.flags = x.flags
			s.waking(w, 5, 0)
			s.switched(inCall(at(30, 0, 0, 0), "schedule"), 0, 0, 5)
			s.switched(inCall(at(40, 0, 5, 5), "schedule"), 5, 0, 0)
			d := decode(t, s.file(), true)
			var got []string
			for i := range d.events {
				switch e := &d.events[i]; e.Kind {
				case model.KindWake:
					got = append(got, fmt.Sprintf("%d wake ctx=%d", e.Time+10, e.Ctx))
				case model.KindCallEnter, model.KindCallExit:
					got = append(got, fmt.Sprintf("%d %s", e.Time+10, d.callLine(e)))
					if e.Flags&model.CallInferred == 0 {
						t.Errorf("%s is not marked as inferred", got[len(got)-1])
					}
				}
			}
			text := strings.Join(got, "; ")
			if text != x.want {
				t.Errorf("%s:\n%s, want\n%s", x.what, text, x.want)
			}
			if !d.Info().Recorded.Blocking {
				t.Errorf("%s: it is not known that all calls are seen", x.what)
			}
		}
	}
}

// TestConnectsAsItWakes: a client of a socket other than TCP is recognised, once, by the server
// that it wakes.
func TestConnectsAsItWakes(t *testing.T) {
	s := newCallScene(t, wire.Little)
	for i, process := range []uint32{6, 6, 7} {
		begin := uint64(10 + 20*i)
		s.switched(inCall(at(begin, 0, 5, 5), "schedule __x64_sys_read", 3, 7, 9), 5, 1, 0)
		s.waking(inCall(at(begin+5, 1, process, process), "try_to_wake_up __x64_sys_connect", 4), 5, 0)
		s.switched(inCall(at(begin+10, 0, 0, 0), "schedule"), 0, 0, 5)
	}
	d := decode(t, s.file(), true)
	var got []string
	for i := range d.events {
		if e := &d.events[i]; (e.Kind == model.KindCallEnter || e.Kind == model.KindCallExit) && e.TID != 5 {
			got = append(got, fmt.Sprintf("%d %s", e.Time+10, d.callLine(e)))
			if e.Flags&model.CallInferred == 0 {
				t.Errorf("%s is not marked as inferred", got[len(got)-1])
			}
		}
	}
	const want = `15 call0 6 "connect" -1,0; 15 call1 6 "connect" 0,0; 55 call0 7 "connect" -1,0; 55 call1 7 "connect" 0,0`
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}
