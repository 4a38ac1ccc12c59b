package container

import (
	"bytes"
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

// TestZst: a compressed file is an archive of one, also inside an archive.
func TestZst(t *testing.T) {
	data := zstOf(t, large)
	for name, archive := range map[string][]byte{
		"x.etl":                  data,
		"folder/x.etl.zst/x.etl": zipOf(t, file{name: "folder/x.etl.zst", data: data}),
	} {
		a, err := Open(t.Context(), bytes.NewReader(archive), int64(len(archive)), "/a/x.etl.zst", nil)
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

// TestZstDamaged: one that ends early is delivered up to there, one without a byte is an error, and
// one that unpacks to too much is refused.
func TestZstDamaged(t *testing.T) {
	data := zstOf(t, large)
	open := func(data []byte, limit int64) (*Archive, error) {
		return openLimited(t.Context(), bytes.NewReader(data), int64(len(data)), "x.etl.zst", newUnpacker(limit, nil))
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
