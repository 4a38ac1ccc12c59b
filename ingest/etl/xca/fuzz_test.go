package xca

import (
	"bytes"
	"testing"
)

// fuzz checks what must hold for any input: expanding it does not panic, the output depends on the
// input alone, and the same bytes taken as data survive compressing and expanding.
func fuzz(f *testing.F, form int, also func(t *testing.T, size int, src []byte)) {
	expand, pack := forms[form].expand, forms[form].pack
	for _, data := range [][]byte{nil, {0}, []byte(tune), noise(100), records(3000), make([]byte, 70_000)} {
		src := pack(data)
		f.Add(uint32(len(data)), src)
		f.Add(uint32(len(data)+1), src)
		f.Add(uint32(len(data)/2), src)
		if n := len(src) / 2; n > 0 {
			damaged := bytes.Clone(src)
			damaged[n] ^= 0x40
			f.Add(uint32(len(data)), damaged)
		}
	}
	f.Fuzz(func(t *testing.T, size uint32, src []byte) {
		size %= 1 << 18
		a, b := make([]byte, size), bytes.Repeat([]byte{0xFF}, int(size))
		errA, errB := expand(a, src), expand(b, src)
		switch {
		case (errA == nil) != (errB == nil) || errA != nil && errA.Error() != errB.Error():
			t.Fatalf("two errors for one input: %v, %v", errA, errB)
		case errA == nil && !bytes.Equal(a, b):
			t.Fatal("the output depends on what dst held")
		}
		if also != nil {
			also(t, int(size), src)
		}
		check(t, expand, pack(src), src)
	})
}

func FuzzXPRESS(f *testing.F) { fuzz(f, 0, sameInSteps) }

func FuzzXPRESSHuffman(f *testing.F) { fuzz(f, 1, nil) }

func FuzzLZNT1(f *testing.F) { fuzz(f, 2, nil) }

// sameInSteps checks that the fast path changes nothing: neither output nor
// error.
func sameInSteps(t *testing.T, size int, src []byte) {
	dst := make([]byte, size)
	err := XPRESS(dst, src)
	x := newXPRESS(make([]byte, size), src)
	for x.out < size {
		at := x.in
		if e := x.step(); e != nil {
			if want := fail("XPRESS", at, x.out, e); err == nil || err.Error() != want.Error() {
				t.Fatalf("error %v, in steps %v", err, want)
			}
			return
		}
	}
	if err != nil {
		t.Fatalf("error %v, in steps none", err)
	}
	if !bytes.Equal(dst, x.dst) {
		t.Fatal("not the same output in steps")
	}
}

// TestSameInSteps does so for damage everywhere in one input.
func TestSameInSteps(t *testing.T) {
	data := append(records(2000), make([]byte, 600)...)
	src := packXPRESS(items(data, xpressLimits))
	for at := range src {
		for _, flip := range []byte{0x01, 0x08, 0x80, 0xFF} {
			src[at] ^= flip
			sameInSteps(t, len(data), src)
			src[at] ^= flip
		}
	}
}
