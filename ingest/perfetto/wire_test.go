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
	v, n := takeVarint(b)
	wantV, wantN := protowire.ConsumeVarint(b)
	if !sameLen(n, wantN) || n > 0 && v != wantV {
		t.Errorf("%x: number %d of %d bytes, want %d of %d", b, v, n, wantV, wantN)
	}
	if got, want := unzigzag(v), protowire.DecodeZigZag(v); got != want {
		t.Errorf("%x: signed number %d, want %d", b, got, want)
	}
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
	f4, n4 := takeFixed(b, 4)
	want4, wantN4 := protowire.ConsumeFixed32(b)
	f8, n8 := takeFixed(b, 8)
	want8, wantN8 := protowire.ConsumeFixed64(b)
	if !sameLen(n4, wantN4) || !sameLen(n8, wantN8) || n4 > 0 && f4 != uint64(want4) || n8 > 0 && f8 != want8 {
		t.Errorf("%x: %x of %d bytes and %x of %d", b, f4, n4, f8, n8)
	}
	for typ := range wireType(8) {
		if typ == groupStart || typ == groupEnd {
			continue
		}
		if got, want := valueLen(typ, b), protowire.ConsumeFieldValue(1, protowire.Type(typ), b); !sameLen(got, want) {
			t.Errorf("%x: value of type %d has %d bytes, want %d", b, typ, got, want)
		}
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
