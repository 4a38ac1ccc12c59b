package given

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Stdin stands for standard input where a file is named.
const Stdin = "-"

// Regular opens a regular file. For anything else the error names what it is, without its path.
func Regular(path string) (*os.File, error) {
	st, err := os.Stat(path) // opening some things has side effects, or fails for other reasons
	if err == nil {
		err = isRegular(st)
	}
	if err != nil {
		return nil, bare(err)
	}
	f, err := openAtOnce(path)
	if err != nil {
		return nil, bare(err)
	}
	st, err = f.Stat() // it may have been replaced
	if err == nil {
		err = isRegular(st)
	}
	if err != nil {
		f.Close()
		return nil, bare(err)
	}
	return f, nil
}

// isRegular returns an error that names what kind of file it is, nil for a regular one.
func isRegular(st fs.FileInfo) error {
	switch mode := st.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return errors.New("this is a folder, not a file")
	case mode&fs.ModeNamedPipe != 0:
		return errors.New("this is a pipe, not a file: save the data to a file first")
	case mode&fs.ModeSocket != 0:
		return errors.New("this is a socket, not a file")
	case mode&fs.ModeDevice != 0:
		return errors.New("this is a device, not a file")
	}
	return errors.New("this is not a regular file")
}

// bare is an error without its path, and in plain words where it is a known one.
func bare(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		err = p.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &inWords{"no such file", err}
	case errors.Is(err, fs.ErrPermission):
		return &inWords{"no permission to read the file", err}
	}
	return err
}

// inWords is an error in plainer words that wraps the original.
type inWords struct {
	text string
	err  error
}

func (e *inWords) Error() string { return e.text }
func (e *inWords) Unwrap() error { return e.err }

// Patience is how long a pipe may stay silent.
const Patience = 3 * time.Second

// errSilent is returned for a pipe from which nothing comes.
var errSilent = fmt.Errorf("sent no data for %v", Patience)

// Text reads all of a regular file, a pipe or standard input, of at most most bytes. Its errors
// omit the name.
func Text(path string, most int64) ([]byte, error) {
	f, err := readable(path)
	if err != nil {
		return nil, bare(err)
	}
	if f != os.Stdin {
		defer f.Close()
	}
	data, err := io.ReadAll(io.LimitReader(&patient{f: f, file: f.SetReadDeadline(time.Time{}) == nil}, most+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, errSilent
	case err != nil:
		return nil, bare(err)
	case int64(len(data)) > most:
		return nil, fmt.Errorf("is larger than the limit of %d MiB", most>>20)
	}
	return data, nil
}

// readable opens a regular file or a pipe.
func readable(path string) (*os.File, error) {
	if path == Stdin {
		return os.Stdin, nil
	}
	st, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case st.Mode()&fs.ModeNamedPipe == 0:
		return Regular(path)
	}
	return openPipe(path)
}

// patient reads from a file that may block, with a time limit.
type patient struct {
	f    *os.File
	file bool // it supports deadlines
}

// Read reads, or fails with os.ErrDeadlineExceeded when nothing comes in time.
func (p *patient) Read(b []byte) (int, error) {
	if p.file {
		if err := p.f.SetReadDeadline(time.Now().Add(Patience)); err != nil {
			return 0, err
		}
		return p.f.Read(b)
	}
	type answer struct {
		data []byte
		err  error
	}
	came := make(chan answer, 1)
	go func() { // it waits for ever where nothing comes
		data := make([]byte, len(b))
		n, err := p.f.Read(data)
		came <- answer{data[:n], err}
	}()
	select {
	case a := <-came:
		return copy(b, a.data), a.err
	case <-time.After(Patience):
		return 0, os.ErrDeadlineExceeded
	}
}
