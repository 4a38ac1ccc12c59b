package model

// Sub is the sub-reason of a state: why a thread waits, or how it came to be ready,
// preempted or unknown .
type Sub uint8

// Sub-reasons. SubNone prints nothing.
const (
	SubNone Sub = iota

	// Of Unknown.
	SubNotSeen
	SubLoss
	SubHotplug
	SubGap  // events were lost, on any CPU
	SubRace // woken before it was switched out, or not: the trace ends before that is known

	// Of Ready.
	SubDispatch
	SubNew

	// Of Preempted.
	SubRunnable
	SubHigherPriority
	SubNotHigher
	SubSliceEnd
	SubToIdle
	SubThrottled
	SubStolen // the CPU was taken by something that the trace does not record
	SubYield
	SubQuantumEnd
	SubDispatchInterrupt
	SubDeferredPreempt
	SubCpuRateLimited

	// Of Waiting, any system.
	SubUnknown
	SubCreated
	SubInSwap
	SubSleep
	SubSuspended

	// Of Waiting, Windows.
	SubStackInSwap
	SubProcessInSwap
	SubGate
	SubKernelGeneric
	SubFreePage
	SubPageIn
	SubPoolAlloc
	SubUserWait
	SubMessageWait
	SubEventPair
	SubWorkQueue
	SubIpcServerIdle
	SubIpcCall
	SubVirtualMemory
	SubPageOut
	SubRendezvous
	SubKeyedEvent
	SubTerminating
	SubCalloutStack
	SubExecutiveResource
	SubPushLock
	SubKernelMutex
	SubFastMutex
	SubGuardedMutex
	SubRundown
	SubAddressWait
	SubPhysicalFault
	SubIoRing
	SubMdlCache
	SubRcu

	// Of Waiting, Linux.
	SubInterruptible
	SubUninterruptible
	SubTraced
	SubParked
	SubKernelIdle
	SubFutex
	SubFutexTimeout
	SubPollTimeout
	SubPoll
	SubFile
	SubPipe
	SubSocket
	SubNetwork
	SubAsync
	SubIpc
	SubChildWait
	SubMemoryMap
	SubExit
	SubDevice
	SubBlock
	SubFlush    // until written data have reached the device
	SubConnect  // until a peer takes a connection
	SubAccept   // until a peer requests a connection
	SubFileLock // until a file is unlocked

	// Of Waiting, Go.
	SubChanSend
	SubChanRecv
	SubSelect
	SubMutex
	SubCond
	SubSynctest
	SubNetPoll
	SubGcAssist
	SubGcSweep
	SubGcEnd
	SubGcWeak
	SubSystemIdle
	SubGcSuspend
	SubForever
	SubCoroutine
	SubSyscall

	// Of Running.
	SubInSyscall

	// Refinements by classification.
	SubGcWait
	SubHardFault
	SubSoftFault
	SubAlloc
	SubMessageLoop
	SubTimed
	SubCompletion
	SubConsole
	SubLock
	SubCondition
	SubTaskWait
	SubSemaphore
	SubEvent
	SubJoin
	SubGenericWait

	NumSubs
)

// subInfo is the meaning of a sub-reason: the state it belongs to and its category
// if nothing better is known.
type subInfo struct {
	name string
	cat  Category
	weak bool // the category needs better evidence: LowConfidence
	idle bool // IdleWorker
}

// subs is indexed by Sub.
var subs = [NumSubs]subInfo{
	SubNone:     {name: ""},
	SubNotSeen:  {name: "NotSeen", cat: UnknownCategory},
	SubLoss:     {name: "Loss", cat: UnknownCategory},
	SubHotplug:  {name: "Hotplug", cat: UnknownCategory},
	SubGap:      {name: "Gap", cat: UnknownCategory},
	SubRace:     {name: "Race", cat: UnknownCategory},
	SubDispatch: {name: "Dispatch", cat: Dispatch},
	SubNew:      {name: "New", cat: Dispatch},

	SubRunnable:          {name: "Runnable", cat: Preemption},
	SubHigherPriority:    {name: "HigherPriority", cat: Preemption},
	SubNotHigher:         {name: "NotHigher", cat: Preemption},
	SubSliceEnd:          {name: "SliceEnd", cat: Preemption},
	SubToIdle:            {name: "ToIdle", cat: Preemption},
	SubThrottled:         {name: "Throttled", cat: Preemption},
	SubStolen:            {name: "Stolen", cat: Preemption},
	SubYield:             {name: "Yield", cat: Preemption},
	SubQuantumEnd:        {name: "QuantumEnd", cat: Preemption},
	SubDispatchInterrupt: {name: "DispatchInterrupt", cat: Preemption},
	SubDeferredPreempt:   {name: "DeferredPreempt", cat: Preemption},
	SubCpuRateLimited:    {name: "CpuRateLimited", cat: Preemption},

	SubUnknown:   {name: "Unknown", cat: UnknownCategory},
	SubCreated:   {name: "Created", cat: UnknownCategory},
	SubInSwap:    {name: "InSwap", cat: MemoryManagement},
	SubSleep:     {name: "Sleep", cat: Sleep},
	SubSuspended: {name: "Suspended", cat: Synchronization},

	SubStackInSwap:       {name: "StackInSwap", cat: MemoryManagement},
	SubProcessInSwap:     {name: "ProcessInSwap", cat: MemoryManagement},
	SubGate:              {name: "Gate", cat: Synchronization},
	SubKernelGeneric:     {name: "KernelGeneric", cat: IO, weak: true},
	SubFreePage:          {name: "FreePage", cat: MemoryManagement},
	SubPageIn:            {name: "PageIn", cat: MemoryManagement},
	SubPoolAlloc:         {name: "PoolAlloc", cat: MemoryManagement},
	SubUserWait:          {name: "UserWait", cat: Synchronization, weak: true},
	SubMessageWait:       {name: "MessageWait", cat: UIProcessing, weak: true},
	SubEventPair:         {name: "EventPair", cat: Synchronization, weak: true},
	SubWorkQueue:         {name: "WorkQueue", cat: WaitForWork, idle: true},
	SubIpcServerIdle:     {name: "IpcServerIdle", cat: WaitForWork, idle: true},
	SubIpcCall:           {name: "IpcCall", cat: Synchronization},
	SubVirtualMemory:     {name: "VirtualMemory", cat: MemoryManagement},
	SubPageOut:           {name: "PageOut", cat: MemoryManagement},
	SubRendezvous:        {name: "Rendezvous", cat: Synchronization},
	SubKeyedEvent:        {name: "KeyedEvent", cat: Synchronization},
	SubTerminating:       {name: "Terminating", cat: UnknownCategory},
	SubCalloutStack:      {name: "CalloutStack", cat: MemoryManagement},
	SubExecutiveResource: {name: "ExecutiveResource", cat: Synchronization},
	SubPushLock:          {name: "PushLock", cat: Synchronization},
	SubKernelMutex:       {name: "KernelMutex", cat: Synchronization},
	SubFastMutex:         {name: "FastMutex", cat: Synchronization},
	SubGuardedMutex:      {name: "GuardedMutex", cat: Synchronization},
	SubRundown:           {name: "Rundown", cat: Synchronization},
	SubAddressWait:       {name: "AddressWait", cat: Synchronization},
	SubPhysicalFault:     {name: "PhysicalFault", cat: MemoryManagement},
	SubIoRing:            {name: "IoRing", cat: IO},
	SubMdlCache:          {name: "MdlCache", cat: MemoryManagement},
	SubRcu:               {name: "Rcu", cat: Synchronization},

	SubInterruptible:   {name: "Interruptible", cat: UnknownCategory, weak: true},
	SubUninterruptible: {name: "Uninterruptible", cat: IO, weak: true},
	SubTraced:          {name: "Traced", cat: Synchronization},
	SubParked:          {name: "Parked", cat: Sleep},
	SubKernelIdle:      {name: "KernelIdle", cat: WaitForWork, idle: true},
	SubFutex:           {name: "Futex", cat: Synchronization},
	SubFutexTimeout:    {name: "FutexTimeout", cat: Sleep},
	SubPollTimeout:     {name: "PollTimeout", cat: Sleep},
	SubPoll:            {name: "Poll", cat: WaitForWork},
	SubFile:            {name: "File", cat: IO},
	SubPipe:            {name: "Pipe", cat: IO},
	SubSocket:          {name: "Socket", cat: IO},
	SubNetwork:         {name: "Network", cat: IO},
	SubAsync:           {name: "Async", cat: IO},
	SubIpc:             {name: "Ipc", cat: Synchronization},
	SubChildWait:       {name: "ChildWait", cat: Synchronization},
	SubMemoryMap:       {name: "MemoryMap", cat: MemoryManagement},
	SubExit:            {name: "Exit", cat: Synchronization},
	SubDevice:          {name: "Device", cat: IO, weak: true},
	SubBlock:           {name: "Block", cat: IO},
	SubFlush:           {name: "Flush", cat: IO},
	SubConnect:         {name: "Connect", cat: IO},
	SubAccept:          {name: "Accept", cat: WaitForWork},
	SubFileLock:        {name: "FileLock", cat: Synchronization},

	SubChanSend:   {name: "ChanSend", cat: Synchronization},
	SubChanRecv:   {name: "ChanRecv", cat: Synchronization},
	SubSelect:     {name: "Select", cat: Synchronization},
	SubMutex:      {name: "Mutex", cat: Synchronization},
	SubCond:       {name: "Cond", cat: Synchronization},
	SubSynctest:   {name: "Synctest", cat: Synchronization},
	SubNetPoll:    {name: "NetPoll", cat: IO},
	SubGcAssist:   {name: "GcAssist", cat: MemoryManagement},
	SubGcSweep:    {name: "GcSweep", cat: MemoryManagement},
	SubGcEnd:      {name: "GcEnd", cat: MemoryManagement},
	SubGcWeak:     {name: "GcWeak", cat: MemoryManagement},
	SubSystemIdle: {name: "SystemIdle", cat: Sleep, idle: true},
	SubGcSuspend:  {name: "GcSuspend", cat: MemoryManagement},
	SubForever:    {name: "Forever", cat: Synchronization},
	SubCoroutine:  {name: "Coroutine", cat: Synchronization},
	SubSyscall:    {name: "Syscall", cat: IO},

	SubInSyscall: {name: "InSyscall", cat: Execution},

	SubGcWait:    {name: "GcWait", cat: Synchronization},
	SubHardFault: {name: "HardFault", cat: MemoryManagement},
	SubSoftFault: {name: "SoftFault", cat: MemoryManagement},

	SubAlloc:       {name: "Alloc", cat: MemoryManagement},
	SubMessageLoop: {name: "MessageLoop", cat: UIProcessing},
	SubTimed:       {name: "Timed", cat: Sleep},
	SubCompletion:  {name: "Completion", cat: WaitForWork},
	SubConsole:     {name: "Console", cat: IO},
	SubLock:        {name: "Lock", cat: Synchronization},
	SubCondition:   {name: "Condition", cat: Synchronization},
	SubTaskWait:    {name: "TaskWait", cat: Synchronization},
	SubSemaphore:   {name: "Semaphore", cat: Synchronization},
	SubEvent:       {name: "Event", cat: Synchronization},
	SubJoin:        {name: "Join", cat: Synchronization},
	SubGenericWait: {name: "GenericWait", cat: Synchronization},
}

// String is the sub-reason's name, "" for SubNone.
func (s Sub) String() string {
	if s < NumSubs {
		return subs[s].name
	}
	return "?"
}

// Category is the default category of a wait, preemption or ready time with
// this sub-reason, before classification.
func (s Sub) Category() Category {
	if s < NumSubs {
		return subs[s].cat
	}
	return UnknownCategory
}

// ParseSub reads a name that String prints.
func ParseSub(s string) (Sub, bool) {
	for i := range subs {
		if subs[i].name == s {
			return Sub(i), true
		}
	}
	return SubNone, false
}

// flags are the segment flags that come with the default category.
func (s Sub) flags() SegmentFlags {
	var f SegmentFlags
	if s < NumSubs && subs[s].weak {
		f |= LowConfidence
	}
	if s < NumSubs && subs[s].idle {
		f |= IdleWorker
	}
	return f
}
