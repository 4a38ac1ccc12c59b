package model

// goReason is one row of the Go table: the reason text of a goroutine's transition
// out of running.
type goReason struct {
	text string
	out  Out
	sub  Sub
}

// goReasons lists the reason texts of the Go runtime. New releases add texts: an
// unknown text is a wait for an unknown reason.
var goReasons = [...]goReason{
	{"runtime.Gosched", OutYield, SubYield},
	{"chan send", OutWait, SubChanSend},
	{"chan receive", OutWait, SubChanRecv},
	{"select", OutWait, SubSelect},
	{"sync", OutWait, SubMutex},
	{"sync.(*Cond).Wait", OutWait, SubCond},
	{"synctest", OutWait, SubSynctest},
	{"network", OutWait, SubNetPoll},
	{"sleep", OutWait, SubSleep},
	{"GC mark assist wait for work", OutWait, SubGcAssist},
	{"GC background sweeper wait", OutWait, SubGcSweep},
	{"wait until GC ends", OutWait, SubGcEnd},
	{"GC weak to strong wait", OutWait, SubGcWeak},
	{"system goroutine wait", OutWait, SubSystemIdle},
	{"preempted", OutWait, SubGcSuspend},
	{"wait for debug call", OutWait, SubSuspended},
	{"forever", OutWait, SubForever},
}

// GoSwitchOut is the disposition of a goroutine that stops running for the given
// reason text. runnable distinguishes "preempted" in a transition to runnable, the
// end of a time slice, from the suspension of the same name by the garbage
// collector.
func GoSwitchOut(text string, runnable bool) Disposition {
	if runnable && text != "runtime.Gosched" {
		return Disposition{Out: OutPreempt, Sub: SubSliceEnd}
	}
	for i := range goReasons {
		if goReasons[i].text == text {
			return Disposition{Out: goReasons[i].out, Sub: goReasons[i].sub, Reason: reasonGo | Reason(i)}
		}
	}
	return Disposition{Out: OutWait, Sub: SubUnknown, Unknown: true}
}
