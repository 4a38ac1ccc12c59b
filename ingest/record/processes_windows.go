package record

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Processes that are not programs: idle, and the system.
const (
	idleProcess   = 0
	systemProcess = 4
)

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
		list = append(list, Process{PID: int(e.ProcessID), Name: name, Command: image(e.ProcessID, name)})
	}
	if !errors.Is(err, windows.ERROR_NO_MORE_FILES) {
		return nil, fmt.Errorf("record: Process32Next: %w", err)
	}
	return list, nil
}

// image is the file of a process, or else its name.
func image(pid uint32, name string) string {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, pid)
	if err != nil {
		return name
	}
	defer windows.CloseHandle(h)
	var buf [windows.MAX_LONG_PATH]uint16
	n := uint32(len(buf))
	if windows.QueryFullProcessImageName(h, 0, &buf[0], &n) != nil {
		return name
	}
	path := windows.UTF16ToString(buf[:n])
	return strings.ToValidUTF8(path[:min(len(path), maxCommand)], "")
}
