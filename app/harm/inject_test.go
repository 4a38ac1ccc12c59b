//go:build linux && amd64

package harm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// failing is a system call that may fail: its name, the error with which it fails, and which of its
// arguments is the file.
type failing struct {
	name  string
	errno unix.Errno
	path  int // argument that is a path, relative to the argument before it; -1: none
	fd    int // argument that is a file; -1: none
}

var failings = map[uint64]failing{
	unix.SYS_OPENAT:          {"openat", unix.EMFILE, 1, -1},
	unix.SYS_READ:            {"read", unix.EIO, -1, 0},
	unix.SYS_PREAD64:         {"pread64", unix.EIO, -1, 0},
	unix.SYS_GETDENTS64:      {"getdents64", unix.EIO, -1, 0},
	unix.SYS_WRITE:           {"write", unix.ENOSPC, -1, 0},
	unix.SYS_PWRITE64:        {"pwrite64", unix.ENOSPC, -1, 0},
	unix.SYS_FSYNC:           {"fsync", unix.EIO, -1, 0},
	unix.SYS_FTRUNCATE:       {"ftruncate", unix.ENOSPC, -1, 0},
	unix.SYS_RENAMEAT:        {"renameat", unix.EIO, 1, -1},
	unix.SYS_RENAMEAT2:       {"renameat2", unix.EIO, 1, -1},
	unix.SYS_MMAP:            {"mmap", unix.ENOMEM, -1, 4},
	unix.SYS_UNLINKAT:        {"unlinkat", unix.EPERM, 1, -1},
	unix.SYS_MKDIRAT:         {"mkdirat", unix.EACCES, 1, -1},
	unix.SYS_FSTAT:           {"fstat", unix.EIO, -1, 0},
	unix.SYS_CONNECT:         {"connect", unix.ECONNREFUSED, -1, -1},
	unix.SYS_PERF_EVENT_OPEN: {"perf_event_open", unix.ENOMEM, -1, -1},
}

// injected is a run with one failing call.
type injected struct {
	outcome
	pid   int
	calls []string // those that may fail, in order
	hangs bool
}

// tracer runs the program and makes one of its calls fail.
type tracer struct {
	dirs []string // calls on files in these may fail, and those on standard output
	fail int      // number of the call that fails; -1: none

	inside map[int]bool // threads that are in a call
	failed map[int]unix.Errno
	calls  []string
}

// inject runs the program in the place; of its calls on files in some folders, number fail fails.
func (p *place) inject(fail int, dirs []string, args ...string) injected {
	p.t.Helper()
	runtime.LockOSThread() // all requests about a traced process must come from one thread
	defer runtime.UnlockOSThread()
	cmd := p.command(args...)
	out, errOut := p.sink(), p.sink()
	defer out.Close()
	defer errOut.Close()
	cmd.Stdout, cmd.Stderr = out, errOut
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true, Setpgid: true}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	pid := cmd.Process.Pid
	hangs := false
	watchdog := time.AfterFunc(patience, func() { hangs = true; unix.Kill(-pid, unix.SIGKILL) })
	tr := &tracer{dirs: dirs, fail: fail, inside: map[int]bool{}, failed: map[int]unix.Errno{}}
	status, err := tr.follow(pid)
	watchdog.Stop()
	if err != nil {
		unix.Kill(-pid, unix.SIGKILL)
		p.t.Fatal(err)
	}
	cmd.Process.Release()
	res := injected{pid: pid, calls: tr.calls, hangs: hangs}
	res.code = -1
	if status.Exited() {
		res.code = status.ExitStatus()
	}
	res.out, res.errOut = contents(p.t, out), contents(p.t, errOut)
	return res
}

// sink is a file outside the place for what the program prints.
func (p *place) sink() *os.File {
	f, err := os.CreateTemp(p.t.TempDir(), "")
	if err != nil {
		p.t.Fatal(err)
	}
	return f
}

func contents(t *testing.T, f *os.File) string {
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// follow lets the process and its threads run until it ends.
func (tr *tracer) follow(pid int) (end unix.WaitStatus, err error) {
	var status unix.WaitStatus
	if _, err := unix.Wait4(pid, &status, unix.WALL, nil); err != nil {
		return status, fmt.Errorf("wait for its start: %w", err)
	}
	const options = unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(pid, options); err != nil {
		return status, fmt.Errorf("trace: %w", err)
	}
	for tid, signal := pid, 0; ; {
		if err := unix.PtraceSyscall(tid, signal); err != nil && err != unix.ESRCH {
			return status, fmt.Errorf("go on: %w", err)
		}
		for {
			if tid, err = unix.Wait4(-1, &status, unix.WALL|unix.WNOTHREAD, nil); err != unix.EINTR {
				break
			}
		}
		switch {
		case err != nil:
			return status, fmt.Errorf("wait: %w", err)
		case tid == pid && (status.Exited() || status.Signaled()):
			return status, nil
		}
		signal = 0
		if status.Stopped() {
			if signal, err = tr.stopped(tid, status); err != nil {
				return status, err
			}
		}
	}
}

// stopped handles a thread that has stopped, and returns the signal to deliver.
func (tr *tracer) stopped(tid int, status unix.WaitStatus) (signal int, err error) {
	switch s := status.StopSignal(); {
	case s == unix.SIGTRAP|0x80:
		return 0, tr.call(tid)
	case s == unix.SIGTRAP, s == unix.SIGSTOP: // it began, or another thread did
		return 0, nil
	default:
		return int(s), nil
	}
}

// call is at the beginning or the end of a call.
func (tr *tracer) call(tid int) error {
	var regs unix.PtraceRegs
	if err := unix.PtraceGetRegs(tid, &regs); err != nil {
		return ended(err)
	}
	if tr.inside[tid] = !tr.inside[tid]; !tr.inside[tid] {
		if errno, ok := tr.failed[tid]; ok {
			delete(tr.failed, tid)
			regs.Rax = -uint64(errno)
			return ended(unix.PtraceSetRegs(tid, &regs))
		}
		return nil
	}
	f, ok := failings[regs.Orig_rax]
	if !ok {
		return nil
	}
	about, ok := tr.about(tid, &f, &regs)
	if !ok {
		return nil
	}
	if tr.calls = append(tr.calls, f.name+" "+about); len(tr.calls)-1 != tr.fail {
		return nil
	}
	tr.failed[tid] = f.errno
	regs.Orig_rax = ^uint64(0) // there is no such call: nothing is done
	return ended(unix.PtraceSetRegs(tid, &regs))
}

// ended ignores errors about a thread that is gone.
func ended(err error) error {
	if err == unix.ESRCH {
		return nil
	}
	return err
}

// about is the file of a call, and whether it is one that may fail.
func (tr *tracer) about(tid int, f *failing, regs *unix.PtraceRegs) (string, bool) {
	args := [...]uint64{regs.Rdi, regs.Rsi, regs.Rdx, regs.R10, regs.R8, regs.R9}
	var path string
	switch {
	case f.path >= 0:
		path = text(tid, uintptr(args[f.path]))
		if dir := int32(args[f.path-1]); !filepath.IsAbs(path) {
			folder := fmt.Sprintf("/proc/%d/fd/%d", tid, dir)
			if dir == unix.AT_FDCWD {
				folder = fmt.Sprintf("/proc/%d/cwd", tid)
			}
			to, _ := os.Readlink(folder)
			path = filepath.Join(to, path)
		}
	case f.fd >= 0:
		fd := int32(args[f.fd])
		if fd == 1 && f.errno == unix.ENOSPC {
			return "standard output", true
		}
		path, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", tid, fd))
		if strings.HasPrefix(path, "socket:") || path == "anon_inode:[perf_event]" {
			return path, true
		}
	default:
		return "", true
	}
	for _, dir := range tr.dirs {
		if strings.HasPrefix(path, dir) {
			return strings.TrimPrefix(path, tr.dirs[0]), true
		}
	}
	return "", false
}

// text is a string in the memory of a thread.
func text(tid int, at uintptr) string {
	var b [4096]byte
	n, err := unix.PtracePeekData(tid, at, b[:])
	if i := bytes.IndexByte(b[:n], 0); i >= 0 {
		return string(b[:i])
	}
	return fmt.Sprintf("unreadable (%v)", err)
}
