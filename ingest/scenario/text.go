package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// text is a file in the text format of Threadlens (ingest/text, doc.go): a trace with nothing but
// markers.
type text struct {
	mu   sync.Mutex
	f    *os.File
	base time.Time
	pid  int64
	line []byte
	last time.Duration
}

func createText(path string) (sink, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	now := time.Now()
	t := &text{f: f, base: now, pid: int64(os.Getpid()), line: make([]byte, 0, 4*maxName)}
	b := fmt.Appendf(nil, "threadlens-trace 1\nos %s\n", osName())
	b = fmt.Appendf(b, "process %d %q target\n", t.pid, filepath.Base(os.Args[0]))
	if clock, start := monotonic(); clock != "" {
		b = fmt.Appendf(b, "clock %s start=%d\n", clock, start)
	}
	b = fmt.Appendf(b, "wall %s\n", now.UTC().Format(time.RFC3339Nano))
	if _, err := f.Write(b); err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return t, nil
}

// osName is the system in the words of the format.
func osName() string {
	switch runtime.GOOS {
	case "linux", "windows":
		return runtime.GOOS
	}
	return "other"
}

func (t *text) heard(time.Duration) bool { return true }

// write writes a line. The instant is taken when no other marker can come in between, so that the
// lines are in the order of time.
func (t *text) write(m mark) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = max(t.last, time.Since(t.base))
	word := [...]string{begin: "begin", step: "step", end: "end", flag: "flag", message: "step"}[m.kind]
	b := append(strconv.AppendInt(t.line[:0], int64(t.last), 10), "ns cpu"...)
	b = append(strconv.AppendInt(b, int64(processor()), 10), " mark "...)
	b = append(strconv.AppendInt(b, int64(threadID()), 10), ' ')
	b = append(append(b, word...), ' ')
	b = strconv.AppendQuote(b, cut(m.name))
	b = appendSetting(b, " pid=", t.pid)
	b = appendSetting(b, " id=", m.correlation)
	b = appendSetting(b, " span=", number(m.id))
	b = appendSetting(b, " parent=", number(m.parent))
	if m.took.Measured {
		b = strconv.AppendInt(append(b, " cpu="...), int64(m.took.CPU), 10)
	}
	t.line = append(b, '\n')
	_, err := t.f.Write(t.line)
	return err == nil
}

// number is the number of a span in the file: the bits that count.
func number(id int64) int64 { return id & (1<<seedBits - 1) }

func appendSetting(b []byte, key string, n int64) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, key...), n, 10)
}

func (t *text) close() error { return t.f.Close() }
