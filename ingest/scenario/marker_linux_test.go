package scenario

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestHeard: markers are written while the folder has a recording's buffer, which is noticed within
// lookEvery, and always where the folder is unreadable.
func TestHeard(t *testing.T) {
	dir := t.TempDir()
	m := &marker{fd: -1, folder: dir}
	if m.heard(0) {
		t.Error("nobody records")
	}
	own := filepath.Join(dir, instancePrefix+"77")
	if err := os.Mkdir(own, 0o700); err != nil {
		t.Fatal(err)
	}
	if m.heard(lookEvery - 1) {
		t.Error("it was looked again too early")
	}
	if !m.heard(lookEvery) {
		t.Error("the recording goes unnoticed")
	}
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	if !m.heard(2*lookEvery-1) || m.heard(2*lookEvery) {
		t.Error("the end of the recording")
	}
	m.folder = filepath.Join(dir, "none")
	if !m.heard(10 * lookEvery) {
		t.Error("what cannot be looked at may be a recording")
	}
	if m.folder = ""; !m.heard(0) {
		t.Error("always is not always")
	}
	if m.write(mark{name: "x"}) {
		t.Error("written to no file")
	}
}

// TestOpen: on a system that accepts markers they are written; elsewhere the error names the file.
func TestOpen(t *testing.T) {
	r, err := Open(Options{Always: true})
	if err != nil {
		var path *fs.PathError
		if r != nil || !errors.As(err, &path) {
			t.Errorf("%v, %v", r, err)
		}
		t.Skip("no right to mark here: ", err)
	}
	defer r.Close()
	s := r.Begin("test")
	time.Sleep(time.Millisecond)
	if took := s.End(); took.Elapsed < time.Millisecond || r.Lost() != 0 && r.Lost() != 2 { // both, where tracing is off
		t.Errorf("%+v, %d lost", took, r.Lost())
	}
}

// BenchmarkMarker measures the cost of six markers in the kernel's buffer, and while nobody
// records.
func BenchmarkMarker(b *testing.B) {
	for _, o := range []Options{{Always: true}, {}} {
		r, err := Open(o)
		if err != nil {
			b.Skip("no right to mark here: ", err)
		}
		defer r.Close()
		name := "written"
		if !r.Recorded() {
			name = "unheard"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				spans(r)
			}
		})
	}
}
