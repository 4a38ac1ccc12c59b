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

// unpacked is the contents of the first n payloads, as far as their stream goes.
func unpacked(t *testing.T, payloads [][]byte, n int) []byte {
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

// payloadsOf are the payloads of compressed records; b must hold nothing else.
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

// withinBounds checks the size that each record unpacks to.
func withinBounds(t *testing.T, payloads [][]byte) {
	t.Helper()
	before := 0
	for n := range payloads {
		after := len(unpacked(t, payloads, n+1))
		if after-before > maxUnpacked {
			t.Errorf("record %d unpacks to %d bytes", n, after-before)
		}
		before = after
	}
}

// TestCompress: whatever goes in comes out again, from records that have the right lengths and
// unpack to no more than the file declares.
func TestCompress(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, maxUnpacked+100)
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
		{make([]byte, maxUnpacked)},
		{make([]byte, maxUnpacked-1), []byte("ab")},
		{noise},
		{make([]byte, 5*maxUnpacked)},
	} {
		b, err := c.compress(pieces)
		if err != nil {
			t.Fatal(err)
		}
		add := bytes.Join(pieces, nil)
		plain = append(plain, add...)
		payloads = append(payloads, payloadsOf(t, b)...)
		if (len(b) == 0) != (len(add) == 0) {
			t.Fatalf("%d bytes of records of %d plain ones", len(b), len(add))
		}
		if got := unpacked(t, payloads, len(payloads)); !bytes.Equal(got, plain) {
			t.Fatalf("%d bytes came out of %d", len(got), len(plain))
		}
	}
	withinBounds(t, payloads)
	var compressed int64
	for _, p := range payloads {
		compressed += int64(recordHeader + len(p))
	}
	if c.plain != int64(len(plain)) || c.compressed != compressed {
		t.Errorf("%d bytes became %d, counted are %d and %d", len(plain), compressed, c.plain, c.compressed)
	}
	feature := c.feature()
	if got := binary.NativeEndian.Uint32(feature[12:]); got != uint32(int64(len(plain))/compressed) || len(feature) != 20 {
		t.Errorf("%d bytes say that they were compressed by %d", len(feature), got)
	}
	if got := binary.NativeEndian.Uint32(feature[16:]); got != maxUnpacked {
		t.Errorf("a record unpacks to %d bytes", got)
	}
}

func BenchmarkCompress(b *testing.B) {
	c, err := newCompressor()
	if err != nil {
		b.Fatal(err)
	}
	// Records like those of a ping-pong: the time of each differs, and little else.
	var events block
	for i := range 10_000 {
		events.u64(9|144<<48, 77, uint64(1000*i), 4711, 1)
		events.raw(bytes.Repeat([]byte{byte(i % 3)}, 104))
	}
	b.SetBytes(int64(len(events)))
	for b.Loop() {
		if _, err := c.compress([][]byte{events}); err != nil {
			b.Fatal(err)
		}
	}
}
