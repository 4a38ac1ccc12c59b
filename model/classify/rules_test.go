package classify_test

import (
	"testing"

	"threadlens/model/classify"
)

// ruleCases are stacks, innermost frame first, and the verdict about a wait in
// them.
var ruleCases = []struct{ os, frames, want string }{
	// Windows
	{"windows", "nt!KiSwapContext ntoskrnl.exe!MiWaitForInPageComplete nt!MmAccessFault App!main", "MemoryManagement.HardFault memory win-hard-fault ntoskrnl.exe!MiWaitForInPageComplete"},
	{"windows", "nt!KeWaitForSingleObject ntdll!NtAllocateVirtualMemory KernelBase.dll!VirtualAllocEx App!main", "MemoryManagement.Alloc memory win-alloc ntdll!NtAllocateVirtualMemory"},
	{"windows", "win32u!NtUserGetMessage user32!GetMessageW App!main", "UIProcessing.MessageLoop stack win-message-loop user32!GetMessageW"},
	{"windows", "win32u!NtUserMsgWaitForMultipleObjectsEx combase.dll!CCliModalLoop::BlockFn combase.dll!CoWaitForMultipleHandles App!main", "UIProcessing.MessageLoop stack win-com-wait combase.dll!CoWaitForMultipleHandles"},
	{"windows", "ntdll!NtDelayExecution kernelbase!SleepEx App!main", "Sleep.Timed stack win-sleep kernelbase!SleepEx"},
	{"windows", "ntdll!NtYieldExecution kernelbase!SwitchToThread App!main", "Sleep.Yield stack win-yield kernelbase!SwitchToThread"},
	{"windows", "ntdll!NtReadFile kernelbase!ReadFile App!main", "IO.File stack win-file kernelbase!ReadFile"},
	{"windows", "nt!KeWaitForSingleObject nt!IopCloseFile kernelbase!CloseHandle App!main", "IO.File stack win-file nt!IopCloseFile"},
	{"windows", "ntdll!NtDeviceIoControlFile mswsock!WSPRecv ws2_32!recv App!main", "IO.Network stack win-network ws2_32!recv"},
	{"windows", "ntdll!NtRemoveIoCompletion kernelbase!GetQueuedCompletionStatus App!loop", "WaitForWork.Completion stack win-completion kernelbase!GetQueuedCompletionStatus"},
	{"windows", "ntdll!NtWaitForWorkViaWorkerFactory ntdll!TppWorkerThread kernel32!BaseThreadInitThunk", "WaitForWork.Completion stack win-pool-worker ntdll!TppWorkerThread"},
	{"windows", "ntdll!NtFsControlFile kernelbase!ConnectNamedPipe App!serve", "IO.Pipe stack win-pipe kernelbase!ConnectNamedPipe"},
	{"windows", "kernelbase!ReadConsoleW App!main", "IO.Console stack win-console kernelbase!ReadConsoleW"},
	{"windows", "ntdll!NtWaitForAlertByThreadId ntdll!RtlpWaitOnCriticalSection ntdll!RtlEnterCriticalSection App!main", "Synchronization.Lock stack win-lock ntdll!RtlEnterCriticalSection"},
	{"windows", "ntdll!NtWaitForAlertByThreadId ntdll!RtlSleepConditionVariableSRW kernelbase!SleepConditionVariableSRW App!main", "Synchronization.Condition stack win-condition kernelbase!SleepConditionVariableSRW"},
	{"windows", "ntdll!NtAlpcSendWaitReceivePort rpcrt4!LRPC_CCALL::SendReceive rpcrt4!NdrClientCall3 App!main", "Synchronization.Ipc stack win-ipc rpcrt4!NdrClientCall3"},
	{"windows", "ntdll!NtWaitForSingleObject kernelbase!WaitForSingleObjectEx App!main", "Unclassified.GenericWait/Synchronization stack win-generic kernelbase!WaitForSingleObjectEx"},

	// Linux
	{"linux", "kernel!__schedule kernel!schedule kernel!io_schedule kernel!filemap_fault kernel!handle_mm_fault App!main", "MemoryManagement.HardFault memory linux-hard-fault kernel!filemap_fault"},
	{"linux", "kernel!schedule kernel!io_schedule kernel!folio_wait_bit_common kernel!do_fault kernel!handle_mm_fault App!main", "MemoryManagement.HardFault memory linux-fault-page kernel!folio_wait_bit_common"},
	{"linux", "kernel!schedule kernel!schedule_timeout kernel!throttle_direct_reclaim kernel!try_to_free_pages App!main", "MemoryManagement.Alloc memory linux-alloc kernel!throttle_direct_reclaim"},
	{"linux", "kernel!schedule kernel!do_poll libc.so.6!poll libglib-2.0.so.0!g_main_context_iteration libQt5Core.so.5!QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>) App!main", "UIProcessing.MessageLoop stack linux-gui libQt5Core.so.5!QEventLoop::exec(QFlags<QEventLoop::ProcessEventsFlag>)"},
	{"linux", "kernel!schedule kernel!do_nanosleep kernel!hrtimer_nanosleep libc-2.31.so!clock_nanosleep@@GLIBC_2.17 App!main", "Sleep.Timed stack linux-sleep libc-2.31.so!clock_nanosleep@@GLIBC_2.17"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range kernel!do_syscall_64 App!main", "Sleep.Timed stack linux-timed-wait kernel!schedule_hrtimeout_range"},
	{"linux", "kernel!schedule kernel!do_sched_yield libc.so.6!sched_yield App!main", "Sleep.Yield stack linux-yield libc.so.6!sched_yield"},
	{"linux", "kernel!schedule kernel!worker_thread kernel!kthread", "WaitForWork.KernelIdle stack linux-kworker kernel!worker_thread"},
	{"linux", "kernel!schedule kernel!wait_for_completion_state kernel!kernel_clone kernel!__x64_sys_vfork libc.so.6!vfork App!main", "Synchronization.ChildWait stack linux-call-child kernel!__x64_sys_vfork"},
	{"linux", "kernel!schedule kernel!jbd2_log_wait_commit kernel!ext4_sync_file libc.so.6!fsync App!main", "IO.Flush stack linux-flush libc.so.6!fsync"},
	{"linux", "kernel!schedule kernel!jbd2_log_wait_commit kernel!ext4_sync_file App!main", "IO.File stack linux-file kernel!ext4_sync_file"},
	{"linux", "kernel!schedule kernel!io_schedule.part.0 kernel!folio_wait_writeback App!main", "IO.File stack linux-file-page kernel!folio_wait_writeback"},
	{"linux", "kernel!schedule kernel!vfs_read libc.so.6!read App!main", "Unclassified.File/IO stack linux-read-write libc.so.6!read"},
	{"linux", "kernel!schedule kernel!sk_wait_data kernel!tcp_recvmsg kernel!vfs_read libc.so.6!read App!main", "IO.Network stack linux-network kernel!tcp_recvmsg"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range kernel!ep_poll libc.so.6!epoll_wait App!loop", "Unclassified.Completion/WaitForWork stack linux-completion libc.so.6!epoll_wait"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range_clock kernel!do_epoll_wait kernel!__x64_sys_epoll_wait kernel!do_syscall_64 libc.so.6!epoll_wait App!loop", "Unclassified.Completion/WaitForWork stack linux-completion libc.so.6!epoll_wait"},
	{"linux", "kernel!schedule kernel!schedule_hrtimeout_range kernel!do_poll.constprop.0 kernel!do_sys_poll App!main", "Unclassified.Poll/WaitForWork stack linux-poll kernel!do_sys_poll"},
	{"linux", "kernel!schedule kernel!pipe_read kernel!vfs_read libc.so.6!read App!main", "IO.Pipe stack linux-pipe kernel!pipe_read"},
	{"linux", "kernel!schedule kernel!n_tty_read kernel!tty_read kernel!vfs_read libc.so.6!read App!main", "IO.Console stack linux-console kernel!tty_read"},
	{"linux", "kernel!schedule kernel!futex_wait_queue kernel!do_futex libc.so.6!__lll_lock_wait libc.so.6!___pthread_mutex_lock App!main", "Synchronization.Lock stack linux-lock libc.so.6!___pthread_mutex_lock"},
	{"linux", "kernel!schedule kernel!futex_wait_queue kernel!futex_wait libc.so.6!__pthread_cond_wait_common libc.so.6!pthread_cond_wait@@GLIBC_2.3.2 libstdc++.so.6!std::condition_variable::wait(std::unique_lock<std::mutex>&) App!main", "Synchronization.Condition stack linux-condition libstdc++.so.6!std::condition_variable::wait(std::unique_lock<std::mutex>&)"},
	{"linux", "kernel!schedule kernel!do_futex libc.so.6!__new_sem_wait_slow64.constprop.0 libc.so.6!sem_wait App!main", "Synchronization.Semaphore stack linux-semaphore libc.so.6!sem_wait"},
	{"linux", "kernel!schedule kernel!schedule_timeout kernel!wait_for_completion kernel!flush_work App!main", "Synchronization.Event stack linux-event kernel!wait_for_completion"},
	{"linux", "kernel!schedule kernel!do_msgrcv libc.so.6!msgrcv App!main", "Synchronization.Ipc stack linux-ipc libc.so.6!msgrcv"},
	{"linux", "kernel!schedule kernel!do_wait kernel!kernel_wait4 libc.so.6!wait4 App!main", "Synchronization.ChildWait stack linux-child libc.so.6!wait4"},
	{"linux", "kernel!schedule kernel!do_futex libc.so.6!__pthread_clockjoin_ex libc.so.6!pthread_join App!main", "Synchronization.Join stack linux-join libc.so.6!pthread_join"},
	{"linux", "kernel!__schedule kernel!schedule App!main", "Unclassified.GenericWait/Synchronization stack linux-generic kernel!schedule"},
	{"linux", "kernel!schedule kernel!do_nanosleep kernel!__x64_sys_clock_nanosleep kernel!do_syscall_64", "Sleep stack linux-call-sleep kernel!__x64_sys_clock_nanosleep"},
	{"linux", "kernel!schedule kernel!mutex_lock kernel!vfs_fsync kernel!__x64_sys_fsync kernel!do_syscall_64", "IO.Flush stack linux-call-flush kernel!__x64_sys_fsync"},
	{"linux", "kernel!schedule kernel!folio_wait_bit_common kernel!__x64_sys_pread64 kernel!do_syscall_64", "IO.File stack linux-call-file kernel!__x64_sys_pread64"},
	{"linux", "kernel!schedule kernel!d_alloc_parallel kernel!__x64_sys_openat kernel!do_syscall_64", "Unclassified.File/IO stack linux-call-open kernel!__x64_sys_openat"},
	{"linux", "kernel!schedule kernel!wait_for_partner kernel!fifo_open kernel!__x64_sys_openat kernel!do_syscall_64", "IO.Pipe stack linux-pipe kernel!fifo_open"},
	{"linux", "kernel!schedule kernel!inet_stream_connect kernel!__x64_sys_connect kernel!do_syscall_64", "IO.Connect stack linux-call-connect kernel!__x64_sys_connect"},
	{"linux", "kernel!schedule kernel!flock_lock_inode_wait kernel!__x64_sys_flock kernel!do_syscall_64", "Synchronization.FileLock stack linux-call-file-lock kernel!__x64_sys_flock"},
	{"linux", "kernel!schedule kernel!fcntl_setlk kernel!do_fcntl kernel!__x64_sys_fcntl kernel!do_syscall_64", "Synchronization.FileLock stack linux-file-lock kernel!fcntl_setlk"},
	{"linux", "kernel!schedule libc.so.6!__connect App!main", "IO.Connect stack linux-connect libc.so.6!__connect"},
	{"linux", "kernel!schedule kernel!tcp_recvmsg kernel!sock_recvmsg kernel!__arm64_sys_recvfrom kernel!do_syscall_64", "IO.Network stack linux-call-network kernel!__arm64_sys_recvfrom"},
	{"linux", "kernel!schedule kernel!inet_csk_accept kernel!__x64_sys_accept4 kernel!do_syscall_64", "WaitForWork.Accept stack linux-call-accept kernel!__x64_sys_accept4"},
	{"linux", "kernel!schedule kernel!io_cqring_wait kernel!__x64_sys_io_uring_enter kernel!do_syscall_64", "IO.Async stack linux-call-async kernel!__x64_sys_io_uring_enter"},
	{"linux", "kernel!schedule kernel!do_semtimedop kernel!__x64_sys_semop kernel!do_syscall_64", "Synchronization.Ipc stack linux-call-ipc kernel!__x64_sys_semop"},
	{"linux", "kernel!schedule kernel!do_exit kernel!__x64_sys_exit_group kernel!do_syscall_64", "Synchronization.Exit stack linux-call-exit kernel!__x64_sys_exit_group"},
	{"linux", "kernel!schedule kernel!rwsem_down_write_slowpath kernel!__x64_sys_munmap kernel!do_syscall_64", "MemoryManagement.MemoryMap memory linux-call-memory kernel!__x64_sys_munmap"},
	{"linux", "kernel!schedule kernel!futex_wait_queue kernel!do_futex kernel!__x64_sys_futex kernel!do_syscall_64", "Unclassified.Futex/Synchronization stack linux-call-futex kernel!__x64_sys_futex"},
	{"linux", "kernel!schedule kernel!do_sys_poll kernel!__x64_sys_poll kernel!do_syscall_64", "Unclassified.Poll/WaitForWork stack linux-call-poll kernel!__x64_sys_poll"},
	{"linux", "kernel!schedule kernel!mutex_lock kernel!some_read kernel!__x64_sys_read kernel!do_syscall_64", "Unclassified.File/IO stack linux-call-read kernel!__x64_sys_read"},
	{"linux", "kernel!schedule kernel!some_ioctl kernel!__x64_sys_ioctl kernel!do_syscall_64", "Unclassified.Device/IO stack linux-call-ioctl kernel!__x64_sys_ioctl"},
	{"linux", "kernel!schedule libc.so.6!pread64 App!main", "IO.File stack linux-positioned libc.so.6!pread64"},
	{"linux", "kernel!do_poll libc.so.6!poll libc.so.6!getaddrinfo App!main", "Unclassified.Network/IO stack linux-lookup libc.so.6!getaddrinfo"},
	{"linux", "kernel!schedule libc.so.6!accept4 App!main", "WaitForWork.Accept stack linux-accept libc.so.6!accept4"},
	{"linux", "kernel!schedule kernel!io_cqring_wait App!main", "Unclassified.Async/IO stack linux-async kernel!io_cqring_wait"},
	{"linux", "kernel!schedule kernel!eventfd_read kernel!vfs_read kernel!__x64_sys_read libc.so.6!read App!main", "Synchronization.Event stack linux-eventfd kernel!eventfd_read"},
	{"linux", "kernel!schedule kernel!timerfd_read_iter kernel!vfs_read kernel!__x64_sys_read libc.so.6!read App!main", "Sleep.Timed stack linux-timerfd kernel!timerfd_read_iter"},
	{"linux", "kernel!schedule kernel!inotify_read kernel!vfs_read kernel!__x64_sys_read libc.so.6!read App!main", "WaitForWork.Poll stack linux-notify kernel!inotify_read"},
	{"linux", "kernel!schedule kernel!do_futex libc.so.6!___pthread_mutex_timedlock64 App!main", "Unclassified.Lock/Synchronization stack linux-timed-lock libc.so.6!___pthread_mutex_timedlock64"},
	{"linux", "kernel!schedule kernel!rwsem_down_read_slowpath kernel!down_read kernel!proc_pid_cmdline App!main", "Synchronization.Lock stack linux-kernel-lock kernel!down_read"},
	{"linux", "kernel!schedule kernel!futex_wait libc.so.6!__pthread_cond_wait_common libc.so.6!___pthread_cond_timedwait64 App!main", "Unclassified.Condition/Synchronization stack linux-timed-condition libc.so.6!___pthread_cond_timedwait64"},
	{"linux", "kernel!schedule kernel!futex_do_wait kernel!do_futex App!main", "Unclassified.Futex/Synchronization stack linux-futex kernel!do_futex"},
	{"linux", "kernel!schedule kernel!do_futex libc.so.6!sem_timedwait App!main", "Unclassified.Semaphore/Synchronization stack linux-timed-semaphore libc.so.6!sem_timedwait"},
	{"linux", "kernel!do_poll libc.so.6!poll libdbus-1.so.3!dbus_connection_send_with_reply_and_blocking_x App!main", "Unclassified.Ipc/Synchronization stack linux-message-bus libdbus-1.so.3!dbus_connection_send_with_reply_and_blocking_x"},
	{"linux", "kernel!do_futex libc.so.6!__pthread_timedjoin_ex App!main", "Unclassified.Join/Synchronization stack linux-timed-join libc.so.6!__pthread_timedjoin_ex"},
	{"windows", "mswsock!WSPAccept ws2_32!WSAAccept ws2_32!accept App!main", "WaitForWork.Network stack win-accept ws2_32!accept"},
	{"windows", "ntdll!NtDeviceIoControlFile ws2_32!select App!main", "Unclassified.Poll/WaitForWork stack win-select ws2_32!select"},
	{"windows", "ntdll!NtAlpcSendWaitReceivePort rpcrt4!LRPC_ADDRESS::ReceiveLotsaCalls rpcrt4!RecvLotsaCallsWrapper rpcrt4!BaseCachedThreadRoutine rpcrt4!ThreadStartRoutine kernel32!BaseThreadInitThunk", "WaitForWork.IpcServerIdle stack win-ipc-server rpcrt4!BaseCachedThreadRoutine"},
	{"windows", "ntdll!NtAlpcSendWaitReceivePort rpcrt4!LRPC_BASE_CCALL::x App!main", "Unclassified.Ipc/Synchronization stack win-ipc-any rpcrt4!LRPC_BASE_CCALL::x"},
	{"linux", "app!runtime.futex app!runtime.netpoll app!main.main", "WaitForWork.Completion stack go-netpoll app!runtime.netpoll"},

	// .NET
	{"windows", "win32u!NtUserGetMessage System.Windows.Forms.ni.dll!System.Windows.Forms.Application+ThreadContext.RunMessageLoopInner App!Main", "UIProcessing.MessageLoop stack dotnet-ui System.Windows.Forms.ni.dll!System.Windows.Forms.Application+ThreadContext.RunMessageLoopInner"},
	{"windows", "ntdll!NtDelayExecution clr!ThreadNative::Sleep mscorlib!System.Threading.Thread.Sleep App!Main", "Sleep.Timed stack dotnet-sleep mscorlib!System.Threading.Thread.Sleep"},
	{"windows", "ntdll!NtYieldExecution mscorlib!SpinWait.SpinOnce App!Main", "Sleep.Yield stack dotnet-yield mscorlib!SpinWait.SpinOnce"},
	{"windows", "ntdll!NtReadFile mscorlib!System.IO.FileStream.ReadCore App!Main", "IO.File stack dotnet-file mscorlib!System.IO.FileStream.ReadCore"},
	{"windows", "mswsock!WSPRecv System.dll!System.Net.Sockets.Socket.Receive App!Main", "IO.Network stack dotnet-network System.dll!System.Net.Sockets.Socket.Receive"},
	{"linux", "kernel!ep_poll System.Net.Sockets.dll!System.Net.Sockets.SocketAsyncEngine.EventLoop", "WaitForWork.Completion stack dotnet-completion System.Net.Sockets.dll!System.Net.Sockets.SocketAsyncEngine.EventLoop"},
	{"windows", "kernelbase!ReadFile System.Console.dll!System.Console.ReadLine App!Main", "IO.Console stack dotnet-console System.Console.dll!System.Console.ReadLine"},
	{"windows", "ntdll!NtWaitForMultipleObjects kernelbase!WaitForMultipleObjectsEx clr!CLREventBase::Wait clr!AwareLock::EnterEpilog clr!JIT_MonEnter mscorlib!System.Threading.Monitor.Enter(System.Object) App!Main", "Synchronization.Lock stack clr-lock mscorlib!System.Threading.Monitor.Enter(System.Object)"},
	{"windows", "ntdll!NtWaitForSingleObject clr!CLREventBase::Wait clr!SVR::gc_heap::wait_for_gc_done clr!SVR::GCHeap::Alloc clr!JIT_NewArr1 App!Main", "Synchronization.GcWait stack clr-gc-wait clr!JIT_NewArr1"},
	{"windows", "ntdll!NtWaitForSingleObject mscorlib!Monitor.Wait mscorlib!ManualResetEventSlim.Wait App!Main", "Synchronization.Condition stack dotnet-condition mscorlib!ManualResetEventSlim.Wait"},
	{"windows", "mscorlib!Monitor.Wait mscorlib!ManualResetEventSlim.Wait mscorlib!System.Threading.Tasks.Task.InternalWait mscorlib!System.Threading.Tasks.Task.Wait App!Main", "Synchronization.TaskWait stack dotnet-task mscorlib!System.Threading.Tasks.Task.Wait"},
	{"windows", "mscorlib!TaskAwaiter.HandleNonSuccessAndDebuggerNotification mscorlib!TaskAwaiter.GetResult App!Main", "Synchronization.TaskWait stack dotnet-task-result mscorlib!TaskAwaiter.HandleNonSuccessAndDebuggerNotification"},
	{"windows", "kernelbase!WaitForSingleObjectEx System.Private.CoreLib!LowLevelLifoSemaphore.WaitForSignal System.Private.CoreLib!PortableThreadPool+WorkerThread.WorkerThreadStart", "WaitForWork.TaskWait stack dotnet-pool-worker System.Private.CoreLib!PortableThreadPool+WorkerThread.WorkerThreadStart"},
	{"windows", "mscorlib!WaitHandle.WaitOneNoCheck mscorlib!Semaphore.WaitOne App!Main", "Synchronization.Semaphore stack dotnet-semaphore mscorlib!Semaphore.WaitOne"},
	{"windows", "mscorlib!WaitHandle.WaitOneNoCheck mscorlib!WaitHandle.WaitOne App!Main", "Unclassified.Event/Synchronization stack dotnet-event mscorlib!WaitHandle.WaitOne"},
	{"windows", "mscorlib!WaitHandle.WaitOne System!System.Diagnostics.Process.WaitForExit App!Main", "Synchronization.ChildWait stack dotnet-child System!System.Diagnostics.Process.WaitForExit"},
	{"windows", "mscorlib!WaitHandle.WaitOneNoCheck App!Main", "Unclassified.GenericWait/Synchronization stack dotnet-generic mscorlib!WaitHandle.WaitOneNoCheck"},

	// Java
	{"linux", "libc.so.6!poll java.awt.EventQueue.getNextEvent App.main", "UIProcessing.MessageLoop stack java-ui java.awt.EventQueue.getNextEvent"},
	{"linux", "libjvm.so!os::PlatformEvent::park_nanos(long) Ljava/lang/Thread;::sleep App.main", "Sleep.Timed stack java-sleep Ljava/lang/Thread;::sleep"},
	{"linux", "libc.so.6!sched_yield java.lang.Thread.yield App.main", "Sleep.Yield stack java-yield java.lang.Thread.yield"},
	{"linux", "libc.so.6!read java.io.FileInputStream.readBytes App.main", "IO.File stack java-file java.io.FileInputStream.readBytes"},
	{"linux", "libc.so.6!poll sun.nio.ch.Net.poll sun.nio.ch.NioSocketImpl.park App.main", "IO.Network stack java-network sun.nio.ch.NioSocketImpl.park"},
	{"linux", "libc.so.6!epoll_wait sun.nio.ch.EPoll.wait sun.nio.ch.EPollSelectorImpl.doSelect App.main", "Unclassified.Completion/WaitForWork stack java-completion sun.nio.ch.EPoll.wait"},
	{"linux", "libc.so.6!read java.lang.ProcessImpl$ProcessPipeInputStream.fill App.main", "IO.Pipe stack java-pipe java.lang.ProcessImpl$ProcessPipeInputStream.fill"},
	{"linux", "libjvm.so!os::PlatformEvent::park libjvm.so!ObjectMonitor::enter(JavaThread*) App.main", "Synchronization.Lock stack java-lock libjvm.so!ObjectMonitor::enter(JavaThread*)"},
	{"linux", "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireQueued App.main", "Synchronization.Lock stack java-park-lock java.util.concurrent.locks.LockSupport.park"},
	{"linux", "libc.so.6!pthread_cond_wait libjvm.so!SafepointSynchronize::block(JavaThread*) App.main", "Synchronization.GcWait stack jvm-gc-wait libjvm.so!SafepointSynchronize::block(JavaThread*)"},
	{"linux", "libjvm.so!ObjectMonitor::wait(long,bool,JavaThread*) java.lang.Object.wait App.main", "Unclassified.Condition/Synchronization stack java-condition java.lang.Object.wait"},
	{"linux", "java.lang.Object.wait java.lang.Thread.join App.main", "Unclassified.TaskWait/Synchronization stack java-task java.lang.Thread.join"},
	{"linux", "java.util.concurrent.locks.LockSupport.park java.util.concurrent.ThreadPoolExecutor.getTask", "WaitForWork.TaskWait stack java-pool-worker java.util.concurrent.ThreadPoolExecutor.getTask"},
	{"linux", "java.util.concurrent.locks.LockSupport.park java.util.concurrent.locks.AbstractQueuedSynchronizer.acquireShared java.util.concurrent.Semaphore.acquire App.main", "Synchronization.Semaphore stack java-semaphore java.util.concurrent.Semaphore.acquire"},
	{"linux", "java.lang.Object.wait java.lang.ProcessImpl.waitFor App.main", "Synchronization.ChildWait stack java-child java.lang.ProcessImpl.waitFor"},
	{"linux", "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park App.main", "Unclassified.GenericWait/Synchronization stack java-generic jdk.internal.misc.Unsafe.park"},

	// Go
	{"linux", "app!runtime.gopark app!runtime.gcParkAssist app!runtime.gcAssistAlloc app!main.work", "MemoryManagement.GcAssist memory go-gc app!runtime.gcParkAssist"},
	{"linux", "app!runtime.gopark app!time.Sleep app!main.main", "Sleep.Timed stack go-sleep app!time.Sleep"},
	{"linux", "app!runtime.gopark app!runtime.Gosched app!main.main", "Sleep.Yield stack go-yield app!runtime.Gosched"},
	{"linux", "app!syscall.read app!internal/poll.(*FD).Read app!os.(*File).Read app!main.main", "IO.File stack go-file app!os.(*File).Read"},
	{"linux", "app!runtime.gopark app!internal/poll.(*FD).Read app!main.main", "Unclassified.File/IO stack go-descriptor app!internal/poll.(*FD).Read"},
	{"linux", "app!runtime.gopark app!internal/poll.(*FD).Read app!net.(*netFD).Read app!main.main", "IO.Network stack go-network app!net.(*netFD).Read"},
	{"linux", "app!runtime/internal/syscall.EpollWait app!runtime.netpoll app!runtime.findRunnable", "WaitForWork.TaskWait stack go-scheduler app!runtime.findRunnable"},
	{"linux", "app!runtime.gopark app!runtime.semacquire1 app!internal/sync.(*Mutex).lockSlow app!sync.(*Mutex).Lock app!main.main", "Synchronization.Lock stack go-lock app!sync.(*Mutex).Lock"},
	{"linux", "app!runtime.gopark app!sync.runtime_notifyListWait app!sync.(*Cond).Wait app!main.main", "Synchronization.Condition stack go-condition app!sync.(*Cond).Wait"},
	{"linux", "app!runtime.gopark app!runtime.semacquire1 app!sync.(*WaitGroup).Wait app!main.main", "Synchronization.TaskWait stack go-wait-group app!sync.(*WaitGroup).Wait"},
	{"linux", "app!runtime.gopark app!runtime.chanrecv1[...] app!main.main", "Synchronization.TaskWait stack go-channel app!runtime.chanrecv1[...]"},
	{"linux", "app!runtime.gopark app!runtime.semacquire1 app!main.main", "Synchronization.Semaphore stack go-semaphore app!runtime.semacquire1"},
	{"linux", "app!syscall.wait4 app!os.(*Process).Wait app!main.main", "Synchronization.ChildWait stack go-child app!os.(*Process).Wait"},
	{"linux", "app!runtime.gopark app!main.main", "Unclassified.GenericWait/Synchronization stack go-generic app!runtime.gopark"},
}

// TestRules has a stack for every rule.
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
		{"the program's own function of that name", "linux", "app!read app!main", "Unclassified.Interruptible hint"},
		{"a library function behind the program's own", "windows", "App!spin kernelbase!Sleep App!main", "Unclassified.UserWait/Synchronization hint"},
		{"called back by a window: the message loop is another wait", "windows", "ntdll!NtWaitForAlertByThreadId ntdll!RtlEnterCriticalSection uxtheme!draw user32!UserCallWinProcCheckWow user32!DispatchMessageW user32!DialogBoxParamW App!main", "Synchronization.Lock stack win-lock ntdll!RtlEnterCriticalSection"},
		{"a work item on a thread of a pool", "windows", "ntdll!NtWaitForSingleObject ntdll!RtlpWaitOnCriticalSection rpcrt4!lock ntdll!TppAlpcpExecuteCallback ntdll!TppWorkerThread", "Synchronization.Lock stack win-lock ntdll!RtlpWaitOnCriticalSection"},
		{"an asynchronous call inside another wait", "windows", "ntdll!NtDelayExecution kernelbase!SleepEx ntdll!KiUserApcDispatcher ntdll!NtReadFile kernelbase!ReadFile App!main", "Sleep.Timed stack win-sleep kernelbase!SleepEx"},
		{"a work item of the kernel", "linux", "kernel!schedule kernel!mutex_lock kernel!process_one_work kernel!worker_thread kernel!kthread", "Synchronization.Lock stack linux-kernel-lock kernel!mutex_lock"},
		{"a signal handler", "linux", "kernel!schedule kernel!do_futex libc.so.6!pthread_mutex_lock libc.so.6!__restore_rt libc.so.6!nanosleep app!main", "Synchronization.Lock stack linux-lock libc.so.6!pthread_mutex_lock"},
		{"specific before generic, though generic is further out", "windows", "ntdll!NtReadFile kernelbase!ReadFile kernelbase!WaitForSingleObject App!main", "IO.File stack win-file kernelbase!ReadFile"},
		{"the outermost of equals", "windows", "kernelbase!ReadFile ntdll!RtlEnterCriticalSection App!main", "Synchronization.Lock stack win-lock ntdll!RtlEnterCriticalSection"},
		{"memory before all others", "windows", "nt!KeWaitForSingleObject nt!MiIssueHardFault nt!MmAccessFault nt!KiPageFault ntdll!RtlEnterCriticalSection App!main", "MemoryManagement.HardFault memory win-hard-fault nt!MiIssueHardFault"},
		{"memory, as the innermost twelfth", "windows", "nt!a nt!b nt!c nt!d nt!e nt!f nt!g nt!h nt!i nt!j nt!k nt!KiPageFault kernelbase!ReadFile App!main", "MemoryManagement.HardFault memory win-hard-fault nt!KiPageFault"},
		{"memory too far out", "windows", "nt!a nt!b nt!c nt!d nt!e nt!f nt!g nt!h nt!i nt!j nt!k nt!l nt!KiPageFault kernelbase!ReadFile App!main", "IO.File stack win-file kernelbase!ReadFile"},
		{"a page waited for outside of a fault", "linux", "kernel!schedule kernel!folio_wait_bit_common kernel!truncate_inode_pages App!main", "IO.File stack linux-file-page kernel!folio_wait_bit_common"},
		{"parked by no lock", "linux", "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.parkNanos App.main", "Unclassified.GenericWait/Synchronization stack java-generic jdk.internal.misc.Unsafe.park"},
		{"the result of a task that nobody asked for", "windows", "kernelbase!WaitForSingleObject mscorlib!TaskAwaiter.HandleNonSuccessAndDebuggerNotification App!Main", "Unclassified.GenericWait/Synchronization stack win-generic kernelbase!WaitForSingleObject"},
		{"a timer that poll set", "linux", "kernel!schedule_hrtimeout_range kernel!do_select App!main", "Unclassified.Poll/WaitForWork stack linux-poll kernel!do_select"},
		{"a name of another system", "linux", "kernel32!Sleep App!main", "Unclassified.Interruptible hint"},
		{"a class of the program that ends like one of .NET", "windows", "kernelbase!WaitForSingleObject App!My.Monitor.Enter", "Unclassified.GenericWait/Synchronization stack win-generic kernelbase!WaitForSingleObject"},
		{"a class of .NET that only begins like another", "windows", "kernelbase!WaitForSingleObject mscorlib!SuperMonitor.Enter App!Main", "Unclassified.GenericWait/Synchronization stack win-generic kernelbase!WaitForSingleObject"},
		{"an allocation that has to commit memory", "windows", "ntdll!NtAllocateVirtualMemory clr!WKS::GCHeap::Alloc clr!JIT_New App!Main", "MemoryManagement.Alloc memory win-alloc ntdll!NtAllocateVirtualMemory"},
		{"no names at all", "windows", "ntdll.dll!+0x1a2b App.exe!+0x10", "Unclassified.UserWait/Synchronization hint"},
		{"a module whose every function counts", "windows", "ntdll.dll!+0x1a2b rpcrt4.dll!+0x10 App.exe!+0x10", "Unclassified.Ipc/Synchronization stack win-ipc-any rpcrt4.dll!+0x10"},
	} {
		tr := classify.Default().Apply(waiting(t, c.os, weakReason(c.os), c.frames))
		s := theWait(t, tr)
		if got := said(tr, &s); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.what, c.frames, got, c.want)
		}
	}
}
