package classify_test

import (
	"testing"

	"threadlens/model/classify"
)

// ruleCases are stacks, innermost frame first, and what is said of a wait in them.
var ruleCases = []struct{ os, frames, want string }{
	// Windows
	{"windows", "nt!KiSwapContext ntoskrnl.exe!MiWaitForInPageComplete nt!MmAccessFault App!main", "MemoryManagement.HardFault P1 win-hard-fault ntoskrnl.exe!MiWaitForInPageComplete"},
	{"windows", "nt!KeWaitForSingleObject ntdll!NtAllocateVirtualMemory KernelBase.dll!VirtualAllocEx App!main", "MemoryManagement.Alloc P1 win-alloc ntdll!NtAllocateVirtualMemory"},
	{"windows", "win32u!NtUserGetMessage user32!GetMessageW App!main", "UIProcessing.MessageLoop P2 win-message-loop user32!GetMessageW"},
	{"windows", "win32u!NtUserMsgWaitForMultipleObjectsEx combase.dll!CCliModalLoop::BlockFn combase.dll!CoWaitForMultipleHandles App!main", "UIProcessing.MessageLoop P2 win-com-wait combase.dll!CoWaitForMultipleHandles"},
	{"windows", "ntdll!NtDelayExecution kernelbase!SleepEx App!main", "Sleep.Timed P2 win-sleep kernelbase!SleepEx"},
	{"windows", "ntdll!NtYieldExecution kernelbase!SwitchToThread App!main", "Sleep.Yield P2 win-yield kernelbase!SwitchToThread"},
	{"windows", "ntdll!NtReadFile kernelbase!ReadFile App!main", "IO.File P2 win-file kernelbase!ReadFile"},
	{"windows", "nt!KeWaitForSingleObject nt!IopCloseFile kernelbase!CloseHandle App!main", "IO.File P2 win-file nt!IopCloseFile"},
	{"windows", "ntdll!NtDeviceIoControlFile mswsock!WSPRecv ws2_32!recv App!main", "IO.Network P2 win-network ws2_32!recv"},
	{"windows", "ntdll!NtRemoveIoCompletion kernelbase!GetQueuedCompletionStatus App!loop", "IO.Completion P2 win-completion kernelbase!GetQueuedCompletionStatus"},
	{"windows", "ntdll!NtWaitForWorkViaWorkerFactory ntdll!TppWorkerThread kernel32!BaseThreadInitThunk", "IO.Completion P2 win-pool-worker ntdll!TppWorkerThread"},
	{"windows", "ntdll!NtFsControlFile kernelbase!ConnectNamedPipe App!serve", "IO.Pipe P2 win-pipe kernelbase!ConnectNamedPipe"},
	{"windows", "kernelbase!ReadConsoleW App!main", "IO.Console P2 win-console kernelbase!ReadConsoleW"},
	{"windows", "ntdll!NtWaitForAlertByThreadId ntdll!RtlpWaitOnCriticalSection ntdll!RtlEnterCriticalSection App!main", "Synchronization.Lock P2 win-lock ntdll!RtlEnterCriticalSection"},
	{"windows", "ntdll!NtWaitForAlertByThreadId ntdll!RtlSleepConditionVariableSRW kernelbase!SleepConditionVariableSRW App!main", "Synchronization.Condition P2 win-condition kernelbase!SleepConditionVariableSRW"},
	{"windows", "ntdll!NtAlpcSendWaitReceivePort rpcrt4!LRPC_CCALL::SendReceive rpcrt4!NdrClientCall3 App!main", "Synchronization.Ipc P2 win-ipc rpcrt4!NdrClientCall3"},
	{"windows", "ntdll!NtWaitForSingleObject kernelbase!WaitForSingleObjectEx App!main", "Synchronization.GenericWait P2 win-generic kernelbase!WaitForSingleObjectEx"},

	// Linux
	{"linux", "kernel!__schedule kernel!schedule kernel!io_schedule kernel!filemap_fault kernel!handle_mm_fault App!main", "MemoryManagement.HardFault P1 linux-hard-fault kernel!filemap_fault"},
	{"linux", "kernel!schedule kernel!io_schedule kernel!folio_wait_bit_common kernel!do_fault kernel!handle_mm_fault App!main", "MemoryManagement.HardFault P1 linux-fault-page kernel!folio_wait_bit_common"},
	{"linux", "kernel!schedule kernel!schedule_timeout kernel!throttle_direct_reclaim kernel!try_to_free_pages App!main", "MemoryManagement.Alloc P1 linux-alloc kernel!throttle_direct_reclaim"},
	{"linux", "kernel!schedule kernel!do_poll libc.so.6!poll libglib-2.0.so.0!g_main_context_iteration libQt5Core.so.5!QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>) App!main", "UIProcessing.MessageLoop P2 linux-gui libQt5Core.so.5!QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>)"},
	{"linux", "kernel!schedule kernel!do_nanosleep kernel!hrtimer_nanosleep libc-2.31.so!clock_nanosleep@@GLIBC_2.17 App!main", "Sleep.Timed P2 linux-sleep libc-2.31.so!clock_nanosleep@@GLIBC_2.17"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range kernel!do_syscall_64 App!main", "Sleep.Timed P2 linux-timed-wait kernel!schedule_hrtimeout_range"},
	{"linux", "kernel!schedule kernel!do_sched_yield libc.so.6!sched_yield App!main", "Sleep.Yield P2 linux-yield libc.so.6!sched_yield"},
	{"linux", "kernel!schedule kernel!worker_thread kernel!kthread", "Sleep.KernelIdle P2 linux-kworker kernel!worker_thread"},
	{"linux", "kernel!schedule kernel!wait_for_completion_state kernel!kernel_clone kernel!__x64_sys_vfork libc.so.6!vfork App!main", "Synchronization.ChildWait P2 linux-child kernel!__x64_sys_vfork"},
	{"linux", "kernel!schedule kernel!jbd2_log_wait_commit kernel!ext4_sync_file libc.so.6!fsync App!main", "IO.File P2 linux-file libc.so.6!fsync"},
	{"linux", "kernel!schedule kernel!io_schedule.part.0 kernel!folio_wait_writeback App!main", "IO.File P2 linux-file-page kernel!folio_wait_writeback"},
	{"linux", "kernel!schedule kernel!vfs_read libc.so.6!read App!main", "IO.File P2 linux-read-write libc.so.6!read"},
	{"linux", "kernel!schedule kernel!sk_wait_data kernel!tcp_recvmsg kernel!vfs_read libc.so.6!read App!main", "IO.Network P2 linux-network kernel!tcp_recvmsg"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range kernel!ep_poll libc.so.6!epoll_wait App!loop", "IO.Completion P2 linux-completion libc.so.6!epoll_wait"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range kernel!do_poll.constprop.0 kernel!do_sys_poll App!main", "IO.Poll P2 linux-poll kernel!do_sys_poll"},
	{"linux", "kernel!schedule kernel!pipe_read kernel!vfs_read libc.so.6!read App!main", "IO.Pipe P2 linux-pipe kernel!pipe_read"},
	{"linux", "kernel!schedule kernel!n_tty_read kernel!tty_read kernel!vfs_read libc.so.6!read App!main", "IO.Console P2 linux-console kernel!tty_read"},
	{"linux", "kernel!schedule kernel!futex_wait_queue kernel!do_futex libc.so.6!__lll_lock_wait libc.so.6!___pthread_mutex_lock App!main", "Synchronization.Lock P2 linux-lock libc.so.6!___pthread_mutex_lock"},
	{"linux", "kernel!schedule kernel!futex_wait_queue kernel!futex_wait libc.so.6!__pthread_cond_wait_common libc.so.6!pthread_cond_wait@@GLIBC_2.3.2 libstdc++.so.6!std::condition_variable::wait(std::unique_lock<std::mutex>&) App!main", "Synchronization.Condition P2 linux-condition libstdc++.so.6!std::condition_variable::wait(std::unique_lock<std::mutex>&)"},
	{"linux", "kernel!schedule kernel!do_futex libc.so.6!__new_sem_wait_slow64.constprop.0 libc.so.6!sem_wait App!main", "Synchronization.Semaphore P2 linux-semaphore libc.so.6!sem_wait"},
	{"linux", "kernel!schedule kernel!schedule_timeout kernel!wait_for_completion kernel!flush_work App!main", "Synchronization.Event P2 linux-event kernel!wait_for_completion"},
	{"linux", "kernel!schedule kernel!do_msgrcv libc.so.6!msgrcv App!main", "Synchronization.Ipc P2 linux-ipc libc.so.6!msgrcv"},
	{"linux", "kernel!schedule kernel!do_wait kernel!kernel_wait4 libc.so.6!wait4 App!main", "Synchronization.ChildWait P2 linux-child libc.so.6!wait4"},
	{"linux", "kernel!schedule kernel!do_futex libc.so.6!__pthread_clockjoin_ex libc.so.6!pthread_join App!main", "Synchronization.Join P2 linux-join libc.so.6!pthread_join"},
	{"linux", "kernel!__schedule kernel!schedule App!main", "Synchronization.GenericWait P2 linux-generic kernel!schedule"},

	// .NET
	{"windows", "win32u!NtUserGetMessage System.Windows.Forms.ni.dll!System.Windows.Forms.Application+ThreadContext.RunMessageLoopInner App!Main", "UIProcessing.MessageLoop P2 dotnet-ui System.Windows.Forms.ni.dll!System.Windows.Forms.Application+ThreadContext.RunMessageLoopInner"},
	{"windows", "ntdll!NtDelayExecution clr!ThreadNative::Sleep mscorlib!System.Threading.Thread.Sleep App!Main", "Sleep.Timed P2 dotnet-sleep mscorlib!System.Threading.Thread.Sleep"},
	{"windows", "ntdll!NtYieldExecution mscorlib!SpinWait.SpinOnce App!Main", "Sleep.Yield P2 dotnet-yield mscorlib!SpinWait.SpinOnce"},
	{"windows", "ntdll!NtReadFile mscorlib!System.IO.FileStream.ReadCore App!Main", "IO.File P2 dotnet-file mscorlib!System.IO.FileStream.ReadCore"},
	{"windows", "mswsock!WSPRecv System.dll!System.Net.Sockets.Socket.Receive App!Main", "IO.Network P2 dotnet-network System.dll!System.Net.Sockets.Socket.Receive"},
	{"linux", "kernel!ep_poll System.Net.Sockets.dll!System.Net.Sockets.SocketAsyncEngine.EventLoop", "IO.Completion P2 dotnet-completion System.Net.Sockets.dll!System.Net.Sockets.SocketAsyncEngine.EventLoop"},
	{"windows", "kernelbase!ReadFile System.Console.dll!System.Console.ReadLine App!Main", "IO.Console P2 dotnet-console System.Console.dll!System.Console.ReadLine"},
	{"windows", "ntdll!NtWaitForMultipleObjects kernelbase!WaitForMultipleObjectsEx clr!CLREventBase::Wait clr!AwareLock::EnterEpilog clr!JIT_MonEnter mscorlib!System.Threading.Monitor.Enter(System.Object) App!Main", "Synchronization.Lock P2 clr-lock mscorlib!System.Threading.Monitor.Enter(System.Object)"},
	{"windows", "ntdll!NtWaitForSingleObject clr!CLREventBase::Wait clr!SVR::gc_heap::wait_for_gc_done clr!SVR::GCHeap::Alloc clr!JIT_NewArr1 App!Main", "Synchronization.GcWait P2 clr-gc-wait clr!JIT_NewArr1"},
	{"windows", "ntdll!NtWaitForSingleObject mscorlib!Monitor.Wait mscorlib!ManualResetEventSlim.Wait App!Main", "Synchronization.Condition P2 dotnet-condition mscorlib!ManualResetEventSlim.Wait"},
	{"windows", "mscorlib!Monitor.Wait mscorlib!ManualResetEventSlim.Wait mscorlib!System.Threading.Tasks.Task.InternalWait mscorlib!System.Threading.Tasks.Task.Wait App!Main", "Synchronization.TaskWait P2 dotnet-task mscorlib!System.Threading.Tasks.Task.Wait"},
	{"windows", "mscorlib!TaskAwaiter.HandleNonSuccessAndDebuggerNotification mscorlib!TaskAwaiter.GetResult App!Main", "Synchronization.TaskWait P2 dotnet-task-result mscorlib!TaskAwaiter.HandleNonSuccessAndDebuggerNotification"},
	{"windows", "kernelbase!WaitForSingleObjectEx System.Private.CoreLib!LowLevelLifoSemaphore.WaitForSignal System.Private.CoreLib!PortableThreadPool+WorkerThread.WorkerThreadStart", "Synchronization.TaskWait P2 dotnet-pool-worker System.Private.CoreLib!PortableThreadPool+WorkerThread.WorkerThreadStart"},
	{"windows", "mscorlib!WaitHandle.WaitOneNoCheck mscorlib!Semaphore.WaitOne App!Main", "Synchronization.Semaphore P2 dotnet-semaphore mscorlib!Semaphore.WaitOne"},
	{"windows", "mscorlib!WaitHandle.WaitOneNoCheck mscorlib!WaitHandle.WaitOne App!Main", "Synchronization.Event P2 dotnet-event mscorlib!WaitHandle.WaitOne"},
	{"windows", "mscorlib!WaitHandle.WaitOne System!System.Diagnostics.Process.WaitForExit App!Main", "Synchronization.ChildWait P2 dotnet-child System!System.Diagnostics.Process.WaitForExit"},
	{"windows", "mscorlib!WaitHandle.WaitOneNoCheck App!Main", "Synchronization.GenericWait P2 dotnet-generic mscorlib!WaitHandle.WaitOneNoCheck"},

	// Java
	{"linux", "libc.so.6!poll java.awt.EventQueue.getNextEvent App.main", "UIProcessing.MessageLoop P2 java-ui java.awt.EventQueue.getNextEvent"},
	{"linux", "libjvm.so!os::PlatformEvent::park_nanos(long) Ljava/lang/Thread;::sleep App.main", "Sleep.Timed P2 java-sleep Ljava/lang/Thread;::sleep"},
	{"linux", "libc.so.6!sched_yield java.lang.Thread.yield App.main", "Sleep.Yield P2 java-yield java.lang.Thread.yield"},
	{"linux", "libc.so.6!read java.io.FileInputStream.readBytes App.main", "IO.File P2 java-file java.io.FileInputStream.readBytes"},
	{"linux", "libc.so.6!poll sun.nio.ch.Net.poll sun.nio.ch.NioSocketImpl.park App.main", "IO.Network P2 java-network sun.nio.ch.NioSocketImpl.park"},
	{"linux", "libc.so.6!epoll_wait sun.nio.ch.EPoll.wait sun.nio.ch.EPollSelectorImpl.doSelect App.main", "IO.Completion P2 java-completion sun.nio.ch.EPoll.wait"},
	{"linux", "libc.so.6!read java.lang.ProcessImpl$ProcessPipeInputStream.fill App.main", "IO.Pipe P2 java-pipe java.lang.ProcessImpl$ProcessPipeInputStream.fill"},
	{"linux", "libjvm.so!os::PlatformEvent::park libjvm.so!ObjectMonitor::enter(JavaThread*) App.main", "Synchronization.Lock P2 java-lock libjvm.so!ObjectMonitor::enter(JavaThread*)"},
	{"linux", "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireQueued App.main", "Synchronization.Lock P2 java-park-lock java.util.concurrent.locks.LockSupport.park"},
	{"linux", "libc.so.6!pthread_cond_wait libjvm.so!SafepointSynchronize::block(JavaThread*) App.main", "Synchronization.GcWait P2 jvm-gc-wait libjvm.so!SafepointSynchronize::block(JavaThread*)"},
	{"linux", "libjvm.so!ObjectMonitor::wait(long,bool,JavaThread*) java.lang.Object.wait App.main", "Synchronization.Condition P2 java-condition java.lang.Object.wait"},
	{"linux", "java.lang.Object.wait java.lang.Thread.join App.main", "Synchronization.TaskWait P2 java-task java.lang.Thread.join"},
	{"linux", "java.util.concurrent.locks.LockSupport.park java.util.concurrent.ThreadPoolExecutor.getTask", "Synchronization.TaskWait P2 java-pool-worker java.util.concurrent.ThreadPoolExecutor.getTask"},
	{"linux", "java.util.concurrent.locks.LockSupport.park java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireShared java.util.concurrent.Semaphore.acquire App.main", "Synchronization.Semaphore P2 java-semaphore java.util.concurrent.Semaphore.acquire"},
	{"linux", "java.lang.Object.wait java.lang.ProcessImpl.waitFor App.main", "Synchronization.ChildWait P2 java-child java.lang.ProcessImpl.waitFor"},
	{"linux", "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park App.main", "Synchronization.GenericWait P2 java-generic jdk.internal.misc.Unsafe.park"},

	// Go
	{"linux", "app!runtime.gopark app!runtime.gcParkAssist app!runtime.gcAssistAlloc app!main.work", "MemoryManagement.GcAssist P1 go-gc app!runtime.gcParkAssist"},
	{"linux", "app!runtime.gopark app!time.Sleep app!main.main", "Sleep.Timed P2 go-sleep app!time.Sleep"},
	{"linux", "app!runtime.gopark app!runtime.Gosched app!main.main", "Sleep.Yield P2 go-yield app!runtime.Gosched"},
	{"linux", "app!syscall.read app!internal/poll.(*FD).Read app!os.(*File).Read app!main.main", "IO.File P2 go-file app!os.(*File).Read"},
	{"linux", "app!runtime.gopark app!internal/poll.(*FD).Read app!main.main", "IO.File P2 go-descriptor app!internal/poll.(*FD).Read"},
	{"linux", "app!runtime.gopark app!internal/poll.(*FD).Read app!net.(*netFD).Read app!main.main", "IO.Network P2 go-network app!net.(*netFD).Read"},
	{"linux", "app!runtime/internal/syscall.EpollWait app!runtime.netpoll app!runtime.findRunnable", "IO.Completion P2 go-netpoll app!runtime.netpoll"},
	{"linux", "app!runtime.gopark app!runtime.semacquire1 app!internal/sync.(*Mutex).lockSlow app!sync.(*Mutex).Lock app!main.main", "Synchronization.Lock P2 go-lock app!sync.(*Mutex).Lock"},
	{"linux", "app!runtime.gopark app!sync.runtime_notifyListWait app!sync.(*Cond).Wait app!main.main", "Synchronization.Condition P2 go-condition app!sync.(*Cond).Wait"},
	{"linux", "app!runtime.gopark app!runtime.semacquire1 app!sync.(*WaitGroup).Wait app!main.main", "Synchronization.TaskWait P2 go-wait-group app!sync.(*WaitGroup).Wait"},
	{"linux", "app!runtime.gopark app!runtime.chanrecv1[...] app!main.main", "Synchronization.TaskWait P2 go-channel app!runtime.chanrecv1[...]"},
	{"linux", "app!runtime.gopark app!runtime.semacquire1 app!main.main", "Synchronization.Semaphore P2 go-semaphore app!runtime.semacquire1"},
	{"linux", "app!syscall.wait4 app!os.(*Process).Wait app!main.main", "Synchronization.ChildWait P2 go-child app!os.(*Process).Wait"},
	{"linux", "app!runtime.gopark app!main.main", "Synchronization.GenericWait P2 go-generic app!runtime.gopark"},
}

// TestRules has a stack for every rule there is.
func TestRules(t *testing.T) {
	tested := map[string]bool{}
	for _, c := range ruleCases {
		tr := classify.Default().Apply(waiting(t, c.os, weakReason(c.os), c.frames))
		s := theWait(t, tr)
		if got := said(tr, &s); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.frames, got, c.want)
		}
		if b, ok := classify.Of(tr).Wait(s.Thread, s.From, s.Stack); ok {
			tested[b.Rule.Name] = true
		}
	}
	for _, r := range classify.Default().Rules() {
		if !tested[r.Name] {
			t.Errorf("no case for the rule %s", r.Name)
		}
	}
}

// TestNearMisses has stacks in which a rule must not apply, or another one must.
func TestNearMisses(t *testing.T) {
	for _, c := range []struct{ what, os, frames, want string }{
		{"the program's own function of that name", "linux", "app!read app!main", "Synchronization.Interruptible P4"},
		{"a library function behind the program's own", "windows", "App!spin kernelbase!Sleep App!main", "Synchronization.UserWait P4"},
		{"called back by a window: the message loop is another wait", "windows", "ntdll!NtWaitForAlertByThreadId ntdll!RtlEnterCriticalSection uxtheme!draw user32!UserCallWinProcCheckWow user32!DispatchMessageW user32!DialogBoxParamW App!main", "Synchronization.Lock P2 win-lock ntdll!RtlEnterCriticalSection"},
		{"a work item on a thread of a pool", "windows", "ntdll!NtWaitForSingleObject ntdll!RtlpWaitOnCriticalSection rpcrt4!lock ntdll!TppAlpcpExecuteCallback ntdll!TppWorkerThread", "Synchronization.Ipc P2 win-ipc rpcrt4!lock"},
		{"an asynchronous call inside another wait", "windows", "ntdll!NtDelayExecution kernelbase!SleepEx ntdll!KiUserApcDispatcher ntdll!NtReadFile kernelbase!ReadFile App!main", "Sleep.Timed P2 win-sleep kernelbase!SleepEx"},
		{"a work item of the kernel", "linux", "kernel!schedule kernel!mutex_lock kernel!process_one_work kernel!worker_thread kernel!kthread", "Synchronization.Lock P2 linux-lock kernel!mutex_lock"},
		{"a signal handler", "linux", "kernel!schedule kernel!do_futex libc.so.6!pthread_mutex_lock libc.so.6!__restore_rt libc.so.6!nanosleep app!main", "Synchronization.Lock P2 linux-lock libc.so.6!pthread_mutex_lock"},
		{"specific before generic, though generic is further out", "windows", "ntdll!NtReadFile kernelbase!ReadFile kernelbase!WaitForSingleObject App!main", "IO.File P2 win-file kernelbase!ReadFile"},
		{"the outermost of equals", "windows", "kernelbase!ReadFile ntdll!RtlEnterCriticalSection App!main", "Synchronization.Lock P2 win-lock ntdll!RtlEnterCriticalSection"},
		{"memory before all others", "windows", "nt!KeWaitForSingleObject nt!MiIssueHardFault nt!MmAccessFault nt!KiPageFault ntdll!RtlEnterCriticalSection App!main", "MemoryManagement.HardFault P1 win-hard-fault nt!MiIssueHardFault"},
		{"memory, as the innermost twelfth", "windows", "nt!a nt!b nt!c nt!d nt!e nt!f nt!g nt!h nt!i nt!j nt!k nt!KiPageFault kernelbase!ReadFile App!main", "MemoryManagement.HardFault P1 win-hard-fault nt!KiPageFault"},
		{"memory too far out", "windows", "nt!a nt!b nt!c nt!d nt!e nt!f nt!g nt!h nt!i nt!j nt!k nt!l nt!KiPageFault kernelbase!ReadFile App!main", "IO.File P2 win-file kernelbase!ReadFile"},
		{"a page waited for outside of a fault", "linux", "kernel!schedule kernel!folio_wait_bit_common kernel!filemap_read App!main", "IO.File P2 linux-file-page kernel!folio_wait_bit_common"},
		{"parked by no lock", "linux", "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.parkNanos App.main", "Synchronization.GenericWait P2 java-generic jdk.internal.misc.Unsafe.park"},
		{"the result of a task that nobody asked for", "windows", "kernelbase!WaitForSingleObject mscorlib!TaskAwaiter.HandleNonSuccessAndDebuggerNotification App!Main", "Synchronization.GenericWait P2 win-generic kernelbase!WaitForSingleObject"},
		{"a timer that poll set", "linux", "kernel!schedule_hrtimeout_range kernel!do_select App!main", "IO.Poll P2 linux-poll kernel!do_select"},
		{"a name of another system", "linux", "kernel32!Sleep App!main", "Synchronization.Interruptible P4"},
		{"a class of the program that ends like one of .NET", "windows", "kernelbase!WaitForSingleObject App!My.Monitor.Enter", "Synchronization.GenericWait P2 win-generic kernelbase!WaitForSingleObject"},
		{"a class of .NET that only begins like another", "windows", "kernelbase!WaitForSingleObject mscorlib!SuperMonitor.Enter App!Main", "Synchronization.GenericWait P2 win-generic kernelbase!WaitForSingleObject"},
		{"an allocation that has to commit memory", "windows", "ntdll!NtAllocateVirtualMemory clr!WKS::GCHeap::Alloc clr!JIT_New App!Main", "MemoryManagement.Alloc P1 win-alloc ntdll!NtAllocateVirtualMemory"},
		{"no names at all", "windows", "ntdll.dll!+0x1a2b App.exe!+0x10", "Synchronization.UserWait P4"},
		{"a module whose every function counts", "windows", "ntdll.dll!+0x1a2b rpcrt4.dll!+0x10 App.exe!+0x10", "Synchronization.Ipc P2 win-ipc rpcrt4.dll!+0x10"},
	} {
		tr := classify.Default().Apply(waiting(t, c.os, weakReason(c.os), c.frames))
		s := theWait(t, tr)
		if got := said(tr, &s); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.what, c.frames, got, c.want)
		}
	}
}
