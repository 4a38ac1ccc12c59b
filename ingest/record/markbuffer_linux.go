package record

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// markBuffer is the buffer of tracefs from which markers are read. What programs write to
// trace_marker goes to the global buffer that everybody shares; since Linux 6.16 it can be copied
// to a private one. Before that, the shared buffer is read, if nobody uses it. In either case a
// buffer of our own exists while the recording runs; its name shows programs that somebody listens
// (ingest/scenario).
type markBuffer struct {
	top   string // the mount point of tracefs
	own   string // folder of our own buffer
	dir   string // of the buffer that is read
	clock string // the shared buffer's former clock, to be restored; empty where it is not changed
}

// Our own buffer is named after the process, with a number behind a dot for a second one; a
// recording that reads the shared buffer appends the former clock of that.
const (
	instances      = "instances"
	instancePrefix = "threadlens-"
)

// copyMarks makes a buffer receive what is written to trace_marker. The kernel copies to one buffer
// after another, the youngest first, and stops at one that does not record (tracing_mark_write in
// kernel/trace/trace.c): the option must be on only while a buffer records, or others miss markers.
const copyMarks = "options/copy_trace_marker"

// monoClock is the name of the recording's clock in tracefs.
const monoClock = "mono"

// openMarkBuffer creates the buffer, which does not record yet.
func openMarkBuffer(t tracefs) (*markBuffer, error) {
	b := &markBuffer{top: string(t)}
	dropStale(b.top)
	own, err := makeOwn(b.top)
	if err != nil {
		return nil, err
	}
	b.own, b.dir = own, own
	err = errors.Join(setFile(own, "tracing_on", "0"), setFile(own, "trace_clock", monoClock))
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	_, err = os.Stat(filepath.Join(own, copyMarks))
	if errors.Is(err, fs.ErrNotExist) {
		err = b.share()
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// makeOwn creates the folder of a buffer. A program may have several recordings.
func makeOwn(top string) (own string, err error) {
	const most = 16
	for n := range most {
		own = filepath.Join(top, instances, instancePrefix+strconv.Itoa(os.Getpid()))
		if n > 0 {
			own += "." + strconv.Itoa(n)
		}
		if err = os.Mkdir(own, 0o750); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return own, err
}

// share takes the shared buffer, or returns an error that names its user.
func (b *markBuffer) share() error {
	if use := inUse(b.top); use != "" {
		return errors.New("before Linux 6.16, markers can be read only from ftrace's top-level trace buffer, and " + use)
	}
	clock, err := clockOf(b.top)
	if err != nil {
		return err
	}
	// If this recording is killed, the name of our own buffer shows the next one what it changed.
	own := b.own + "-" + clock
	if err := os.Mkdir(own, 0o750); err != nil {
		return err
	}
	if err := errors.Join(os.Remove(b.own), setFile(b.top, "trace_clock", monoClock)); err != nil {
		return errors.Join(err, os.Remove(own))
	}
	b.own, b.dir, b.clock = own, b.top, clock
	return nil
}

// inUse describes how somebody uses the shared buffer; empty where nobody does.
func inUse(top string) string {
	for _, c := range []struct{ file, unused, use string }{
		{"current_tracer", "nop", "a tracer is active in the top-level trace buffer (current_tracer)"},
		{"tracing_on", "1", "the top-level trace buffer is turned off (tracing_on)"},
		{"set_event", "", "the top-level trace buffer is recording other events (set_event)"},
	} {
		text, err := os.ReadFile(filepath.Join(top, c.file))
		if err != nil || strings.TrimSpace(string(text)) != c.unused {
			return c.use
		}
	}
	for _, stats := range cpuFiles(top, "stats") {
		text, err := os.ReadFile(stats)
		if err != nil || !strings.HasPrefix(string(text), "entries: 0\n") {
			return "the top-level trace buffer contains unread data, which recording would remove"
		}
	}
	return ""
}

// cpuFiles are the files with a name in each CPU's part of a buffer.
func cpuFiles(dir, name string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, "per_cpu", "cpu*", name)) // the pattern is valid
	return list
}

// clockOf is a buffer's clock: the one in brackets.
func clockOf(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "trace_clock"))
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(text), "[")
	clock, _, ok := strings.Cut(rest, "]")
	if !ok || clock == "" || strings.ContainsAny(clock, "/ ") {
		return "", fmt.Errorf("cannot determine which clock the trace buffer %s uses: no clock is marked as selected in %q", dir, text)
	}
	return clock, nil
}

func setFile(dir, name, value string) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// enable starts or stops our own buffer; the shared one records already.
func (b *markBuffer) enable(on bool) error {
	if b.clock != "" {
		return nil
	}
	if on {
		return cmp.Or(setFile(b.own, "tracing_on", "1"), setFile(b.own, copyMarks, "1"))
	}
	return errors.Join(setFile(b.own, copyMarks, "0"), setFile(b.own, "tracing_on", "0"))
}

// close restores everything.
func (b *markBuffer) close() error {
	var err error
	if b.clock != "" {
		err = setFile(b.top, "trace_clock", b.clock)
	}
	return errors.Join(err, os.Remove(b.own))
}

// dropStale removes what killed recordings have left. Whatever fails is tried again by the next
// recording.
func dropStale(top string) {
	list, err := os.ReadDir(filepath.Join(top, instances))
	if err != nil {
		return
	}
	for _, d := range list {
		name, ok := strings.CutPrefix(d.Name(), instancePrefix)
		which, clock, shared := strings.Cut(name, "-")
		pid, _, _ := strings.Cut(which, ".")
		if _, err := strconv.ParseUint(pid, 10, 32); !ok || err != nil {
			continue
		}
		if _, err := os.Stat("/proc/" + pid); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		b := markBuffer{top: top, own: filepath.Join(top, instances, d.Name())}
		if now, err := clockOf(top); shared && err == nil && now == monoClock && inUse(top) == "" {
			b.clock = clock
		}
		_ = b.close()
	}
}
