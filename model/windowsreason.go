package model

// windowsReason is one row of the KWAIT_REASON table.
type windowsReason struct {
	name string
	sub  Sub
	cat  Category
	weak bool
}

// windowsReasons is indexed by KWAIT_REASON. The numbering grows with Windows
// releases: 26 in XP, 36 in Vista and 7, 37 with 8, 38 and 39 with 10, 40 to 42
// with 11; larger codes are unknown, not wrong.
var windowsReasons = [...]windowsReason{
	0:  {"Executive", SubKernelGeneric, IO, true},
	1:  {"FreePage", SubFreePage, MemoryManagement, false},
	2:  {"PageIn", SubPageIn, MemoryManagement, false},
	3:  {"PoolAllocation", SubPoolAlloc, MemoryManagement, false},
	4:  {"DelayExecution", SubSleep, Sleep, false},
	5:  {"Suspended", SubSuspended, Synchronization, false},
	6:  {"UserRequest", SubUserWait, Synchronization, true},
	7:  {"WrExecutive", SubKernelGeneric, IO, true},
	8:  {"WrFreePage", SubFreePage, MemoryManagement, false},
	9:  {"WrPageIn", SubPageIn, MemoryManagement, false},
	10: {"WrPoolAllocation", SubPoolAlloc, MemoryManagement, false},
	11: {"WrDelayExecution", SubSleep, Sleep, false},
	12: {"WrSuspended", SubSuspended, Synchronization, false},
	13: {"WrUserRequest", SubMessageWait, UIProcessing, true},
	14: {"WrEventPair", SubEventPair, Synchronization, true},
	15: {"WrQueue", SubWorkQueue, WaitForWork, false},
	16: {"WrLpcReceive", SubIpcServerIdle, WaitForWork, false},
	17: {"WrLpcReply", SubIpcCall, Synchronization, false},
	18: {"WrVirtualMemory", SubVirtualMemory, MemoryManagement, false},
	19: {"WrPageOut", SubPageOut, MemoryManagement, false},
	20: {"WrRendezvous", SubRendezvous, Synchronization, false},
	21: {"WrKeyedEvent", SubKeyedEvent, Synchronization, false},
	22: {"WrTerminated", SubTerminating, UnknownCategory, false},
	23: {"WrProcessInSwap", SubProcessInSwap, MemoryManagement, false},
	24: {"WrCpuRateControl", SubCpuRateLimited, Preemption, false},
	25: {"WrCalloutStack", SubCalloutStack, MemoryManagement, false},
	26: {"WrKernel", SubKernelGeneric, Synchronization, true},
	27: {"WrResource", SubExecutiveResource, Synchronization, false},
	28: {"WrPushLock", SubPushLock, Synchronization, false},
	29: {"WrMutex", SubKernelMutex, Synchronization, false},
	30: {"WrQuantumEnd", SubQuantumEnd, Preemption, false},
	31: {"WrDispatchInt", SubDispatchInterrupt, Preemption, false},
	32: {"WrPreempted", SubHigherPriority, Preemption, false},
	33: {"WrYieldExecution", SubYield, Preemption, false},
	34: {"WrFastMutex", SubFastMutex, Synchronization, false},
	35: {"WrGuardedMutex", SubGuardedMutex, Synchronization, false},
	36: {"WrRundown", SubRundown, Synchronization, false},
	37: {"WrAlertByThreadId", SubAddressWait, Synchronization, false},
	38: {"WrDeferredPreempt", SubDeferredPreempt, Preemption, false},
	39: {"WrPhysicalFault", SubPhysicalFault, MemoryManagement, false},
	40: {"WrIoRing", SubIoRing, IO, false},
	41: {"WrMdlCache", SubMdlCache, MemoryManagement, false},
	42: {"WrRcu", SubRcu, Synchronization, false},
}

// Codes of windowsReasons that decide a disposition.
const (
	winTerminated = 22
	winCPURate    = 24
	winQuantumEnd = 30
	winPreempted  = 32
	winYield      = 33
	winDeferred   = 38
)

// windowsStates is indexed by the CSwitch field OldThreadState. A sub of SubNone
// means that it is taken from the wait reason.
var windowsStates = [...]struct {
	out  Out
	sub  Sub
	weak bool
}{
	0: {OutWait, SubCreated, true},        // Initialized
	1: {OutPreempt, SubNone, false},       // Ready
	2: {OutPreempt, SubNone, false},       // Running
	3: {OutPreempt, SubNone, false},       // Standby
	4: {OutDead, SubNone, false},          // Terminated
	5: {OutWait, SubNone, false},          // Waiting
	6: {OutWait, SubStackInSwap, false},   // Transition
	7: {OutPreempt, SubNone, false},       // DeferredReady
	8: {OutWait, SubGate, false},          // GateWait (Vista, 7)
	9: {OutWait, SubProcessInSwap, false}, // WaitingForProcessInSwap
}

// WindowsReason is the Reason of a KWAIT_REASON number.
func WindowsReason(code uint8) Reason { return reasonWindows | Reason(code) }

// WindowsSwitchOut maps OldThreadState and OldThreadWaitReason of a CSwitch to a
// disposition: the state decides, the reason qualifies, with CPU rate control the
// one exception.
func WindowsSwitchOut(state, reason uint8) Disposition {
	d := Disposition{Reason: WindowsReason(reason)}
	if int(state) >= len(windowsStates) {
		d.Out, d.Sub, d.Unknown = OutWait, SubUnknown, true
		return d
	}
	s := &windowsStates[state]
	d.Out, d.Sub, d.Unknown = s.out, s.sub, s.weak
	switch {
	case s.out == OutPreempt:
		d.Out, d.Sub = windowsPreempt(reason)
	case s.out == OutWait && s.sub == SubNone:
		return windowsWait(d, reason)
	}
	return d
}

// WindowsWait is the disposition of a switch-out in state Waiting for a reason, for
// sources that report only the reason.
func WindowsWait(reason uint8) Disposition {
	return windowsWait(Disposition{Out: OutWait, Reason: WindowsReason(reason)}, reason)
}

func windowsWait(d Disposition, reason uint8) Disposition {
	switch {
	case int(reason) >= len(windowsReasons):
		d.Sub, d.Unknown = SubUnknown, true
	case reason == winTerminated:
		d.Out, d.Sub = OutDead, SubTerminating
	case reason == winCPURate:
		d.Out, d.Sub = OutPreempt, SubCpuRateLimited
	case reason >= winQuantumEnd && reason <= winYield || reason == winDeferred:
		d.Out, d.Sub = windowsPreempt(reason)
		d.Conflict = true
	default:
		d.Sub = windowsReasons[reason].sub
	}
	return d
}

// windowsPreempt is the disposition of a thread that is still runnable. A stale
// wait reason is common here and then meaningless.
func windowsPreempt(reason uint8) (Out, Sub) {
	if reason == winYield {
		return OutYield, SubYield
	}
	if int(reason) < len(windowsReasons) && windowsReasons[reason].cat == Preemption {
		return OutPreempt, windowsReasons[reason].sub
	}
	return OutPreempt, SubRunnable
}
