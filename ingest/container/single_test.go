package container

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// zstOf is a file compressed with Zstandard, without its size.
func zstOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// gzipOf is a file compressed with gzip.
func gzipOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSingle: a compressed file is an archive of one, also inside an archive.
func TestZst(t *testing.T) {
	data := zstOf(t, large)
	gz := gzipOf(t, large)
	for _, c := range []struct {
		name, file string
		archive    []byte
	}{
		{"x.etl", "/a/x.etl.zst", data},
		{"folder/x.etl.zst/x.etl", "/a/x.zip", zipOf(t, file{name: "folder/x.etl.zst", data: data})},
		{"x.etl", "/a/x.etl.gz", gz},
		{"folder/x.etl.gz/x.etl", "/a/x.zip", zipOf(t, file{name: "folder/x.etl.gz", data: gz})},
	} {
		name, archive := c.name, c.archive
		a, err := Open(t.Context(), bytes.NewReader(archive), int64(len(archive)), c.file, nil)
		if err != nil {
			t.Fatal(err)
		}
		members, err := a.Traces(t.Context(), isTrace)
		if err != nil || len(members) != 1 || members[0].Name != name || members[0].Size != int64(len(large)) {
			t.Fatalf("%+v %v, want %s", members, err, name)
		}
		got, err := contents(t, a, members)
		if err != nil || !bytes.Equal(got[name], large) {
			t.Errorf("%s: unpacked to something else; %v", name, err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestSingleDamaged: a compressed file that ends early is delivered up to there, one without a byte is an error, and
// one that unpacks to too much is refused.
func TestSingleDamaged(t *testing.T) {
	for name, data := range map[string][]byte{"x.etl.zst": zstOf(t, large), "x.etl.gz": gzipOf(t, large)} {
		t.Run(name, func(t *testing.T) { damagedSingle(t, name, data) })
	}
}

func damagedSingle(t *testing.T, name string, data []byte) {
	open := func(data []byte, limit int64) (*Archive, error) {
		return openLimited(t.Context(), bytes.NewReader(data), int64(len(data)), name, newUnpacker(limit, nil))
	}
	a, err := open(data[:len(data)/2], 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	members, err := a.Traces(t.Context(), isTrace)
	if err != nil {
		t.Fatal(err)
	}
	s, err := a.Unpack(t.Context(), members...)
	if err != nil || s[0].Damage() == nil || s[0].Size() == 0 || s[0].Size() >= int64(len(large)) {
		t.Errorf("%d bytes, damage %v, error %v", s[0].Size(), s[0].Damage(), err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if _, err := open(data[:7], 1<<30); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("without a byte: %v", err)
	}
	for limit, want := range map[int64]error{int64(len(large)) - 1: errTooMuch, int64(len(large)): nil} {
		if _, err := open(data, limit); !errors.Is(err, want) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}
