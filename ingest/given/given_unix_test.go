//go:build unix

package given

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestNothingHangs: files that are not regular are refused immediately.
func TestNothingHangs(t *testing.T) {
	dir := t.TempDir()
	pipe, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for path, want := range map[string]string{pipe: "this is a pipe", socket: "this is a socket", "/dev/zero": "this is a device"} {
		began := time.Now()
		if _, err := Regular(path); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
		if time.Since(began) > Patience/2 {
			t.Errorf("%s: waited", path)
		}
	}
	for path, want := range map[string]string{socket: "this is a socket", "/dev/zero": "this is a device"} {
		if _, err := Text(path, 1<<20); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// TestPipe: pipes that are written to, however slowly, and pipes that nobody writes to, or no
// longer.
func TestPipe(t *testing.T) {
	fifo := func() string {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		return pipe
	}
	slow := fifo()
	go func() {
		time.Sleep(50 * time.Millisecond)
		w, err := os.OpenFile(slow, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer w.Close()
		for _, s := range []string{"a", "b", "c"} {
			if _, err := w.WriteString(s); err != nil {
				t.Error(err)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	if data, err := Text(slow, 100); err != nil || string(data) != "abc" {
		t.Errorf("%q %v", data, err)
	}
	silent, stopped := fifo(), fifo()
	w, err := os.OpenFile(stopped, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, path := range []string{silent, stopped} {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			t.Parallel()
			if _, err := Text(path, 100); !errors.Is(err, errSilent) {
				t.Error(err)
			}
		})
	}
}
