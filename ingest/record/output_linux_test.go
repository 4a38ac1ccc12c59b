package record

import (
	"bytes"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// lockedBuffer keeps what is written, and fails every time.
type lockedBuffer struct {
	mu   sync.Mutex
	said bytes.Buffer
	most int
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said.Write(p)
	b.most = max(b.most, len(p))
	return 0, errors.New("no room")
}

// TestOutput: what a command writes goes to Output, both streams, in pieces, also where it is
// discarded; a program that it leaves behind is not waited for.
func TestOutput(t *testing.T) {
	if err := Check(""); err != nil {
		t.Skip(err)
	}
	script := "echo one; echo two >&2; head -c 300000 /dev/zero; echo end; sleep 3 & exit 3"
	var b lockedBuffer
	o := Options{
		Path: filepath.Join(t.TempDir(), "x"), Command: []string{"sh", "-c", script},
		NoInput: true, Output: &b, For: 20 * time.Second, Ring: 1 << 20,
	}
	r, err := Record(t.Context(), o, nil)
	if err != nil || r.Exit != 3 || r.Elapsed > 10*time.Second {
		t.Errorf("%+v, %v", r, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	want := "one\ntwo\n" + string(make([]byte, 300000)) + "end\n"
	if b.said.String() != want || b.most > 32<<10 {
		t.Errorf("%d bytes, at most %d at once, %.20q", b.said.Len(), b.most, b.said.String())
	}
}
