package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// unfolded is what the payloads of the first n records hold, as far as their stream goes.
func unfolded(t *testing.T, payloads [][]byte, n int) []byte {
	t.Helper()
	z, err := zstd.NewReader(bytes.NewReader(bytes.Join(payloads[:n], nil)), zstd.WithDecoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out, err := io.ReadAll(z)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) { // the stream has no end
		t.Fatal(err)
	}
	return out
}

// payloadsOf are what compressed records hold, which are all that there is in b.
func payloadsOf(t *testing.T, b []byte) (list [][]byte) {
	t.Helper()
	size := 0
	for kind, rec := range recordsOf(b) {
		if kind != recordCompressed {
			t.Fatalf("a record of kind %d", kind)
		}
		size += len(rec)
		list = append(list, bytes.Clone(rec[recordHeader:]))
	}
	if size != len(b) {
		t.Fatalf("%d bytes of records in %d", size, len(b))
	}
	return list
}

// withinBounds checks what each record unfolds to.
func withinBounds(t *testing.T, payloads [][]byte) {
	t.Helper()
	before := 0
	for n := range payloads {
		after := len(unfolded(t, payloads, n+1))
		if after-before > maxUnfolded {
			t.Errorf("record %d unfolds to %d bytes", n, after-before)
		}
		before = after
	}
}

// TestFold: whatever comes in comes out again, in records that say how long they are and
// unfold to no more than the file says.
func TestFold(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, maxUnfolded+100)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	c, err := newCompressor()
	if err != nil {
		t.Fatal(err)
	}
	var plain []byte
	var payloads [][]byte
	for _, pieces := range [][][]byte{
		{[]byte("one"), nil, []byte("two")},
		{},
		{nil},
		{noise[:70_000]},
		{[]byte("end")},
		{make([]byte, maxUnfolded)},
		{make([]byte, maxUnfolded-1), []byte("ab")},
		{noise},
		{make([]byte, 5*maxUnfolded)},
	} {
		b, err := c.fold(pieces)
		if err != nil {
			t.Fatal(err)
		}
		add := bytes.Join(pieces, nil)
		plain = append(plain, add...)
		payloads = append(payloads, payloadsOf(t, b)...)
		if (len(b) == 0) != (len(add) == 0) {
			t.Fatalf("%d bytes of records of %d plain ones", len(b), len(add))
		}
		if got := unfolded(t, payloads, len(payloads)); !bytes.Equal(got, plain) {
			t.Fatalf("%d bytes came out of %d", len(got), len(plain))
		}
	}
	withinBounds(t, payloads)
	var folded int64
	for _, p := range payloads {
		folded += int64(recordHeader + len(p))
	}
	if c.plain != int64(len(plain)) || c.folded != folded {
		t.Errorf("%d bytes became %d, counted are %d and %d", len(plain), folded, c.plain, c.folded)
	}
	feature := c.feature()
	if got := binary.NativeEndian.Uint32(feature[12:]); got != uint32(int64(len(plain))/folded) || len(feature) != 20 {
		t.Errorf("%d bytes say that they were folded by %d", len(feature), got)
	}
	if got := binary.NativeEndian.Uint32(feature[16:]); got != maxUnfolded {
		t.Errorf("a record unfolds to %d bytes", got)
	}
}

func BenchmarkFold(b *testing.B) {
	c, err := newCompressor()
	if err != nil {
		b.Fatal(err)
	}
	// Records as a ping-pong gives: the time of each differs, and little else.
	var events block
	for i := range 10_000 {
		events.u64(9|144<<48, 77, uint64(1000*i), 4711, 1)
		events.raw(bytes.Repeat([]byte{byte(i % 3)}, 104))
	}
	b.SetBytes(int64(len(events)))
	for b.Loop() {
		if _, err := c.fold([][]byte{events}); err != nil {
			b.Fatal(err)
		}
	}
}
