package container

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	small = trace(1, 5000)
	other = trace(2, 70_000)
	large = trace(3, inMemory+12_345)
	text  = []byte(strings.Repeat("a line of a log\n", 1000))
)

// TestKinds reads the same files out of every kind of archive.
func TestKinds(t *testing.T) {
	files := []file{
		{name: "folder/"},
		{name: "x.etl", data: small},
		{name: "LogFile.txt", data: text},
		{name: `folder\x.kernel.etl`, data: other},
		{name: "empty.etl"},
		{name: "large.etl", data: large},
		{name: "tail.txt", data: text},
	}
	stored := slices.Clone(files)
	for i := range stored {
		stored[i].stored = true
	}
	solid := slices.Concat(files[1:4], files[5:])
	var each [][]file
	for _, f := range solid {
		each = append(each, []file{f})
	}
	for _, test := range []struct {
		name, prefix string
		data         []byte
	}{
		{"deflated", "", zipOf(t, files...)},
		{"stored", "", zipOf(t, stored...)},
		{"7z", "", (&writer7z{folders: [][]file{solid}}).bytes()},
		{"7z packed", "", (&writer7z{folders: [][]file{solid[:2], solid[2:]}, packed: true}).bytes()},
		{"7z of LZMA2", "", (&writer7z{folders: [][]file{solid[:2], solid[2:]}, lzma2: true}).bytes()},
		{"7z not solid", "", (&writer7z{folders: each, packed: true}).bytes()},
		{"stored inside", "inner.zip/", zipOf(t, file{name: "inner.zip", data: zipOf(t, stored...), stored: true})},
		{"deflated inside", "inner.zip/", zipOf(t, file{name: "inner.zip", data: zipOf(t, files...)})},
	} {
		want := map[string][]byte{
			test.prefix + "x.etl": small, test.prefix + "folder/x.kernel.etl": other, test.prefix + "large.etl": large,
		}
		t.Run(test.name, func(t *testing.T) {
			for kind, r := range map[string]io.ReaderAt{"read": bytes.NewReader(test.data), "mapped": inMapped(test.data)} {
				got, err := readAll(t, r, int64(len(test.data)))
				if err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
				if !maps.EqualFunc(want, got, bytes.Equal) {
					t.Errorf("%s: not the bytes that were packed", kind)
				}
			}
		})
	}
}

// TestStoredIsNotCopied checks that uncompressed members of a mapped archive are used in place.
func TestStoredIsNotCopied(t *testing.T) {
	inner := zipOf(t, file{name: "a.etl", data: small, stored: true})
	data := zipOf(t, file{name: "x.zip", data: inner, stored: true})
	a := openArchive(t, inMapped(data), int64(len(data)))
	s := unpackOne(t, a)
	at := bytes.Index(data, small)
	if at < 0 || &s.Bytes()[0] != &data[at] || cap(s.Bytes()) != len(small) {
		t.Error("a stored member was copied, or reaches beyond its end")
	}
	a = openArchive(t, bytes.NewReader(data), int64(len(data)))
	if s := unpackOne(t, a); s.Bytes() != nil {
		t.Error("bytes of a file that is not in memory")
	}
}

func openArchive(t testing.TB, r io.ReaderAt, size int64) *Archive {
	t.Helper()
	a, err := Open(t.Context(), r, size, "archive", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func unpackOne(t testing.TB, a *Archive) *Source {
	t.Helper()
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := a.Unpack(t.Context(), members[:1]...)
	if err != nil {
		t.Fatal(err)
	}
	return sources[0]
}

// TestTemporaryFiles checks where large members go, and that nothing of them is left behind.
func TestTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	data := zipOf(t, file{name: "a.etl", data: large}, file{name: "b.etl", data: other})
	a, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), "archive", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := unpackOne(t, a)
	if again := unpackOne(t, a); again != s {
		t.Error("a member was unpacked twice")
	}
	if got, err := io.ReadAll(io.NewSectionReader(s, 0, int64(len(large)))); err != nil || !bytes.Equal(got, large) {
		t.Errorf("%d bytes of %d unpacked: %v", len(got), len(large), err)
	}
	if s.Bytes() == nil && runtime.GOOS == "linux" {
		t.Error("temporary files are not mapped")
	}
	if n := entriesOf(t, dir); n > 1 {
		t.Errorf("%d files for one member", n)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if n := entriesOf(t, dir); n > 0 {
		t.Errorf("%d files are left", n)
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "none"))
	t.Setenv("TMP", filepath.Join(dir, "none"))
	for what, data := range map[string][]byte{
		"zip": data,
		"7z":  (&writer7z{folders: [][]file{{{name: "a.etl", data: large}}}}).bytes(),
	} {
		_, err = readAll(t, bytes.NewReader(data), int64(len(data)))
		oneClearLine(t, what, err)
		if !errors.Is(err, errTemporary) || errors.Is(err, ErrNoTrace) {
			t.Errorf("%s, no room: %v", what, err)
		}
	}
}

func entriesOf(t testing.TB, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// TestMemoryIsBounded: many small members do not pile up in memory.
func TestMemoryIsBounded(t *testing.T) {
	u := newUnpacker(1<<40, nil)
	kept := 0
	for range 6 {
		s, err := u.unpack(t.Context(), io.LimitReader(zeros{}, inMemory), inMemory)
		if err != nil {
			t.Fatal(err)
		}
		if s.free == nil {
			kept += len(s.Bytes())
		}
		t.Cleanup(func() { _ = s.release() })
	}
	if kept != allInMemory {
		t.Errorf("%d bytes in memory", kept)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestProgress(t *testing.T) {
	inner := zipOf(t, file{name: "c.etl", data: other})
	files := []file{{name: "a.etl", data: large}, {name: "b.etl", data: small}, {name: "c.zip", data: inner}}
	for what, data := range map[string][]byte{
		"zip": zipOf(t, files...),
		"7z":  (&writer7z{folders: [][]file{files}}).bytes(),
	} {
		var done, total, calls int64
		progress := func(d, n int64) {
			if d < done || d > n || n < total {
				t.Errorf("%s: progress from %d of %d to %d of %d", what, done, total, d, n)
			}
			done, total = d, n
			calls++
		}
		a, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), "archive", progress)
		if err != nil {
			t.Fatal(err)
		}
		members, err := a.Traces(t.Context(), isTrace)
		if err != nil || len(members) != 3 {
			t.Fatalf("%s: %d members, %v", what, len(members), err)
		}
		if done != total {
			t.Errorf("%s: listing ended at %d of %d", what, done, total)
		}
		done, total = 0, 0
		if _, err := a.Unpack(t.Context(), members...); err != nil {
			t.Fatal(err)
		}
		if what == "zip" && total != int64(len(large)+len(small)+len(other)) || done != total || calls < 50 {
			t.Errorf("%s: unpacking ended at %d of %d after %d calls", what, done, total, calls)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCancel: each step ends with the context, quickly and without leftovers.
func TestCancel(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	files := []file{{name: "a.etl", data: large}, {name: "b.etl", data: large}}
	for what, data := range map[string][]byte{
		"zip": zipOf(t, files...),
		"7z":  (&writer7z{folders: [][]file{files}}).bytes(),
	} {
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Open(gone, bytes.NewReader(data), int64(len(data)), "archive", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Open: %v", what, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		a, err := Open(ctx, bytes.NewReader(data), int64(len(data)), "archive", func(done, _ int64) {
			if done > 1<<20 {
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		members, err := a.Traces(ctx, isTrace)
		if err == nil {
			_, err = a.Unpack(ctx, members...)
		}
		if !errors.Is(err, context.Canceled) || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %v after %v", what, err, time.Since(start))
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if n := entriesOf(t, dir); n > 0 {
			t.Errorf("%s: %d files are left", what, n)
		}
		cancel()
	}
}

// TestForeignMember: a member is valid in its own archive only.
func TestForeignMember(t *testing.T) {
	data := zipOf(t, file{name: "a.etl", data: small})
	a, b := openArchive(t, inMapped(data), int64(len(data))), openArchive(t, inMapped(data), int64(len(data)))
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []Member{members[0], {Name: "a.etl"}} {
		_, err = b.Unpack(t.Context(), m)
		oneClearLine(t, "foreign member", err)
	}
}
