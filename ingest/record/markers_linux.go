package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// perf_event_open cannot record the markers that programs write to trace_marker: they are read from
// tracefs, and are in the file as samples of the kernel's event for them.
var printed = tracepoint{system: ftraceSystem, name: "print"}

const ftraceSystem = "ftrace"

// markers are the markers of a recording; nil records none.
type markers struct {
	event  *event
	kind   uint16 // of the records of markers
	buffer *markBuffer
	cpus   []*markPipe
	page   []byte
	pids   map[uint32]uint32 // processes by thread, of this pass
	lost   int64
}

// markPipe is one CPU's part of a buffer.
type markPipe struct {
	cpu  uint32
	fd   int    // non-blocking: Go's own files would wait
	read []mark // not written yet, by time
}

// mark is the sample of one marker.
type mark struct {
	time uint64
	rec  []byte
}

// markIDs are added to a CPU number for the ids of marker records. The kernel counts its own from
// 1.
const markIDs = 1 << 62

// openMarkers opens the buffer. Where that is impossible, markers are left out.
func (s *session) openMarkers(t tracefs, leftOut func(string)) []tracepoint {
	if !slices.Contains(s.o.Groups, Markers) {
		return nil
	}
	m := &markers{pids: map[uint32]uint32{}}
	if err := m.open(t); err != nil {
		why := strings.ReplaceAll(errors.Join(err, m.close()).Error(), "\n", "; ")
		leftOut("User markers (trace_marker) are not recorded: " + why + ".")
		return nil
	}
	s.marks = m
	held.Store(m, true)
	s.events = append(s.events, m.event)
	return []tracepoint{printed}
}

func (m *markers) open(t tracefs) error {
	id, err := t.id(printed)
	if err != nil {
		return err
	}
	text, err := t.page("header_page")
	if err != nil {
		return err
	}
	size := pageSize(string(text))
	if size == 0 {
		return errors.New("the pages of the kernel's trace buffers have an unknown layout")
	}
	m.kind, m.page = uint16(id), make([]byte, size)
	m.event = newTracepoint(printed, id, false)
	if m.buffer, err = openMarkBuffer(t); err != nil {
		return err
	}
	for _, path := range cpuFiles(m.buffer.dir, "trace_pipe_raw") {
		cpu, err := strconv.ParseUint(strings.TrimPrefix(filepath.Base(filepath.Dir(path)), "cpu"), 10, 31)
		if err != nil {
			return fmt.Errorf("no CPU number in the path %s: %w", path, err)
		}
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		if err != nil {
			return &os.PathError{Op: "open", Path: path, Err: err}
		}
		m.cpus = append(m.cpus, &markPipe{cpu: uint32(cpu), fd: fd})
		m.event.ids = append(m.event.ids, markIDs|cpu)
	}
	return nil
}

// pageSize is the size of a page by its description, 0 where its layout is not the one that
// eachRecord reads.
func pageSize(description string) int {
	const most = 1 << 20
	for line := range strings.Lines(description) {
		var offset, size int
		at := strings.Index(line, "offset:")
		if at < 0 {
			continue
		}
		if _, err := fmt.Sscanf(line[at:], "offset:%d;\tsize:%d;", &offset, &size); err != nil {
			return 0
		}
		if strings.Contains(line, " commit;") && (offset != 8 || size != 8) {
			return 0
		}
		if strings.Contains(line, " data;") && offset == pageHead && size > 0 && size < most {
			return offset + size
		}
	}
	return 0
}

// enable starts or stops recording markers.
func (m *markers) enable(on bool) error {
	if m == nil {
		return nil
	}
	if err := m.buffer.enable(on); err != nil {
		return fmt.Errorf("record: user markers: %w", err)
	}
	return nil
}

// polled is what to wait for: the kernel wakes the reader when a buffer is half full.
func (m *markers) polled() (list []unix.PollFd) {
	if m == nil {
		return nil
	}
	for _, c := range m.cpus {
		list = append(list, unix.PollFd{Fd: int32(c.fd), Events: unix.POLLIN})
	}
	return list
}

// fetch reads the buffer. Its markers are written in place among the events of their CPU: readers
// that go from front to back find times in order.
func (m *markers) fetch() (events int64, err error) {
	if m == nil {
		return 0, nil
	}
	clear(m.pids)
	for _, c := range m.cpus {
		n, err := m.read(c)
		events += n
		if err != nil {
			return events, err
		}
	}
	return events, nil
}

// of are the markers of a CPU, nil where none are recorded.
func (m *markers) of(cpu int) *markPipe {
	if m == nil {
		return nil
	}
	for _, c := range m.cpus {
		if int(c.cpu) == cpu {
			return c
		}
	}
	return nil
}

// write passes the markers up to a time to write that no event has followed.
func (m *markers) write(until int64, write func(pieces ...[]byte) error) error {
	if m == nil {
		return nil
	}
	for _, c := range m.cpus {
		if list := c.before(nil, uint64(until)+1); len(list) > 0 {
			if err := write(list...); err != nil {
				return err
			}
		}
	}
	return nil
}

// before adds the markers before a time to pieces.
func (c *markPipe) before(pieces [][]byte, time uint64) [][]byte {
	for c != nil && len(c.read) > 0 && c.read[0].time < time {
		pieces = append(pieces, c.read[0].rec)
		c.read = c.read[1:]
	}
	return pieces
}

// maxPages bounds what is read from a CPU in one pass, in pages: programs may write faster than it
// is read.
const maxPages = 4096

// read reads what a CPU has written.
func (m *markers) read(c *markPipe) (events int64, err error) {
	for range maxPages {
		n, err := unix.Read(c.fd, m.page)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EAGAIN), err == nil && n == 0:
			return events, nil
		case err != nil:
			return events, fmt.Errorf("record: user markers: %w", err)
		}
		lost, err := eachRecord(m.page[:n], func(time uint64, data []byte) {
			if len(data) >= commonSize && binary.NativeEndian.Uint16(data) == m.kind {
				c.read = append(c.read, mark{time, m.sample(c.cpu, time, data)})
				events++
			}
		})
		if err != nil {
			return events, fmt.Errorf("record: %w", err)
		}
		if lost != 0 {
			m.lost += max(lost, 1)
		}
	}
	return events, nil
}

// commonSize is the size of {u16 type, u8 flags, u8 preempt count, s32 thread, u64 address}, with
// which a marker begins.
const commonSize = 16

// sample is a marker as perf_event_open would have recorded it.
func (m *markers) sample(cpu uint32, time uint64, data []byte) (b block) {
	tid := binary.NativeEndian.Uint32(data[4:])
	raw := len(data) + -(len(data)+4)&7
	const fixed = 8 + 8 + 8 + 8 + 8 + 8 + 8 // the fields before the raw data, without its size
	b.u32(unix.PERF_RECORD_SAMPLE, modeKernel|uint32(fixed+4+raw)<<16)
	b.u64(markIDs|uint64(cpu), binary.NativeEndian.Uint64(data[8:]))
	b.u32(m.process(tid), tid)
	b.u64(time)
	b.u32(cpu, 0)
	b.u64(1) // period
	b.u32(uint32(raw))
	b.padded(string(data), raw)
	return b
}

// process is the process of a thread, ^0 where that has ended.
func (m *markers) process(tid uint32) uint32 {
	pid, known := m.pids[tid]
	if !known {
		pid = ^uint32(0)
		if n, err := strconv.ParseUint(infoOf(fmt.Sprintf("/proc/%d/status", tid), "Tgid"), 10, 32); err == nil {
			pid = uint32(n)
		}
		m.pids[tid] = pid
	}
	return pid
}

// said is the note about the markers, empty for none.
func (m *markers) said() string {
	if m == nil || m.lost == 0 {
		return ""
	}
	return "User markers were written faster than Threadlens could read them: at least " + strconv.FormatInt(m.lost, 10) + " are missing."
}

// held are the markers of running recordings, for abandon.
var held sync.Map

// abandon releases the buffers on behalf of the recordings that read them.
func abandon() {
	held.Range(func(m, _ any) bool {
		_ = m.(*markers).close() // the next recording tries again
		return true
	})
}

// close releases the buffer.
func (m *markers) close() error {
	if m == nil {
		return nil
	}
	held.Delete(m)
	var errs []error
	for _, c := range m.cpus {
		errs = append(errs, unix.Close(c.fd))
	}
	if m.buffer != nil {
		errs = append(errs, m.buffer.close())
	}
	return errors.Join(errs...)
}
