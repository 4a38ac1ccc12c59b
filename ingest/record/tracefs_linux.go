package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// tracefs is where the kernel describes its tracepoints.
type tracefs string

// tracefsPaths are where systems mount it, the second one inside debugfs.
var tracefsPaths = []string{"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}

// findTracefs finds it; ok is false where it is not mounted, or not readable.
func findTracefs() (t tracefs, ok bool) {
	for _, dir := range tracefsPaths {
		if _, err := os.ReadFile(filepath.Join(dir, "events", "header_page")); err == nil {
			return tracefs(dir), true
		}
	}
	return "", false
}

// id is the number of a tracepoint. The error is fs.ErrNotExist where the kernel
// does not have it.
func (t tracefs) id(p tracepoint) (uint64, error) {
	text, err := os.ReadFile(filepath.Join(string(t), "events", p.system, p.name, "id"))
	if err != nil {
		return 0, err
	}
	id, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the id of the tracepoint %s is not a number: %q", p, text)
	}
	return id, nil
}

// format is the description of a tracepoint's fields.
func (t tracefs) format(p tracepoint) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(t), "events", p.system, p.name, "format"))
}

// page is the description of the kernel's buffer pages, "header_page" or
// "header_event".
func (t tracefs) page(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(t), "events", name))
}

// mayMount reports whether the file system is not mounted, and this user may mount it. A container
// may forbid it all the same.
func mayMount() bool {
	return !isMounted() && os.Geteuid() == 0 && capable(capSysAdmin)
}

// mountTracefs mounts it, where it is missing and this user may, as perf and trace-cmd do, and
// returns a sentence about it, "" where there was nothing to do.
func mountTracefs() (string, error) {
	if !mayMount() {
		return "", nil
	}
	dir := tracefsPaths[0]
	if err := unix.Mount("nodev", dir, "tracefs", 0, ""); err != nil {
		return "", &RightsError{
			Missing: []string{fmt.Sprintf("The file system tracefs, which describes the kernel's events, is not mounted, and mounting it failed (%v).", err)},
			Remedy:  []string{mountCommand + " (outside the container if Threadlens runs in one)"},
		}
	}
	return "Mounted " + dir + ", which describes the kernel's events; it stays mounted.", nil
}

var mountCommand = "sudo mount -t tracefs nodev " + tracefsPaths[0]

// isMounted reports whether the file system is mounted, readable or not.
func isMounted() bool {
	for _, dir := range tracefsPaths {
		if _, err := os.Stat(filepath.Join(dir, "events")); err == nil || errors.Is(err, os.ErrPermission) {
			return true
		}
	}
	mounts, err := os.ReadFile("/proc/self/mounts")
	return err == nil && strings.Contains(string(mounts), " tracefs ")
}
