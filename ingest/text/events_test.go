package text_test

import (
	"slices"
	"testing"

	"threadlens/model"
)

const (
	us = 1000 * model.Time(1)

	// opening begins every source of the tests below; it defines stacks 1 and 2.
	opening = "threadlens-trace 1\nstack 1 \"m!f\"\nstack 2 \"m!g\" \"m!f\"\n"
	stack1  = `"m"!"f"@0,false`
	stack2  = `"m"!"g"@0,false` + "\n" + stack1
)

type event = model.Event

var noPrio = [2]int16{model.NoPrio, model.NoPrio}

func linux(t *testing.T, letter string) model.Reason {
	t.Helper()
	r, ok := model.LinuxLetter(letter)
	if !ok {
		t.Fatalf("no state %q", letter)
	}
	return r
}

// statementTest is a line and the event that it makes.
type statementTest struct {
	line string
	want resolved
}

// statements has one line for each form of each event statement.
func statements(t *testing.T) []statementTest {
	return slices.Concat(plainSwitches(), reasonedSwitches(t), wakes(), interrupts(), lives(), activities(), machine())
}

// at completes an event with what all lines below have in common.
func at(kind model.Kind, e event) event {
	e.Time, e.CPU, e.Kind = 5*us, 1, kind
	return named(e)
}

func sw(out model.Out, sub model.Sub, reason model.Reason) resolved {
	return resolved{event: at(model.KindSwitch, event{TID: 7, Other: 8, Out: out, Sub: sub, Reason: reason, Prio: noPrio})}
}

func wake(e event) resolved {
	e.TID = 7
	return resolved{event: at(model.KindWake, e)}
}

func plainSwitches() []statementTest {
	half := sw(model.OutPreempt, model.SubRunnable, 0)
	half.event.Prio = [2]int16{model.NoPrio, 98}
	stacks := sw(model.OutWait, model.SubUnknown, 0)
	stacks.stack, stacks.newStack = stack1, stack2
	fromNone := sw(model.OutPreempt, model.SubRunnable, 0)
	fromNone.event.TID = model.NoTID
	arrival := sw(model.OutPreempt, model.SubRunnable, 0)
	arrival.event.TID, arrival.event.Flags = model.IdleTID, model.SwitchArrival
	return []statementTest{
		{`5us cpu1 switch 7 8 wait`, sw(model.OutWait, model.SubUnknown, 0)},
		{`5us cpu1 switch 7 8 preempt`, sw(model.OutPreempt, model.SubRunnable, 0)},
		{`5us cpu1 switch 7 8 yield`, sw(model.OutYield, model.SubYield, 0)},
		{`5us cpu1 switch 7 8 dead`, sw(model.OutDead, model.SubNone, 0)},
		{`5us cpu1 switch 7 8 preempt prio=-,98`, half},
		{`5us cpu1 switch - 8 preempt`, fromNone},
		{`5us cpu1 switch idle 8 preempt arrival=1`, arrival},
		{`5us cpu1 switch 7 8 wait sub=Sleep`, sw(model.OutWait, model.SubSleep, 0)},
		{`5us cpu1 switch 7 8 preempt sub=-`, sw(model.OutPreempt, model.SubNone, 0)},
		{`5us cpu1 switch 7 8 wait stack=1 stacknew=2`, stacks},
		{`5us cpu1 switch stack=1 7 stacknew=2 8 wait`, stacks}, // settings are allowed anywhere
	}
}

func reasonedSwitches(t *testing.T) []statementTest {
	prio := sw(model.OutPreempt, model.SubHigherPriority, linux(t, "R+"))
	prio.event.Prio = [2]int16{120, 98}
	toIdle := sw(model.OutPreempt, model.SubToIdle, linux(t, "R"))
	toIdle.event.Other = model.IdleTID
	gosched := model.GoSwitchOut("runtime.Gosched", false).Reason
	send := model.GoSwitchOut("chan send", false).Reason
	return []statementTest{
		{`5us cpu1 switch 7 8 wait win=6`, sw(model.OutWait, model.SubUserWait, model.WindowsReason(6))},
		{`5us cpu1 switch 7 8 wait win=200`, sw(model.OutWait, model.SubUnknown, model.WindowsReason(200))},
		{`5us cpu1 switch 7 8 wait win=24`, sw(model.OutPreempt, model.SubCpuRateLimited, model.WindowsReason(24))},
		{`5us cpu1 switch 7 8 wait win=33`, sw(model.OutYield, model.SubYield, model.WindowsReason(33))},
		{`5us cpu1 switch 7 8 wait win=22`, sw(model.OutDead, model.SubTerminating, model.WindowsReason(22))},
		{`5us cpu1 switch 7 8 wait win=30 sub=Gate`, sw(model.OutWait, model.SubGate, model.WindowsReason(30))},
		{`5us cpu1 switch 7 8 preempt win=30`, sw(model.OutPreempt, model.SubQuantumEnd, model.WindowsReason(30))},
		{`5us cpu1 switch 7 8 preempt win=6`, sw(model.OutPreempt, model.SubRunnable, model.WindowsReason(6))},
		{`5us cpu1 switch 7 8 preempt win=33`, sw(model.OutPreempt, model.SubYield, model.WindowsReason(33))},
		{`5us cpu1 switch 7 8 yield win=33`, sw(model.OutYield, model.SubYield, model.WindowsReason(33))},
		{`5us cpu1 switch 7 8 dead win=22`, sw(model.OutDead, model.SubNone, model.WindowsReason(22))},
		{`5us cpu1 switch 7 8 wait linux=S`, sw(model.OutWait, model.SubInterruptible, linux(t, "S"))},
		{`5us cpu1 switch 7 8 wait linux=D|K`, sw(model.OutWait, model.SubUninterruptible, linux(t, "D"))},
		{`5us cpu1 switch 7 8 wait linux=R`, sw(model.OutWait, model.SubUnknown, linux(t, "R"))},
		{`5us cpu1 switch 7 8 preempt linux=S`, sw(model.OutPreempt, model.SubRunnable, linux(t, "S"))},
		{`5us cpu1 switch 7 8 yield linux=R`, sw(model.OutYield, model.SubYield, linux(t, "R"))},
		{`5us cpu1 switch 7 8 preempt linux=R+ prio=120,98`, prio},
		{`5us cpu1 switch 7 idle preempt linux=R`, toIdle},
		{`5us cpu1 switch 7 8 dead linux=Z`, sw(model.OutDead, model.SubNone, linux(t, "Z"))},
		{`5us cpu1 switch 7 8 wait go="chan send"`, sw(model.OutWait, model.SubChanSend, send)},
		{`5us cpu1 switch 7 8 yield go=runtime.Gosched`, sw(model.OutYield, model.SubYield, gosched)},
		{`5us cpu1 switch 7 8 wait linux=S sub=Futex`, sw(model.OutWait, model.SubFutex, linux(t, "S"))},
	}
}

func wakes() []statementTest {
	withStack := wake(event{Other: model.NoTID, Target: model.NoCPU})
	withStack.stack = stack1
	return []statementTest{
		{`5us cpu1 wake 7`, wake(event{Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 kind=waking`, wake(event{Wake: model.WakeWaking, Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 kind=wakeup to=3 by=9`, wake(event{Wake: model.WakeWakeup, Other: 9, Target: 3})},
		{`5us cpu1 wake 7 kind=new to=cpu3`, wake(event{Wake: model.WakeNew, Other: model.NoTID, Target: 3})},
		{`5us cpu1 wake 7 ctx=timer`, wake(event{Ctx: model.CtxTimer, Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 ctx=blockdone by=idle`, wake(event{Ctx: model.CtxBlockDone, Target: model.NoCPU})},
		{`5us cpu1 wake 7 flag=0x1`, wake(event{Ctx: model.CtxDpc, Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 flag=0x1 ctx=thread`, wake(event{Ctx: model.CtxThread, Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 flag=0x2`, wake(event{Flags: model.WakeStackSwapped, Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 flag=5`, wake(event{Ctx: model.CtxDpc, Flags: model.WakeProcessSwapped, Other: model.NoTID, Target: model.NoCPU})},
		{`5us cpu1 wake 7 stack=1`, withStack},
	}
}

func interrupts() []statementTest {
	return []statementTest{
		{`5us cpu1 irq 6.5us nmi`, resolved{event: at(model.KindIrq, event{End: 6500, Level: model.LevelNmi})}},
		{
			`5us cpu1 irq 9us dpc routine="a b" vector=0xef timer=1 ipi=0`,
			resolved{event: at(model.KindIrq, event{End: 9 * us, Level: model.LevelDpc, Arg: 0xef, Flags: model.IrqTimer}), name: "a b"},
		},
		{
			`5us cpu1 irq-enter isr routine=eth0 vector=33 net=1 block=1 ipi=1`,
			resolved{event: at(model.KindIrqEnter, event{Level: model.LevelIsr, Arg: 33, Flags: model.IrqNet | model.IrqBlock | model.IrqIpi}), name: "eth0"},
		},
		{`5us cpu1 irq-exit isr`, resolved{event: at(model.KindIrqExit, event{Level: model.LevelIsr})}},
	}
}

func lives() []statementTest {
	return []statementTest{
		{`5us cpu1 start 7 by=8`, resolved{event: at(model.KindStart, event{TID: 7, Other: 8})}},
		{`5us cpu1 start 7`, resolved{event: at(model.KindStart, event{TID: 7, Other: model.NoTID})}},
		{`5us cpu1 start 7 by=8 pid=3 name="w 1"`, resolved{event: at(model.KindStart, event{TID: 7, Other: 8, PID: 3}), name: "w 1"}},
		{`5us cpu1 exit 7`, resolved{event: at(model.KindExit, event{TID: 7})}},
		{`5us cpu1 exists 7`, resolved{event: at(model.KindExists, event{TID: 7})}},
		{
			`5us cpu1 exists 7 pid=3 state=running`,
			resolved{event: at(model.KindExists, event{TID: 7, PID: 3, Flags: model.HasState, Arg: int64(model.Running)})},
		},
		{
			`5us cpu1 exists 7 state=Waiting sub=Sleep`,
			resolved{event: at(model.KindExists, event{TID: 7, Flags: model.HasState, Arg: int64(model.Waiting), Sub: model.SubSleep})},
		},
		{`5us cpu1 exists 7 state=unknown`, resolved{event: at(model.KindExists, event{TID: 7, Flags: model.HasState})}},
		{`5us - exists 7`, resolved{event: named(event{Time: 5 * us, CPU: model.NoCPU, Kind: model.KindExists, TID: 7})}},
		{`5us cpu1 name 7 "a#b"`, resolved{event: at(model.KindName, event{TID: 7}), name: "a#b"}},
		{`5us cpu1 name 7 ls pid=7 exec=1`, resolved{event: at(model.KindName, event{TID: 7, PID: 7, Flags: model.NameExec}), name: "ls"}},
		{`5us cpu1 process 3 "x.exe"`, resolved{event: at(model.KindProcess, event{PID: 3}), name: "x.exe"}},
		{`5us cpu1 process 3 "" system`, resolved{event: at(model.KindProcess, event{PID: 3, Arg: int64(model.ClassSystem)})}},
	}
}

func activities() []statementTest {
	return []statementTest{
		{`5us cpu1 migrate 7 0 3`, resolved{event: at(model.KindMigrate, event{TID: 7, From: 0, Target: 3})}},
		{`5us cpu1 migrate 7 - cpu3`, resolved{event: at(model.KindMigrate, event{TID: 7, From: model.NoCPU, Target: 3})}},
		{`5us cpu1 sample 7 stack=2`, resolved{event: at(model.KindSample, event{TID: 7}), stack: stack2}},
		{
			`5us cpu1 fault 7 3us soft addr=0xffff888000000010 pid=6 stack=2`,
			resolved{event: at(model.KindFault, event{TID: 7, End: 3 * us, Arg: -0x777ffffffff0, PID: 6}), stack: stack2},
		},
		{`5us cpu1 call 7 exit read x=1 pid=6 stack=1`, resolved{event: at(model.KindCallExit, event{TID: 7, PID: 6}), name: "read", stack: stack1}},
		{`5us cpu1 sample idle`, resolved{event: at(model.KindSample, event{})}},
		{`5us cpu1 sample idle in=isr`, resolved{event: at(model.KindSample, event{Level: model.LevelIsr})}},
		{`5us cpu1 ran 7 1500`, resolved{event: at(model.KindRan, event{TID: 7, Other: 7, Arg: 1500})}},
		{`5us cpu1 ran 7 1.5us by=-`, resolved{event: at(model.KindRan, event{TID: 7, Other: model.NoTID, Arg: 1500})}},

		{`5us cpu1 call 7 enter read`, resolved{event: at(model.KindCallEnter, event{TID: 7}), name: "read"}},
		{
			`5us cpu1 call 7 enter futex uaddr=0xffff888000000010 arg2=128 arg3=2 op=WAIT`,
			resolved{event: at(model.KindCallEnter, event{TID: 7, Arg: -0x777ffffffff0, Arg2: 128, Arg3: 2}), name: "futex"},
		},
		{`5us cpu1 call 7 enter futex arg=16`, resolved{event: at(model.KindCallEnter, event{TID: 7, Arg: 16}), name: "futex"}},
		{
			`5us cpu1 call 7 enter futex arg=16 untimed=1`,
			resolved{event: at(model.KindCallEnter, event{TID: 7, Arg: 16, Flags: model.CallUntimed}), name: "futex"},
		},
		{
			`5us cpu1 call 7 enter poll arg=16 until=15us`,
			resolved{event: at(model.KindCallEnter, event{TID: 7, Arg: 16, End: 15 * us}), name: "poll"},
		},
		{`5us cpu1 call 7 exit futex ret=-110`, resolved{event: at(model.KindCallExit, event{TID: 7, Arg2: -110}), name: "futex"}},
		{
			`5us cpu1 call 7 enter futex arg=16 untimed=1 inferred=1`,
			resolved{event: at(model.KindCallEnter, event{TID: 7, Arg: 16, Flags: model.CallUntimed | model.CallInferred}), name: "futex"},
		},
		{
			`5us cpu1 call 7 exit futex unknown=1 inferred=1`,
			resolved{event: at(model.KindCallExit, event{TID: 7, Flags: model.CallResultUnknown | model.CallInferred}), name: "futex"},
		},

		{`5us cpu1 fault 7 3us hard file="C:\\a b"`, resolved{event: at(model.KindFault, event{TID: 7, End: 3 * us, Flags: model.FaultHard}), name: `C:\a b`}},
		{`5us cpu1 fault 7 -3us soft`, resolved{event: at(model.KindFault, event{TID: 7, End: -3 * us})}},
		{
			`5us cpu1 io 7 1us write dev=sda bytes=4096 file=/tmp/x`,
			resolved{event: at(model.KindIO, event{TID: 7, End: us, Arg: 4096, Flags: model.IOWrite}), name: "sda", name2: "/tmp/x"},
		},
		{`5us cpu1 io 7 1us read dev=sda bytes=0`, resolved{event: at(model.KindIO, event{TID: 7, End: us}), name: "sda"}},
		{`5us cpu1 issue 7 flush dev=sda`, resolved{event: at(model.KindIssue, event{TID: 7, Flags: model.IOFlush}), name: "sda"}},
		{`5us cpu1 io 7 1us discard dev=sda`, resolved{event: at(model.KindIO, event{TID: 7, End: us, Flags: model.IODiscard}), name: "sda"}},
		{`5us cpu1 issue 7 write dev=sda bytes=4096`, resolved{event: at(model.KindIssue, event{TID: 7, Arg: 4096, Flags: model.IOWrite}), name: "sda"}},
		{`5us cpu1 descriptor 7 3 eventfd`, resolved{event: at(model.KindDescriptor, event{TID: model.NoTID, PID: 7, Arg: 3, Arg2: int64(model.DescriptorEvent)})}},
		{`5us cpu1 descriptor 7 0 file`, resolved{event: at(model.KindDescriptor, event{TID: model.NoTID, PID: 7, Arg2: int64(model.DescriptorFile)})}},
		{`5us cpu1 descriptor 7 all`, resolved{event: at(model.KindDescriptor, event{TID: model.NoTID, PID: 7, Arg: -1})}},
		{`5us cpu1 blocked 7`, resolved{event: at(model.KindBlocked, event{TID: 7})}},
		{`5us cpu1 blocked 7 iowait=1 fn="io_schedule"`, resolved{event: at(model.KindBlocked, event{TID: 7, Flags: model.BlockedIO}), name: "io_schedule"}},
	}
}

func machine() []statementTest {
	numbered := at(model.KindMark, event{TID: 7, Mark: model.MarkEnd, Arg2: 2, Flags: model.MarkMeasured})
	numbered.Other = 3
	return []statementTest{
		{`5us cpu1 loss 9us`, resolved{event: at(model.KindLoss, event{End: 9 * us})}},
		{`5us all loss 9us n=12`, resolved{event: named(event{Time: 5 * us, CPU: model.AllCPUs, Kind: model.KindLoss, End: 9 * us, Arg: 12})}},
		{`5us cpu1 offline`, resolved{event: at(model.KindCPU, event{})}},
		{`5us cpu1 online`, resolved{event: at(model.KindCPU, event{Flags: model.CPUOnline})}},
		{`5us cpu1 frequency 3 1800000000`, resolved{event: about(model.KindFrequency, 3, 1_800_000_000)}},
		{`5us cpu1 idle-state 3 2`, resolved{event: about(model.KindIdle, 3, 2)}},
		{`5us cpu1 idle-state 0x3 4294967295`, resolved{event: about(model.KindIdle, 3, 1<<32-1)}},
		{`5us cpu1 idle-state - -`, resolved{event: about(model.KindIdle, model.NoCPU, model.NotIdle)}},
		{`5us cpu1 mark 7 flag "frame 1"`, resolved{event: at(model.KindMark, event{TID: 7}), name: "frame 1"}},
		{`5us cpu1 mark 7 begin load id=-4 parent=0x10`, resolved{event: at(model.KindMark, event{TID: 7, Mark: model.MarkBegin, Arg: -4, Arg2: 16}), name: "load"}},
		{`5us cpu1 mark 7 end load cpu=3us`, resolved{event: at(model.KindMark, event{TID: 7, Mark: model.MarkEnd, End: 3000, Flags: model.MarkMeasured}), name: "load"}},
		{`5us cpu1 mark 7 end load cpu=0 span=3 parent=2`, resolved{event: numbered, name: "load"}},
		{`5us cpu1 count cycles:u 77 enabled=9 running=8ns`, resolved{event: at(model.KindCount, event{TID: model.NoTID, Arg: 77, Arg2: 9, End: 8}), name: "cycles:u"}},
		{`5us cpu1 mark 7 end load`, resolved{event: at(model.KindMark, event{TID: 7, Mark: model.MarkEnd}), name: "load"}},
		{`5us cpu1 mark 7 step "\u00e9" # é`, resolved{event: at(model.KindMark, event{TID: 7, Mark: model.MarkStep}), name: "é"}},
	}
}

// about is an event about another CPU.
func about(kind model.Kind, cpu model.CPU, arg int64) model.Event {
	e := at(kind, event{TID: model.NoTID, Arg: arg})
	e.Target = cpu
	return e
}

func TestEventStatements(t *testing.T) {
	for _, test := range statements(t) {
		t.Run(test.line, func(t *testing.T) {
			r, events := parse(t, opening+test.line+"\n")
			if len(events) != 1 {
				t.Fatalf("%d events, want one", len(events))
			}
			if got := resolve(r.Tables(), events[0]); got != test.want {
				t.Errorf("got\n%+v\nwant\n%+v", got, test.want)
			}
		})
	}
}

// TestEveryKind makes sure that the table above leaves no kind out.
func TestEveryKind(t *testing.T) {
	var seen [model.NumKinds]bool
	for _, test := range statements(t) {
		seen[test.want.event.Kind] = true
	}
	for kind := model.KindNone + 1; kind < model.NumKinds; kind++ {
		if !seen[kind] {
			t.Errorf("no statement makes events of kind %d", kind)
		}
	}
}
