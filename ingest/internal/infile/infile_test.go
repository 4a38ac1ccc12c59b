package infile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// mapped is a file in memory.
type mapped struct {
	*bytes.Reader
	data []byte
}

func (m mapped) Bytes() []byte { return m.data }

// broken is a file that cannot be read.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }

// TestContents: bytes in memory are not copied, others are read, and a file that is shorter than it
// should be, or cannot be read, is an error.
func TestContents(t *testing.T) {
	data := []byte("trace")
	m := mapped{bytes.NewReader(data), data}
	for size, copied := range map[int64]bool{5: false, 3: false} {
		got, err := Contents(m, size)
		if err != nil || string(got) != "trace"[:size] || (&got[0] != &data[0]) != copied || cap(got) != int(size) {
			t.Errorf("%d bytes in memory: %q, capacity %d, %v", size, got, cap(got), err)
		}
	}
	if Mapped(m, 6) != nil || Mapped(m.Reader, 5) != nil {
		t.Error("bytes that are not in memory")
	}
	got, err := Contents(bytes.NewReader(data), 5)
	if err != nil || string(got) != "trace" || &got[0] == &data[0] {
		t.Errorf("read: %q, %v", got, err)
	}
	for want, r := range map[string]io.ReaderAt{"5 of 6 bytes": bytes.NewReader(data), "timeout": broken{}} {
		if _, err := Contents(r, 6); !errors.Is(err, ErrRead) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestUntilDone: nothing is read after the context has ended.
func TestUntilDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	u := &UntilDone{ctx, strings.NewReader("trace")}
	if n, err := u.Read(make([]byte, 2)); n != 2 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	cancel()
	if n, err := u.Read(make([]byte, 2)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d bytes after the end, %v", n, err)
	}
}
