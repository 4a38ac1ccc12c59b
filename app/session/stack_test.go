package session

import (
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// stacked is a trace with stacks: 2 waits in poll, 1 wakes it; a timer wakes 1.
const stacked = `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 1 pid=7 name="one"
thread 2 pid=7 name="two"
stack 1 "libc.so.6!poll+0x1c" "app!serve" "app!main" "libc.so.6!start"
stack 2 "app!send" "app!main"
stack 3 "app!work" "app!main"
0us cpu0 switch idle 2 wait
10us cpu0 switch 2 1 wait linux=S stack=1
300us cpu0 sample 1 stack=3
500us cpu0 wake 2 stack=2
510us cpu0 switch 1 2 preempt linux=R+
700us cpu0 switch 2 1 wait linux=S
800us cpu0 switch 1 idle wait linux=S
850us cpu0 irq 860us dpc timer=1
855us cpu0 wake 1 flag=0x1
870us cpu0 switch idle 1 preempt
`

func openedWith(t *testing.T, src string) *Session {
	t.Helper()
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{}, modeltest.Parse(t, "src", src))
	return s
}

func names(frames []explain.StackFrame) string {
	var list []string
	for _, f := range frames {
		list = append(list, f.Module+"!"+f.Function+f.Offset)
	}
	return strings.Join(list, " ")
}

func TestCurrentAndUnblockingStack(t *testing.T) {
	const wait = "libc.so.6!poll+0x1c app!serve app!main libc.so.6!start"
	tests := []struct {
		name                     string
		tid                      model.TID
		at                       model.Time
		title, note, frames      string
		byTitle, byNote, byStack string
		byMissing                string // a part of it
	}{
		{
			"a wait", 2, 100 * us, "Stack at switch-out", "where the thread left the CPU", wait,
			"Unblocked by one 1", "at 0.500 ms on CPU 0, wake-up event", "app!send app!main", "",
		},
		{
			"the ready time after it", 2, 505 * us, "Stack before the wake-up", "recorded at switch-out", wait,
			"Unblocked by one 1", "at 0.500 ms on CPU 0, wake-up event", "app!send app!main", "",
		},
		{
			"execution after it", 2, 600 * us, "", "", "",
			"Unblocked by one 1", "at 0.500 ms on CPU 0, wake-up event", "app!send app!main", "",
		},
		{
			"execution with a sample", 1, 300 * us, "Nearest sample", "at 0.300 ms, 40.0 µs from the middle of this segment", "app!work app!main",
			"", "", "", "",
		},
		{
			"execution before which a sample lies", 1, 750 * us, "Nearest sample", "at 0.300 ms, 400.0 µs before this segment", "app!work app!main",
			"No wake-up was needed", "", "", "two 2 took the CPU",
		},
		{
			"a wait that a timer ended", 1, 820 * us, "Stack at switch-out", "where the thread left the CPU", "",
			"Unblocked by a timer", "at 0.855 ms", "", "A timer, not a thread, ended this wait",
		},
		{
			"a preemption", 1, 600 * us, "Stack at switch-out", "where the thread left the CPU", "",
			"No wake-up was needed", "", "", "The thread was runnable while off the CPU",
		},
	}
	s := openedWith(t, stacked)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.Select(at(t, s, tt.tid, tt.at))
			v := s.CurrentStack()
			if tt.title != "" && (v.Title != tt.title || v.Note != tt.note || names(v.Frames) != tt.frames) {
				t.Errorf("%q, %q: %s", v.Title, v.Note, names(v.Frames))
			}
			if (len(v.Frames) == 0) == (v.Missing == "") {
				t.Errorf("either frames or a reason: %+v", v)
			}
			u := s.UnblockingStack()
			if tt.byTitle != "" && (u.Title != tt.byTitle || u.Note != tt.byNote || names(u.Frames) != tt.byStack) {
				t.Errorf("unblocking: %q, %q: %s", u.Title, u.Note, names(u.Frames))
			}
			if !strings.Contains(u.Missing, tt.byMissing) || (len(u.Frames) == 0) == (u.Missing == "") {
				t.Errorf("unblocking: missing %q, want %q", u.Missing, tt.byMissing)
			}
		})
	}
}

// TestMissingStacksNameTheOption: for a recording without stacks, samples or wakes the missing
// option on its system is named.
func TestMissingStacksNameTheOption(t *testing.T) {
	for family, options := range map[string][3]string{
		"linux":   {"-g", "cpu-clock", "sched_waking"},
		"windows": {"-stackwalk CSwitch+ReadyThread", "PROFILE", "DISPATCHER"},
	} {
		s := openedWith(t, strings.Replace(`threadlens-trace 1
cpus 1
span 0us 100us
os linux
10us cpu0 switch idle 8 preempt
50us cpu0 switch 8 idle wait
80us cpu0 switch idle 8 preempt
`, "os linux", "os "+family, 1))
		s.Select(at(t, s, 8, 60*us))
		wait, by := s.CurrentStack(), s.UnblockingStack()
		s.Select(at(t, s, 8, 30*us))
		run := s.CurrentStack()
		for i, v := range []explain.StackView{wait, run, by} {
			if !strings.Contains(v.Missing, options[i]) || v.Command == "" {
				t.Errorf("%s: %q, %q; want %q", family, v.Missing, v.Command, options[i])
			}
		}
	}
}

func TestJustMyCode(t *testing.T) {
	s := openedWith(t, stacked)
	s.Select(at(t, s, 2, 100*us))
	frames := s.CurrentStack().Frames
	if got, want := names(explain.JustMyCode(frames)), "libc.so.6!poll+0x1c app!serve app!main"; got != want {
		t.Errorf("%s, want the program's frames and one level below: %s", got, want)
	}
	if len(explain.JustMyCode(frames[:1])) != 0 {
		t.Error("a stack of the system alone has nothing of the program")
	}
	for module, system := range map[string]bool{
		"ntdll.dll": true, "NTOSKRNL.exe": true, "libc.so.6": true, "libc-2.31.so": true, "app": false,
		"Threads.exe": false, "": false, "mscorlib.ni.dll": true, "libpthread-2.31.so": true, "ntdllx.dll": false,
	} {
		if measure.SystemModule(module) != system {
			t.Errorf("%q: system %v", module, !system)
		}
	}
}

func TestStackText(t *testing.T) {
	s := openedWith(t, stacked)
	s.Select(at(t, s, 2, 100*us))
	v := s.CurrentStack()
	want := "Stack at switch-out where the thread left the CPU\n0\tlibc.so.6!poll+0x1c\n1\tapp!serve\n2\tapp!main\n3\tlibc.so.6!start\n"
	if v.Text() != want {
		t.Errorf("%q", v.Text())
	}
}
