package perfetto

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// sameLen reports whether a length, or what stands for none, is that of protowire.
func sameLen(got, want int) bool {
	if want >= 0 || got >= 0 {
		return got == want
	}
	return (got == endsEarly) == errors.Is(protowire.ParseError(want), io.ErrUnexpectedEOF)
}

// sameWire compares all that is taken from b with what Go's protobuf module takes from it.
func sameWire(t *testing.T, b []byte) {
	t.Helper()
	num, typ, n := takeTag(b)
	wantNum, wantTyp, wantN := protowire.ConsumeTag(b)
	if !sameLen(n, wantN) || n > 0 && (int32(num) != int32(wantNum) || int8(typ) != int8(wantTyp)) {
		t.Errorf("%x: field %d of type %d, %d bytes; want %d, %d, %d", b, num, typ, n, wantNum, wantTyp, wantN)
	}
	data, n := takeBytes(b)
	wantData, wantN := protowire.ConsumeBytes(b)
	if !sameLen(n, wantN) || n > 0 && !bytes.Equal(data, wantData) {
		t.Errorf("%x: bytes %x, want %x", b, data, wantData)
	}
	sameNumbers(t, b)
	for typ := range wireType(8) {
		if typ == groupStart || typ == groupEnd {
			continue
		}
		if got, want := valueLen(typ, b), protowire.ConsumeFieldValue(1, protowire.Type(typ), b); !sameLen(got, want) {
			t.Errorf("%x: value of type %d has %d bytes, want %d", b, typ, got, want)
		}
	}
}

// sameNumbers compares the numbers at the start of b.
func sameNumbers(t *testing.T, b []byte) {
	t.Helper()
	v, n := takeVarint(b)
	wantV, wantN := protowire.ConsumeVarint(b)
	same(t, b, v, wantV, n, wantN)
	if got, want := unzigzag(v), protowire.DecodeZigZag(v); got != want {
		t.Errorf("%x: signed number %d, want %d", b, got, want)
	}
	v, n = takeFixed(b, 4)
	want4, wantN := protowire.ConsumeFixed32(b)
	same(t, b, v, uint64(want4), n, wantN)
	v, n = takeFixed(b, 8)
	wantV, wantN = protowire.ConsumeFixed64(b)
	same(t, b, v, wantV, n, wantN)
}

func same(t *testing.T, b []byte, got, want uint64, n, wantN int) {
	t.Helper()
	if !sameLen(n, wantN) || n > 0 && got != want {
		t.Errorf("%x: number %d of %d bytes, want %d of %d", b, got, n, want, wantN)
	}
}

// TestWire compares with Go's protobuf module: numbers around each length and limit, cut at each
// byte, and random bytes.
func TestWire(t *testing.T) {
	for shift := range 64 {
		for _, v := range []uint64{1<<shift - 1, 1 << shift, 1<<shift + 1, -(uint64(1) << shift)} {
			whole := append(protowire.AppendVarint(nil, v), "abcdefgh"...)
			for n := range len(whole) + 1 {
				sameWire(t, whole[:n])
			}
		}
	}
	for n := range 13 {
		for _, last := range []byte{0, 1, 2, 0x7f, 0x80} {
			sameWire(t, append(bytes.Repeat([]byte{0x80}, n), last))
			sameWire(t, append(bytes.Repeat([]byte{0xff}, n), last))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		b := make([]byte, random.IntN(14))
		for i := range b {
			b[i] = byte(random.Uint32()) & byte(random.Uint32()|0x80)
		}
		sameWire(t, b)
	}
	for _, typ := range []wireType{groupStart, groupEnd} {
		if n := valueLen(typ, slices.Repeat([]byte{1<<3 | 4}, 4)); n != damaged {
			t.Errorf("a group of type %d has %d bytes", typ, n)
		}
	}
}
