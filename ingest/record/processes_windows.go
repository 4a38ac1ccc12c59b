package record

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Processes that are not programs: idle, and the system.
const (
	idleProcess   = 0
	systemProcess = 4
)

// costHere is unknown: nothing measures it here.
func costHere(*Options) time.Duration { return 0 }

// processes takes a snapshot of the processes. The command of one that this user may not query is
// its name.
func processes() (list []Process, err error) {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil, fmt.Errorf("record: CreateToolhelp32Snapshot: %w", err)
	}
	defer windows.CloseHandle(all)
	e := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	for err = windows.Process32First(all, &e); err == nil; err = windows.Process32Next(all, &e) {
		if e.ProcessID == idleProcess || e.ProcessID == systemProcess {
			continue
		}
		name := windows.UTF16ToString(e.ExeFile[:])
		p := Process{PID: int(e.ProcessID), Name: name, Command: name, Threads: int(e.Threads), CPU: -1}
		p.look()
		list = append(list, p)
	}
	if !errors.Is(err, windows.ERROR_NO_MORE_FILES) {
		return nil, fmt.Errorf("record: Process32Next: %w", err)
	}
	return list, nil
}

// look adds what only a process that this user may query tells: its file, and its CPU time.
func (p *Process) look() {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(p.PID))
	if err != nil {
		return
	}
	defer windows.CloseHandle(h)
	var buf [windows.MAX_LONG_PATH]uint16
	n := uint32(len(buf))
	if windows.QueryFullProcessImageName(h, 0, &buf[0], &n) == nil {
		path := windows.UTF16ToString(buf[:n])
		p.Command = strings.ToValidUTF8(path[:min(len(path), maxCommand)], "")
	}
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(h, &created, &ended, &kernel, &user) == nil {
		p.CPU = duration(kernel) + duration(user)
	}
}

// duration is a length of time, ns. (Filetime.Nanoseconds takes it for a time of day.)
func duration(t windows.Filetime) int64 {
	return (int64(t.HighDateTime)<<32 | int64(t.LowDateTime)) * 100
}
