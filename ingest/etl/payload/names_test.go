package payload

// notKept are the fields of vectors without meaning: padding, and pointers into the recorder's
// memory. The reserved word of a sample is flags, which checkField knows.
var notKept = map[string]bool{
	"Reserved": true, "Reserved0": true, "Reserved1": true, "Reserved2": true, "Reserved3": true,
	"Reserved4": true, "SpareByte": true, "Padding": true, "LoggerName": true, "LogFileName": true,
}

// vectorNames translates the names of the vectors' fields; where the name depends on the structure,
// the first one that the structure has applies.
var vectorNames = map[string]string{
	// the log
	"ProviderVersion": "Build", "NumberOfProcessors": "Processors", "BuffersWritten": "Buffers",
	"CPUSpeed": "CPUMHz", "ReservedFlags": "ClockType", "KernelEventVersion": "KernelVersion",
	// threads and processes
	"ProcessId": "PID", "ThreadId": "TID", "TThreadId": "TID", "TTID": "TID", "IssuingThreadId": "TID",
	"StackProcess": "PID", "StackThread": "TID",
	// images
	"BaseAddress": "Base", "ModuleSize": "Size", "ImageCheckSum": "Checksum", "TimeDateStamp": "Timestamp",
	"ImageFileName": "Image Name",
	// processes
	"UniqueProcessKey": "Key", "PageDirectoryBase": "Key", "ParentId": "Parent", "SessionId": "Session",
	"DirectoryTableBase": "DirectoryTable", "PackageFullName": "Package", "ApplicationId": "Application",
	"PageFaultCount": "PageFaults", "HandleCount": "Handles", "PeakVirtualSize": "PeakVirtual",
	"PeakWorkingSetSize": "PeakWorkingSet", "PeakPagefileUsage": "PeakPagefile",
	"QuotaPeakPagedPoolUsage": "PeakPagedPool", "QuotaPeakNonPagedPoolUsage": "PeakNonPagedPool",
	"VirtualSize": "Virtual", "WorkingSetSize": "WorkingSet", "PagefileUsage": "Pagefile",
	"QuotaPagedPoolUsage": "PagedPool", "QuotaNonPagedPoolUsage": "NonPagedPool", "PrivatePageCount": "PrivatePages",
	// profiling and interrupts
	"InstructionPointer": "IP", "InitialTime": "Start", "ReturnValue": "Return", "MessageNumber": "Message",
	"SysCallAddress": "Routine", "SysCallNtStatus": "Status", "NewInterval": "New", "OldInterval": "Old",
	"SourceName": "Name", "SpinLockSpinThreshold": "SpinThreshold", "SpinLockContentionSampleRate": "ContentionRate",
	"SpinLockAcquireSampleRate": "AcquireRate", "SpinLockHoldThreshold": "HoldThreshold", "EventTimeStamp": "Time",
	// threads
	"StartAddr": "Start", "Win32StartAddr": "Win32Start", "TebBase": "TEB", "IoPriority": "IOPriority",
	"ThreadFlags": "Flags", "NewThreadId": "New", "OldThreadId": "Old", "NewThreadPriority": "NewPriority",
	"OldThreadPriority": "OldPriority", "OldThreadWaitReason": "WaitReason", "OldThreadWaitMode": "WaitMode",
	"OldThreadState": "State", "OldThreadWaitIdealProcessor": "IdealProcessor", "NewThreadWaitTime": "NewWaitTime",
	"OldPriority": "Old", "NewPriority": "New", "Flag": "Flags",
	"SpinLockAddress": "Lock", "CallerAddress": "Caller", "AcquireTime": "Acquired", "ReleaseTime": "Released",
	"WaitTimeInCycles": "WaitCycles", "SpinCount": "Spins", "InterruptCount": "Interrupts", "Irql": "IRQL",
	"AcquireDepth": "Depth", "LockAddress": "Lock", "NewCpuPriorityFloor": "NewFloor",
	"OldCpuPriority": "OldPriority", "IoPriorities": "IOPriorities", "BoostFlags": "Flags", "BoostBitmap": "Bitmap",
	// network
	"size": "Size", "daddr": "Remote", "saddr": "Local", "dport": "RemotePort", "sport": "LocalPort",
	"startime": "Start", "endtime": "End", "seqnum": "Sequence", "connid": "Connection", "mss": "MaxSegment",
	"sackopt": "SelectiveAck", "tsopt": "Timestamps", "wsopt": "WindowScaling", "rcvwin": "ReceiveWindow",
	"rcvwinscale": "ReceiveScale", "sndwinscale": "SendScale",
	// registry
	"KeyHandle": "Key", "KeyName": "Name", "ElapsedTime": "Elapsed", "CurrentControlSet": "ControlSet",
	// disks and files
	"DiskNumber": "Disk", "IrpFlags": "IRPFlags", "TransferSize": "Size", "ByteOffset": "Offset", "Irp": "IRP",
	"HighResResponseTime": "ResponseTime", "IrpPtr": "IRP", "FileName": "Name Path", "OpenPath": "Path",
	"CreateOptions": "Options", "FileAttributes": "Attributes", "ShareAccess": "Share", "IoSize": "Size",
	"IoFlags": "Flags", "ExtraInfo": "Extra", "InfoClass": "Class", "FileIndex": "Index", "NtStatus": "Status",
	// memory
	"VirtualAddress": "Address", "ProgramCounter": "IP", "RegionSize": "Size", "ByteCount": "Size",
}
