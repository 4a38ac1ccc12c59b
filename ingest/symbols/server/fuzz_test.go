package server

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// answers is a transport that answers everything alike.
type answers http.Response

// RoundTrip implements http.RoundTripper.
func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := http.Response(a)
	answer.Request = r
	return &answer, nil
}

// FuzzAnswer: whatever a server answers, nothing is kept but the requested file, complete, under
// its own name and nowhere else.
func FuzzAnswer(f *testing.F) {
	whole := sample(f)
	f.Add(200, int64(len(whole)), "", sampleName, sampleID, whole)
	f.Add(200, int64(-1), "", sampleName, sampleID, whole[:5000])
	f.Add(200, int64(1)<<40, "", sampleName, sampleID, []byte("MSCF\x00"))
	f.Add(404, int64(0), "", "a.pdb", "1", []byte{})
	f.Add(302, int64(0), "http://symbols.invalid/x", "..", "../x", []byte{})
	f.Add(301, int64(0), "/\x00", "a/b", "x\n", []byte("<html>"))
	f.Add(307, int64(0), "https://symbols.invalid/x", sampleName, sampleID, []byte("<html>"))
	f.Fuzz(func(t *testing.T, status int, length int64, location, name, id string, body []byte) {
		dir := t.TempDir()
		s, err := New("https://symbols.invalid/download")
		if err != nil {
			t.Fatal(err)
		}
		s.http.Transport = answers{
			StatusCode: status, ContentLength: length, Header: http.Header{"Location": {location}}, Body: io.NopCloser(bytes.NewReader(body)),
		}
		size, err := s.Fetch(context.Background(), name, id, dir)
		if err != nil {
			if size != 0 || left(t, dir) != "" {
				t.Fatalf("%v: %d bytes, and %q is left", err, size, left(t, dir))
			}
			return
		}
		kept, err := os.ReadFile(filepath.Join(dir, name, id, name))
		if err != nil || !bytes.Equal(kept, body) || size != int64(len(body)) {
			t.Fatalf("%d bytes of %d are kept: %v", len(kept), len(body), err)
		}
		if want := filepath.ToSlash(name + " " + filepath.Join(name, id) + " " + filepath.Join(name, id, name)); left(t, dir) != want {
			t.Fatalf("%q is left, not %q", left(t, dir), want)
		}
		if check(bytes.NewReader(body), size, id) != nil {
			t.Fatal("another file is kept")
		}
	})
}

// FuzzAddress: symbol servers are only contacted at encrypted addresses, or on this machine.
func FuzzAddress(f *testing.F) {
	for _, a := range []string{"https://symbols.invalid/x", "http://localhost:80/", "http://[::1]/", "http://127.0.0.1@symbols.invalid/", "http://localhost.symbols.invalid", "ftp://x", "//x", ""} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, address string) {
		s, err := New(address)
		if err != nil {
			return
		}
		u, err := url.Parse(s.base.JoinPath("a", "b").String())
		if err != nil || allowed(u) != nil || u.Host == "" {
			t.Errorf("%q asks at %q: %v", address, u, err)
		}
	})
}
