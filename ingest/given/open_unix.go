//go:build unix

package given

import (
	"os"
	"syscall"
	"time"
)

// openAtOnce opens a file without waiting for a writer.
func openAtOnce(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// openPipe opens a pipe that has a writer, or gets one in time.
func openPipe(path string) (*os.File, error) {
	type answer struct {
		f   *os.File
		err error
	}
	came := make(chan answer, 1)
	go func() {
		f, err := os.Open(path)
		came <- answer{f, err}
	}()
	select {
	case a := <-came:
		return a.f, a.err
	case <-time.After(Patience):
	}
	// A writer that does nothing releases the goroutine that waits.
	if w, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
		w.Close()
	}
	go func() {
		if a := <-came; a.err == nil {
			a.f.Close()
		}
	}()
	return nil, errSilent
}
