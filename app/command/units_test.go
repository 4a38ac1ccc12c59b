package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/symbols"
	"threadlens/model"
)

func TestParseTime(t *testing.T) {
	for _, c := range []struct {
		in   string
		want model.Time
		ok   bool
	}{
		{"0", 0, true},
		{"0s", 0, true},
		{"1.5s", 1_500_000_000, true},
		{"250ms", 250_000_000, true},
		{"100771.8us", 100_771_800, true},
		{"7µs", 7_000, true},
		{"40ns", 40, true},
		{"1.0ns", 1, true},
		{"0.000000001s", 1, true},
		{".5ms", 500_000, true},
		{" 3 ms", 3_000_000, true},
		{"3 ms", 3_000_000, true},
		{"9223372035s", 9_223_372_035e9, true},
		{"", 0, false},
		{"5", 0, false},
		{"s", 0, false},
		{"1.s", 0, false},
		{".s", 0, false},
		{"-1s", 0, false},
		{"1e3s", 0, false},
		{"1.5ns", 0, false},
		{"0.0000000001s", 0, false},
		{"99999999999s", 0, false},
		{"99999999999999999999999ns", 0, false},
		{"1min", 0, false},
		{"1..5s", 0, false},
	} {
		got, err := parseTime(c.in)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("parseTime(%q) = %d, %v; want %d, ok %v", c.in, got, err, c.want, c.ok)
		}
	}
}

func TestParseWindow(t *testing.T) {
	for _, c := range []struct {
		in   string
		want model.Range
		ok   bool
	}{
		{"7340ms-7940ms", model.Range{From: 7_340e6, To: 7_940e6}, true},
		{"0-1s", model.Range{To: 1e9}, true},
		{"1ms – 2ms", model.Range{From: 1e6, To: 2e6}, true},
		{"1ms", model.Range{}, false},
		{"-1ms", model.Range{}, false},
		{"1ms-", model.Range{From: 1e6}, false},
	} {
		got, err := parseWindow(c.in)
		if (err == nil) != c.ok || c.ok && got != c.want {
			t.Errorf("parseWindow(%q) = %v, %v; want %v, ok %v", c.in, got, err, c.want, c.ok)
		}
	}
}

func TestParseSize(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int64
		ok   bool
	}{
		{"2GiB", 2 << 30, true},
		{"512MiB", 512 << 20, true},
		{"1.5g", 3 << 29, true},
		{"500 MB", 500e6, true},
		{"4096", 4096, true},
		{"4096B", 4096, true},
		{"64k", 64 << 10, true},
		{"", 0, false},
		{"0", 0, false},
		{"-1GiB", 0, false},
		{"lots", 0, false},
		{"1e30", 0, false},
		{"0.9", 0, false},
		{"1", 1, true},
		{"NaN", 0, false},
	} {
		got, err := parseSize(c.in)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("parseSize(%q) = %d, %v; want %d, ok %v", c.in, got, err, c.want, c.ok)
		}
	}
	if n, err := parseSize("Inf"); err == nil {
		t.Errorf("parseSize(Inf) = %d", n)
	}
}

// TestDownloadToNobody: when what is said of a file reaches nobody, no other is asked for.
func TestDownloadToNobody(t *testing.T) {
	asked := 0
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.NotFound(w, r)
	}))
	defer web.Close()
	r, w := io.Pipe()
	r.Close()
	c := call{ctx: context.Background(), out: w}
	err := c.download([]symbols.File{{Name: "a.pdb", ID: "1"}, {Name: "b.pdb", ID: "2"}}, web.URL, t.TempDir())
	if !errors.Is(err, io.ErrClosedPipe) || asked != 1 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}

// TestOutputForce: a failed write leaves the old file, a good one replaces it,
// and neither leaves anything else.
func TestOutputForce(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := output{path: path, force: true}
	ctx := context.Background()
	failed := errors.New("failed")
	err := o.write(ctx, nil, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	expect(t, dir, path, "old")
	ended, cancel := context.WithCancel(ctx)
	err = o.write(ended, nil, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	expect(t, dir, path, "old")
	if err := o.write(ctx, nil, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, path, "new")
}

func expect(t *testing.T, dir, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("the file holds %q, want %q (%v)", got, want, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v (%v)", list, err)
	}
}

// TestOutputDevice: a device is written to, not replaced.
func TestOutputDevice(t *testing.T) {
	o := output{path: os.DevNull}
	if err := o.check(); err != nil {
		t.Fatal(err)
	}
	if err := o.write(context.Background(), new(bytes.Buffer), func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(os.DevNull); err != nil || st.Mode().IsRegular() {
		t.Errorf("%s became a file (%v)", os.DevNull, err)
	}
}

func TestFlagsAnywhere(t *testing.T) {
	for _, c := range []struct{ in, rest []string }{
		{[]string{"a", "b"}, []string{"a", "b"}},
		{[]string{"-n", "1", "a"}, []string{"a"}},
		{[]string{"a", "--n=1", "b"}, []string{"a", "b"}},
		{[]string{"a", "-n", "1"}, []string{"a"}},
		{[]string{"a", "--", "-n", "1"}, []string{"a", "-n", "1"}},
		{[]string{"-n", "--", "a"}, []string{"a"}}, // the flag's value is --
	} {
		f := newFlags()
		n := f.String("n", "", "")
		rest, err := f.parse(c.in)
		if err != nil || len(rest) != len(c.rest) {
			t.Errorf("%q leaves %q, want %q (%v)", c.in, rest, c.rest, err)
			continue
		}
		for i := range rest {
			if rest[i] != c.rest[i] {
				t.Errorf("%q leaves %q, want %q (n %q)", c.in, rest, c.rest, *n)
			}
		}
	}
}

// TestProgress: one line that is overwritten repeatedly, only on request, and ended at the end.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		on   bool
		want string
	}{{false, ""}, {true, "\r 25%  3.00 M events  "}} {
		var b bytes.Buffer
		p := newProgress(&b, c.on)
		p.report(0, 0, 0) // nothing known yet
		p.report(25, 100, 3e6)
		p.report(26, 100, 3e6) // too soon
		p.done()
		got := b.String()
		if !strings.HasPrefix(got, c.want) || strings.Count(got, "\r") > 1 || (got != "") != c.on || c.on && !strings.HasSuffix(got, "\n") {
			t.Errorf("on %v: %q", c.on, got)
		}
	}
}
