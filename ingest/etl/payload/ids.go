package payload

import "fmt"

// HookID names a kernel event: group<<8 | opcode.
type HookID uint16

// HookOf joins the two bytes of a record header.
func HookOf(group, opcode uint8) HookID { return HookID(group)<<8 | HookID(opcode) }

// Group is the event's group, GroupThread and so on.
func (h HookID) Group() uint8 { return uint8(h >> 8) }

// Opcode is the event's number in its group.
func (h HookID) Opcode() uint8 { return uint8(h) }

// String is the group and the opcode, such as 0x05/36.
func (h HookID) String() string {
	return fmt.Sprintf("%#02x/%d", h.Group(), h.Opcode())
}

// Groups of kernel events.
const (
	GroupEventTrace   = 0x00
	GroupDiskIO       = 0x01
	GroupPageFault    = 0x02
	GroupProcess      = 0x03
	GroupFileIO       = 0x04
	GroupThread       = 0x05
	GroupTCP          = 0x06
	GroupUDP          = 0x08
	GroupRegistry     = 0x09
	GroupSystemConfig = 0x0B
	GroupPerfInfo     = 0x0F
	GroupObject       = 0x11
	GroupImage        = 0x14
	GroupStackWalk    = 0x18
	GroupALPC         = 0x1A
	GroupSplitIO      = 0x1B
)

// Kernel events of the log itself.
const (
	HookLogFileHeader   HookID = GroupEventTrace << 8
	HookExtension       HookID = GroupEventTrace<<8 | 5 // GroupMasks
	HookRundownComplete HookID = GroupEventTrace<<8 | 8
	HookEndExtension    HookID = GroupEventTrace<<8 | 32 // GroupMasks
	HookPartitionInfo   HookID = GroupEventTrace<<8 | 80
)

// Kernel events of threads.
const (
	HookThreadStart     HookID = GroupThread<<8 | 1
	HookThreadEnd       HookID = GroupThread<<8 | 2
	HookThreadDCStart   HookID = GroupThread<<8 | 3 // rundown at the start
	HookThreadDCEnd     HookID = GroupThread<<8 | 4 // rundown at the end
	HookCSwitch         HookID = GroupThread<<8 | 36
	HookCompactCSwitch  HookID = GroupThread<<8 | 37 // layout not public
	HookSpinLock        HookID = GroupThread<<8 | 41
	HookSetPriority     HookID = GroupThread<<8 | 48
	HookSetBasePriority HookID = GroupThread<<8 | 49
	HookReadyThread     HookID = GroupThread<<8 | 50
	HookSetPagePriority HookID = GroupThread<<8 | 51
	HookSetIOPriority   HookID = GroupThread<<8 | 52
	HookQueueEnqueue    HookID = GroupThread<<8 | 62 // no payload was ever seen
	HookQueueDequeue    HookID = GroupThread<<8 | 63 // no payload was ever seen
	HookBoostSet        HookID = GroupThread<<8 | 66
	HookBoostClear      HookID = GroupThread<<8 | 67
	HookBoostExhaustion HookID = GroupThread<<8 | 68 // BoostClear
	HookThreadName      HookID = GroupThread<<8 | 72
)

// Kernel events of processes.
const (
	HookProcessStart       HookID = GroupProcess<<8 | 1
	HookProcessEnd         HookID = GroupProcess<<8 | 2
	HookProcessDCStart     HookID = GroupProcess<<8 | 3
	HookProcessDCEnd       HookID = GroupProcess<<8 | 4
	HookProcessTerminate   HookID = GroupProcess<<8 | 11
	HookProcessCounters    HookID = GroupProcess<<8 | 32
	HookProcessCountersEnd HookID = GroupProcess<<8 | 33
	HookProcessDefunct     HookID = GroupProcess<<8 | 39
)

// Kernel events of images. The load is in the group of processes.
const (
	HookImageLoad     HookID = GroupProcess<<8 | 10
	HookImageUnload   HookID = GroupImage<<8 | 2
	HookImageDCStart  HookID = GroupImage<<8 | 3
	HookImageDCEnd    HookID = GroupImage<<8 | 4
	HookKernelBase    HookID = GroupImage<<8 | 33 // ImageBase
	HookHypercallPage HookID = GroupImage<<8 | 34 // ImageBase
)

// Kernel events of stacks.
const (
	HookStackWalk       HookID = GroupStackWalk<<8 | 32
	HookStackKeyDeleted HookID = GroupStackWalk<<8 | 35 // StackKeyDef
	HookStackKeyRundown HookID = GroupStackWalk<<8 | 36 // StackKeyDef
	HookStackKeyKernel  HookID = GroupStackWalk<<8 | 37 // StackKeyRef
	HookStackKeyUser    HookID = GroupStackWalk<<8 | 38 // StackKeyRef
)

// Kernel events of profiling and interrupts.
const (
	HookSampledProfile   HookID = GroupPerfInfo<<8 | 46
	HookPMCProfile       HookID = GroupPerfInfo<<8 | 47
	HookPMCConfig        HookID = GroupPerfInfo<<8 | 48
	HookISRMessage       HookID = GroupPerfInfo<<8 | 50 // ISR
	HookSysCallEnter     HookID = GroupPerfInfo<<8 | 51
	HookSysCallExit      HookID = GroupPerfInfo<<8 | 52
	HookDebuggerEnabled  HookID = GroupPerfInfo<<8 | 58
	HookThreadedDPC      HookID = GroupPerfInfo<<8 | 66 // DPC
	HookISR              HookID = GroupPerfInfo<<8 | 67
	HookDPC              HookID = GroupPerfInfo<<8 | 68
	HookTimerDPC         HookID = GroupPerfInfo<<8 | 69 // DPC
	HookIntervalSet      HookID = GroupPerfInfo<<8 | 72 // Interval
	HookIntervalStart    HookID = GroupPerfInfo<<8 | 73 // Interval
	HookIntervalEnd      HookID = GroupPerfInfo<<8 | 74 // Interval
	HookSpinLockRates    HookID = GroupPerfInfo<<8 | 75 // SpinLockSampling
	HookSpinLockRatesEnd HookID = GroupPerfInfo<<8 | 76 // SpinLockSampling
)

// Kernel events of disks.
const (
	HookDiskRead      HookID = GroupDiskIO<<8 | 10
	HookDiskWrite     HookID = GroupDiskIO<<8 | 11
	HookDiskReadInit  HookID = GroupDiskIO<<8 | 12
	HookDiskWriteInit HookID = GroupDiskIO<<8 | 13
	HookDiskFlush     HookID = GroupDiskIO<<8 | 14
	HookDiskFlushInit HookID = GroupDiskIO<<8 | 15
)

// Kernel events of files.
const (
	HookFileName       HookID = GroupFileIO << 8
	HookFileNameCreate HookID = GroupFileIO<<8 | 32 // FileName
	HookFileNameDelete HookID = GroupFileIO<<8 | 35 // FileName
	HookFileRundown    HookID = GroupFileIO<<8 | 36 // FileName
	HookFileCreate     HookID = GroupFileIO<<8 | 64
	HookFileCleanup    HookID = GroupFileIO<<8 | 65 // FileOp
	HookFileClose      HookID = GroupFileIO<<8 | 66 // FileOp
	HookFileRead       HookID = GroupFileIO<<8 | 67 // FileTransfer
	HookFileWrite      HookID = GroupFileIO<<8 | 68 // FileTransfer
	HookFileSetInfo    HookID = GroupFileIO<<8 | 69 // FileInfo
	HookFileDelete     HookID = GroupFileIO<<8 | 70 // FileInfo
	HookFileRename     HookID = GroupFileIO<<8 | 71 // FileInfo
	HookFileDirEnum    HookID = GroupFileIO<<8 | 72 // FileDir
	HookFileFlush      HookID = GroupFileIO<<8 | 73 // FileOp
	HookFileQueryInfo  HookID = GroupFileIO<<8 | 74 // FileInfo
	HookFileControl    HookID = GroupFileIO<<8 | 75 // FileInfo
	HookFileEnd        HookID = GroupFileIO<<8 | 76
	HookFileDirNotify  HookID = GroupFileIO<<8 | 77 // FileDir
	HookFileDeletePath HookID = GroupFileIO<<8 | 79 // FileInfo
	HookFileRenamePath HookID = GroupFileIO<<8 | 80 // FileInfo
)

// Kernel events of memory.
const (
	HookTransitionFault HookID = GroupPageFault<<8 | 10 // PageFault
	HookDemandZeroFault HookID = GroupPageFault<<8 | 11 // PageFault
	HookCopyOnWrite     HookID = GroupPageFault<<8 | 12 // PageFault
	HookGuardPageFault  HookID = GroupPageFault<<8 | 13 // PageFault
	HookHardPageFault   HookID = GroupPageFault<<8 | 14 // PageFault
	HookAccessViolation HookID = GroupPageFault<<8 | 15 // PageFault
	HookHardFault       HookID = GroupPageFault<<8 | 32
	HookVirtualAlloc    HookID = GroupPageFault<<8 | 98 // VirtualMemory
	HookVirtualFree     HookID = GroupPageFault<<8 | 99 // VirtualMemory
)

// Kernel events that describe the machine.
const (
	HookCPU          HookID = GroupSystemConfig<<8 | 10
	HookPhysicalDisk HookID = GroupSystemConfig<<8 | 11
	HookLogicalDisk  HookID = GroupSystemConfig<<8 | 12
)

// Kernel events of the network.
const (
	HookTCPSend       HookID = GroupTCP<<8 | 10
	HookTCPReceive    HookID = GroupTCP<<8 | 11 // TCP
	HookTCPConnect    HookID = GroupTCP<<8 | 12
	HookTCPDisconnect HookID = GroupTCP<<8 | 13 // TCP
	HookTCPRetransmit HookID = GroupTCP<<8 | 14 // TCP
	HookTCPCopy       HookID = GroupTCP<<8 | 18 // TCP
)

// Kernel events of the registry. All between HookRegistryFirst and HookRegistryLast are operations,
// Registry.
const (
	HookRegistryFirst    HookID = GroupRegistry<<8 | 10
	HookRegistryLast     HookID = GroupRegistry<<8 | 29
	HookRegistryCounters HookID = GroupRegistry<<8 | 34
	HookRegistryConfig   HookID = GroupRegistry<<8 | 35
)

// Classes of classic events that are not kernel groups.
var (
	ClassLostEvents  = newGUID(0x6a399ae0, 0x4bc6, 0x4de9, 0x870b, 0x3657f8947e7e)
	ClassImageID     = newGUID(0xb3e675d7, 0x2554, 0x4f18, 0x830b, 0x2762732560de)
	ClassSystemTrace = newGUID(0x9b79ee91, 0xb5fd, 0x41c0, 0xa243, 0x4248e266e9d0)
	ClassSchema      = newGUID(0xbbccf6c1, 0x6cd1, 0x48c4, 0x80ff, 0x839482e37671)
	ClassWinSAT      = newGUID(0xed54dff8, 0xc409, 0x4cf6, 0xbf83, 0x05e1e61a09c4)
)

// Opcodes of those classes.
const (
	LostEvent  = 32 // ClassLostEvents; all three are Empty
	LostBuffer = 33
	LostFile   = 34

	ImageIDFile       = 0 // ClassImageID: ImageID
	ImageIDPDB        = 36
	ImageIDManagedPDB = 37

	SystemBuild   = 32 // ClassSystemTrace: BuildInfo
	SystemPaths   = 33 // PathPair
	SystemVolumes = 35 // PathPair

	SchemaEvent = 32 // ClassSchema: EventInfo
	SchemaMap   = 33 // names of numbers: not decoded
)

// Providers of events that have decoders here, or a special meaning (Microsoft, settings of the
// Concurrency Visualizer).
var (
	ProviderCLR        = newGUID(0xe13c0d23, 0xccbc, 0x4e12, 0x931b, 0xd9cc2eee27e4)
	ProviderCLRRundown = newGUID(0xa669021c, 0xc450, 0x4609, 0xa035, 0x5af59af4df18)
	ProviderMarkers    = newGUID(0x8d4925ab, 0x505a, 0x483b, 0xa7e0, 0x6f824a07a6f0) // Concurrency Visualizer SDK
	ProviderScenario   = newGUID(0xfb9244c9, 0xf23a, 0x4966, 0x8a9c, 0x97a51f8c355b) // its predecessor
	ProviderTPL        = newGUID(0x2e5dba47, 0xa3d2, 0x4d16, 0x8ee0, 0x6671ffdcd7b5) // tasks
	ProviderDataflow   = newGUID(0x16f53577, 0xe41d, 0x43d4, 0xb47e, 0xc17025bf4025)
	ProviderSync       = newGUID(0xec631d38, 0x466b, 0x4290, 0x9306, 0x834971ba0217) // System.Threading.Synchronization
	ProviderPLINQ      = newGUID(0x159eeeec, 0x4a14, 0x4418, 0xa8fe, 0xfaabcd987887)
	ProviderConcRT     = newGUID(0xf7b697a3, 0x4db5, 0x4d3b, 0xbe71, 0xc4d284e6592f) // C++ Concurrency Runtime
)

// Events of ProviderCLR, by id. Those of methods are shared with ProviderCLRRundown, where load and
// unload mean the rundown at the start and at the end.
const (
	CLRGCStart             = 1
	CLRGCStop              = 2
	CLRRestartEnd          = 3 // GCMark
	CLRRestartBegin        = 7 // GCMark
	CLRSuspendEnd          = 8 // GCMark
	CLRSuspendBegin        = 9 // GCSuspend
	CLRContentionStart     = 81
	CLRStackWalk           = 82
	CLRContentionStop      = 91
	CLRMethodLoad          = 141
	CLRMethodUnload        = 142
	CLRMethodLoadVerbose   = 143
	CLRMethodUnloadVerbose = 144
	CLRModuleLoad          = 152 // Module
	CLRModuleUnload        = 153 // Module
)

// Events of ProviderCLRRundown about modules. Their ids have another meaning in ProviderCLR; event
// 152 is about a part of a module in an application domain.
const (
	CLRModuleDCStart = 153 // Module
	CLRModuleDCEnd   = 154 // Module
)

// Events of ProviderMarkers, by id.
const (
	MarkerEnter   = 1
	MarkerLeave   = 2
	MarkerFlag    = 3
	MarkerMessage = 4
)

// EventSourceManifest is the event of any provider that contains a ManifestChunk, by id and by
// opcode.
const (
	EventSourceManifest       = 65534
	EventSourceManifestOpcode = 254
)

// Types of extended items.
const (
	ExtRelatedActivity = 1 // GUID
	ExtSID             = 2
	ExtSession         = 3
	ExtStack32         = 5 // ItemStack
	ExtStack64         = 6 // ItemStack
	ExtPMC             = 8
	ExtSchema          = 11 // TraceLogging
	ExtTraits          = 12 // ProviderTraits
	ExtProcessStartKey = 13
	ExtQPCDelta        = 15
	ExtStackKey32      = 17 // ItemStackKey
	ExtStackKey64      = 18 // ItemStackKey
)

// classGroups are the kernel groups whose events may also arrive in classic records, with the class
// instead of the group.
var classGroups = map[GUID]uint8{
	newGUID(0x68fdd900, 0x4a3e, 0x11d1, 0x84f4, 0x0000f80464e3): GroupEventTrace,
	newGUID(0x3d6fa8d4, 0xfe05, 0x11d0, 0x9dda, 0x00c04fd7ba7c): GroupDiskIO,
	newGUID(0x3d6fa8d3, 0xfe05, 0x11d0, 0x9dda, 0x00c04fd7ba7c): GroupPageFault,
	newGUID(0x3d6fa8d0, 0xfe05, 0x11d0, 0x9dda, 0x00c04fd7ba7c): GroupProcess,
	newGUID(0x90cbdc39, 0x4a3e, 0x11d1, 0x84f4, 0x0000f80464e3): GroupFileIO,
	newGUID(0x3d6fa8d1, 0xfe05, 0x11d0, 0x9dda, 0x00c04fd7ba7c): GroupThread,
	newGUID(0x9a280ac0, 0xc8e0, 0x11d1, 0x84e2, 0x00c04fb998a2): GroupTCP,
	newGUID(0xbf3a50c5, 0xa9c9, 0x4988, 0xa005, 0x2df0b7c80f80): GroupUDP,
	newGUID(0xae53722e, 0xc863, 0x11d2, 0x8659, 0x00c04fa321a1): GroupRegistry,
	newGUID(0x01853a65, 0x418f, 0x4f36, 0xaefc, 0xdc0f1d2fd235): GroupSystemConfig,
	newGUID(0xce1dbfb4, 0x137e, 0x4da6, 0x87b0, 0x3f59aa102cbc): GroupPerfInfo,
	newGUID(0x89497f50, 0xeffe, 0x4440, 0x8cf2, 0xce6b1cdcaca7): GroupObject,
	newGUID(0x2cb15d1d, 0x5fc1, 0x11d2, 0xabe1, 0x00a0c911f518): GroupImage,
	newGUID(0xdef2fe46, 0x7bd6, 0x4b80, 0xbd94, 0xf57fe20d0ce3): GroupStackWalk,
	newGUID(0x45d8cccd, 0x539f, 0x4b72, 0xa8b7, 0x5c683142609a): GroupALPC,
	newGUID(0xd837ca92, 0x12b9, 0x44a5, 0xad6a, 0x3a65b3578aa8): GroupSplitIO,
}

// ClassHook is the kernel event of a classic record with this class and opcode; false if the class
// is not one of the kernel's. The load of an image has the image class there, but the group of
// processes elsewhere.
func ClassHook(class GUID, opcode uint8) (h HookID, ok bool) {
	group, ok := classGroups[class]
	if !ok {
		return 0, false
	}
	if group == GroupImage && opcode == HookImageLoad.Opcode() {
		return HookImageLoad, true
	}
	return HookOf(group, opcode), true
}
