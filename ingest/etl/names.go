package etl

import (
	"fmt"

	"threadlens/ingest/etl/payload"
)

// groupNames are the names of the kernel's groups.
var groupNames = map[uint8]string{
	payload.GroupEventTrace: "EventTrace", payload.GroupDiskIO: "DiskIo",
	payload.GroupPageFault: "PageFault", payload.GroupProcess: "Process",
	payload.GroupFileIO: "FileIo", payload.GroupThread: "Thread",
	payload.GroupTCP: "TcpIp", payload.GroupUDP: "UdpIp", payload.GroupRegistry: "Registry",
	payload.GroupSystemConfig: "SystemConfig", payload.GroupPerfInfo: "PerfInfo",
	payload.GroupObject: "Object", payload.GroupImage: "Image",
	payload.GroupStackWalk: "StackWalk", payload.GroupALPC: "ALPC", payload.GroupSplitIO: "SplitIo",
}

func groupName(g uint8) string {
	if n, ok := groupNames[g]; ok {
		return n
	}
	return fmt.Sprintf("Kernel(%#02x)", g)
}

// hookNames are the names of kernel events.
var hookNames = map[payload.HookID]string{
	payload.HookLogFileHeader: "Header", payload.HookExtension: "Extension",
	payload.HookRundownComplete: "RundownComplete", payload.HookEndExtension: "EndExtension",
	payload.HookPartitionInfo: "PartitionInfo",

	payload.HookThreadStart: "Start", payload.HookThreadEnd: "End",
	payload.HookThreadDCStart: "DCStart", payload.HookThreadDCEnd: "DCEnd",
	payload.HookCSwitch: "CSwitch", payload.HookCompactCSwitch: "CompCS",
	payload.HookSpinLock: "SpinLock", payload.HookSetPriority: "SetPriority",
	payload.HookSetBasePriority: "SetBasePriority", payload.HookReadyThread: "ReadyThread",
	payload.HookSetPagePriority: "SetPagePriority", payload.HookSetIOPriority: "SetIoPriority",
	payload.HookQueueEnqueue: "KQueueEnqueue", payload.HookQueueDequeue: "KQueueDequeue",
	payload.HookBoostSet: "AutoBoostSet", payload.HookBoostClear: "AutoBoostClear",
	payload.HookBoostExhaustion: "AutoBoostExhaustion", payload.HookThreadName: "SetName",

	payload.HookProcessStart: "Start", payload.HookProcessEnd: "End",
	payload.HookProcessDCStart: "DCStart", payload.HookProcessDCEnd: "DCEnd",
	payload.HookImageLoad: "ImageLoad", payload.HookProcessTerminate: "Terminate",
	payload.HookProcessCounters: "PerfCtr", payload.HookProcessCountersEnd: "PerfCtrRundown",
	payload.HookProcessDefunct: "Defunct",

	payload.HookImageUnload: "Unload", payload.HookImageDCStart: "DCStart",
	payload.HookImageDCEnd: "DCEnd", payload.HookKernelBase: "KernelBase",
	payload.HookHypercallPage: "HypercallPage",

	payload.HookStackWalk: "Stack", payload.HookStackKeyDeleted: "KeyDelete",
	payload.HookStackKeyRundown: "KeyRundown", payload.HookStackKeyKernel: "KeyKernel",
	payload.HookStackKeyUser: "KeyUser",

	payload.HookSampledProfile: "SampledProfile", payload.HookPMCProfile: "PmcCounterProfile",
	payload.HookPMCConfig: "PmcCounterConfig", payload.HookISRMessage: "ISR-MSI",
	payload.HookSysCallEnter: "SysCallEnter", payload.HookSysCallExit: "SysCallExit",
	payload.HookDebuggerEnabled: "DebuggerEnabled", payload.HookThreadedDPC: "ThreadedDPC",
	payload.HookISR: "ISR", payload.HookDPC: "DPC", payload.HookTimerDPC: "TimerDPC",
	payload.HookIntervalSet: "SetInterval", payload.HookIntervalStart: "CollectionStart",
	payload.HookIntervalEnd: "CollectionEnd", payload.HookSpinLockRates: "SpinLockStart",
	payload.HookSpinLockRatesEnd: "SpinLockEnd",

	payload.HookDiskRead: "Read", payload.HookDiskWrite: "Write",
	payload.HookDiskReadInit: "ReadInit", payload.HookDiskWriteInit: "WriteInit",
	payload.HookDiskFlush: "FlushBuffers", payload.HookDiskFlushInit: "FlushInit",

	payload.HookFileName: "Name", payload.HookFileNameCreate: "FileCreate",
	payload.HookFileNameDelete: "FileDelete", payload.HookFileRundown: "FileRundown",
	payload.HookFileCreate: "Create", payload.HookFileCleanup: "Cleanup",
	payload.HookFileClose: "Close", payload.HookFileRead: "Read", payload.HookFileWrite: "Write",
	payload.HookFileSetInfo: "SetInfo", payload.HookFileDelete: "Delete",
	payload.HookFileRename: "Rename", payload.HookFileDirEnum: "DirEnum",
	payload.HookFileFlush: "Flush", payload.HookFileQueryInfo: "QueryInfo",
	payload.HookFileControl: "FSControl", payload.HookFileEnd: "OperationEnd",
	payload.HookFileDirNotify: "DirNotify", payload.HookFileDeletePath: "DeletePath",
	payload.HookFileRenamePath: "RenamePath",

	payload.HookTransitionFault: "TransitionFault", payload.HookDemandZeroFault: "DemandZeroFault",
	payload.HookCopyOnWrite: "CopyOnWrite", payload.HookGuardPageFault: "GuardPageFault",
	payload.HookHardPageFault: "HardPageFault", payload.HookAccessViolation: "AccessViolation",
	payload.HookHardFault: "HardFault", payload.HookVirtualAlloc: "VirtualAlloc",
	payload.HookVirtualFree: "VirtualFree",

	payload.HookCPU: "CPU", payload.HookPhysicalDisk: "PhyDisk", payload.HookLogicalDisk: "LogDisk",

	payload.HookTCPSend: "Send", payload.HookTCPReceive: "Receive", payload.HookTCPConnect: "Connect",
	payload.HookTCPDisconnect: "Disconnect", payload.HookTCPRetransmit: "Retransmit",
	payload.HookTCPCopy: "Copy",
}

func hookName(h payload.HookID) string {
	if n, ok := hookNames[h]; ok {
		return n
	}
	return fmt.Sprintf("Opcode(%d)", h.Opcode())
}
