package record

import (
	"slices"

	"threadlens/ingest/internal/controller"
)

// kernelFlag is a flag under which Windows records events of the kernel.
type kernelFlag struct {
	xperf string // its name in xperf
	flag  uint32
}

// kernelFlags are the requested ones. Waits has none: why a thread begins to wait is in every
// switch. Hard faults, which read a disk, are few.
func (o *Options) kernelFlags() []kernelFlag {
	list := []kernelFlag{
		{"PROC_THREAD", controller.FlagProcess | controller.FlagThread},
		{"LOADER", controller.FlagImage},
		{"CSWITCH", controller.FlagSwitch},
		{"DISPATCHER", controller.FlagDispatcher},
	}
	for _, x := range []struct {
		group Group
		flags []kernelFlag
	}{
		{Irqs, []kernelFlag{{"DPC", controller.FlagDPC}, {"INTERRUPT", controller.FlagInterrupt}}},
		{Disk, []kernelFlag{
			{"DISK_IO", controller.FlagDisk},
			{"DISK_IO_INIT", controller.FlagDiskInit},
			{"FILENAME", controller.FlagDiskFile},
			{"HARD_FAULTS", controller.FlagHardFault},
		}},
		{Syscalls, []kernelFlag{{"SYSCALL", controller.FlagSystemCall}}},
		{Faults, []kernelFlag{{"ALL_FAULTS", controller.FlagPageFault | controller.FlagHardFault}}},
	} {
		if slices.Contains(o.Groups, x.group) {
			list = append(list, x.flags...)
		}
	}
	if o.Samples > 0 {
		list = append(list, kernelFlag{"PROFILE", controller.FlagProfile})
	}
	return list
}

// kernelStack is an event of the Windows kernel whose call stack is useful.
type kernelStack struct {
	xperf string
	event controller.ClassicEvent
}

// kernelStacks are those whose stacks are recorded.
func (o *Options) kernelStacks() []kernelStack {
	if !o.Stacks {
		return nil
	}
	list := []kernelStack{{"CSwitch", controller.StackSwitch}, {"ReadyThread", controller.StackReady}, {"ThreadCreate", controller.StackThreadStart}}
	if o.Samples > 0 {
		list = append(list, kernelStack{"Profile", controller.StackSample})
	}
	if slices.Contains(o.Groups, Syscalls) {
		list = append(list, kernelStack{"SyscallEnter", controller.StackSystemCall})
	}
	return list
}

// sampleInterval is the time between two samples, in units of 100 ns.
func (o *Options) sampleInterval() uint32 {
	const second = 10_000_000
	if o.Samples <= 0 {
		return 0
	}
	return uint32(max(second/o.Samples, 1))
}
