package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tracefsPaths are where systems mount tracefs, the second one inside debugfs.
var tracefsPaths = [...]string{"/sys/kernel/tracing", "/sys/kernel/debug/tracing"}

// While Threadlens records there is a buffer of its own in tracefs, whose name has this prefix
// (ingest/record).
const (
	instances      = "instances"
	instancePrefix = "threadlens-"
)

// lookEvery is how often to check whether somebody records.
const lookEvery = 50 * time.Millisecond

// marker is the kernel's trace_marker.
type marker struct {
	fd     int
	pid    int64
	folder string // of the instances; empty where markers are always written
	next   atomic.Int64
	on     atomic.Bool
}

func openSystem(o *Options) (sink, error) {
	var errs []error
	for _, dir := range tracefsPaths {
		path := filepath.Join(dir, "trace_marker")
		fd, err := unix.Open(path, unix.O_WRONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			errs = append(errs, &fs.PathError{Op: "open", Path: path, Err: err})
			continue
		}
		m := &marker{fd: fd, pid: int64(os.Getpid())}
		if !o.Always {
			m.folder = filepath.Join(dir, instances)
		}
		return m, nil
	}
	return nil, fmt.Errorf("scenario: no way to mark: %w", errors.Join(errs...))
}

// heard checks for a recording from time to time, one thread at a time. Where it cannot check, it
// assumes that somebody records.
func (m *marker) heard(now time.Duration) bool {
	if m.folder == "" {
		return true
	}
	if next := m.next.Load(); int64(now) >= next && m.next.CompareAndSwap(next, int64(now+lookEvery)) {
		m.on.Store(recording(m.folder))
	}
	return m.on.Load()
}

func recording(folder string) bool {
	list, err := os.ReadDir(folder)
	if err != nil {
		return true
	}
	for _, d := range list {
		if strings.HasPrefix(d.Name(), instancePrefix) {
			return true
		}
	}
	return false
}

func (m *marker) write(k mark) bool {
	var room [maxLine]byte
	line := appendLine(room[:0], m.pid, &k)
	// The kernel copies the line without blocking, so Go's scheduler need not know.
	_, _, errno := unix.RawSyscall(unix.SYS_WRITE, uintptr(m.fd), uintptr(unsafe.Pointer(&line[0])), uintptr(len(line)))
	return errno == 0
}

func (m *marker) close() error { return unix.Close(m.fd) }
