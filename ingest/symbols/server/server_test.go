package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const (
	sampleName = "sample64.pdb"
	sampleID   = "9E4A0FB4770E157F4C4C44205044422E1"
)

// sample is a symbol file; ../testdata describes how it was made.
func sample(t testing.TB) []byte {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("..", "testdata", sampleName+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// start runs a server on this machine.
func start(t *testing.T, answer http.HandlerFunc) *Server {
	t.Helper()
	web := httptest.NewServer(answer)
	t.Cleanup(web.Close)
	s, err := New(web.URL + "/download/symbols")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// left are the files below a folder.
func left(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if path != dir {
			rel, _ := filepath.Rel(dir, path)
			list = append(list, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

func TestFetch(t *testing.T) {
	data, asked := sample(t), 0
	s := start(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.URL.Path != "/download/symbols/"+sampleName+"/"+sampleID+"/"+sampleName {
			t.Error(r.URL.Path)
		}
		_, _ = w.Write(data)
	})
	dir := t.TempDir()
	for _, want := range []int64{int64(len(data)), 0} {
		if n, err := s.Fetch(context.Background(), sampleName, sampleID, dir); n != want || err != nil || asked != 1 {
			t.Errorf("%d bytes, %v, asked %d times", n, err, asked)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, sampleName, sampleID, sampleName))
	if err != nil || !bytes.Equal(got, data) {
		t.Error(len(got), err)
	}
	if st, err := os.Stat(filepath.Join(dir, sampleName, sampleID, sampleName)); err != nil || runtime.GOOS != "windows" && st.Mode() != 0o600 {
		t.Error(st.Mode(), err)
	}
	if l := left(t, dir); strings.Count(l, " ") != 2 {
		t.Error(l)
	}
}

// unread is a file that cannot be read.
type unread struct{}

func (unread) ReadAt([]byte, int64) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: "a", Err: fs.ErrPermission}
}

// TestUnread: that the file cannot be read back is not blamed on the server.
func TestUnread(t *testing.T) {
	if err := check(unread{}, 1<<20, sampleID); !errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), "server") {
		t.Error(err)
	}
}

// TestRefused: nothing is kept of a file that is not the requested one.
func TestRefused(t *testing.T) {
	whole := sample(t)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		id     string
		says   string
	}{
		"absent":        {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }, sampleID, ErrAbsent.Error()},
		"forbidden":     {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, sampleID, "403"},
		"another build": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(whole) }, "0E4A0FB4770E157F4C4C44205044422E1", "is from another build"},
		"compressed":    {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("MSCF\x00\x00")) }, sampleID, "compressed"},
		"a page":        {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>Log in")) }, sampleID, "is not a PDB symbol file"},
		"cut": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100000")
			_, _ = w.Write(whole[:5000])
		}, sampleID, "EOF"},
		"too large": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9000000000")
			w.WriteHeader(http.StatusOK)
		}, sampleID, "larger than the limit of 4 GiB"},
		"in circles": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, sampleID, "redirects too many times"},
		"without encryption": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://symbols.invalid/x", http.StatusFound)
		}, sampleID, "https only"},
	} {
		dir := t.TempDir()
		_, err := start(t, c.answer).Fetch(context.Background(), sampleName, c.id, dir)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if l := left(t, dir); l != "" {
			t.Errorf("%s: %s is left", name, l)
		}
	}
}

// TestWaiting: a server that stops answering is given up, and so is one for which the user does not
// want to wait.
func TestWaiting(t *testing.T) {
	done := make(chan struct{})
	defer close(done)
	wait := func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(make([]byte, 5000))
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
		case <-done:
		}
	}
	s, dir := start(t, wait), t.TempDir()
	s.patience = 50 * time.Millisecond
	if _, err := s.Fetch(context.Background(), sampleName, sampleID, dir); !errors.Is(err, ErrSilent) {
		t.Error(err)
	}
	s.patience = patience
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := s.Fetch(ctx, sampleName, sampleID, dir); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if l := left(t, dir); l != "" {
		t.Error(l)
	}
}

// TestLimits: files of up to 4 GiB are accepted, and names of up to 255 bytes.
func TestLimits(t *testing.T) {
	for size, want := range map[int64]error{4 << 30: nil, 4<<30 + 1: errTooLarge} {
		s, err := New("https://symbols.invalid")
		if err != nil {
			t.Fatal(err)
		}
		s.http.Transport = answers{StatusCode: http.StatusOK, ContentLength: size, Body: io.NopCloser(strings.NewReader(""))}
		if _, err := s.ask(context.Background(), "a.pdb", "1"); !errors.Is(err, want) {
			t.Errorf("a file of %d bytes: %v, want %v", size, err, want)
		}
	}
	if n, err := keep(strings.NewReader("x"), filepath.Join(t.TempDir(), "none"), "a.pdb", "1"); err == nil || n != 0 {
		t.Errorf("%d bytes are kept where there is no folder: %v", n, err)
	}
	for n, want := range map[int]bool{0: false, 1: true, 255: true, 256: false} {
		if sound(strings.Repeat("a", n)) != want {
			t.Errorf("a name of %d bytes is asked for: %v", n, !want)
		}
	}
	for n, want := range map[int]string{5: ErrAbsent.Error(), 6: "redirects too many times"} {
		left := n
		s := start(t, func(w http.ResponseWriter, r *http.Request) {
			if left--; left < 0 {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		})
		if _, err := s.Fetch(context.Background(), sampleName, sampleID, t.TempDir()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("led on %d times: %v, want %q", n, err, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://symbols.example.org/download": true, "http://localhost:8080": true, "http://127.0.0.1/x": true, "http://[::1]:80/": true,
		"http://symbols.example.org": false, "ftp://symbols.example.org": false, "symbols.example.org": false, "": false, "https://": false, ":": false,
	} {
		if _, err := New(address); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
	s := start(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") })
	for _, name := range []string{"", ".", "..", "../a.pdb", `a\b.pdb`, "c:a.pdb", "a\x00.pdb", ".hidden", strings.Repeat("a", 300)} {
		if _, err := s.Fetch(context.Background(), name, sampleID, t.TempDir()); err == nil {
			t.Errorf("%q was asked for", name)
		}
	}
}
