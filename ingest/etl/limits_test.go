package etl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// TestAddBuffer: buffers of possible CPUs, not too large, are accepted if they hold something.
func TestAddBuffer(t *testing.T) {
	const limit = 1 << 16
	for _, c := range []struct {
		b     buffer
		taken bool
		says  string
	}{
		{buffer{used: bufferHeader + 1, size: limit}, true, ""},
		{buffer{used: bufferHeader, size: limit}, false, ""},
		{buffer{used: limit, size: limit, cpu: model.MaxCPUs - 1}, true, ""},
		{buffer{used: limit, size: limit, cpu: model.MaxCPUs}, false, "bad-cpu"},
		{buffer{used: limit + 1, size: limit, flags: flagCompressed}, false, "damaged-buffer"},
		{buffer{used: limit, size: limit - 1, flags: flagCompressed}, true, ""},
		{buffer{used: limit + 1, size: limit}, true, ""}, // it holds what is there
		{buffer{used: limit, size: bufferHeader}, false, ""},
	} {
		s := &scan{size: limit}
		s.addBuffer(&c.b, limit)
		if taken := len(s.bufs) > 0; taken != c.taken || s.buffers != 1 || s.compressed != int64(c.b.flags&flagCompressed/flagCompressed) {
			t.Errorf("%+v: taken %v, %d buffers, %d compressed", c.b, taken, s.buffers, s.compressed)
		}
		if c.says == "" && len(s.diags) > 0 || c.says != "" && (len(s.diags) != 1 || s.diags[0].Code != c.says) {
			t.Errorf("%+v: %v, want %q", c.b, s.diags, c.says)
		}
	}
}

// TestExpandedLimit: buffers are expanded as long as their sum is within the limit for a file of
// that size.
func TestExpandedLimit(t *testing.T) {
	s := &scan{size: 1}
	most := unpackLimit(s.size)
	for _, c := range []struct {
		sum   int64 // with the buffer
		taken bool
	}{{most - 1, true}, {most, true}, {most + 1, false}} {
		s.bufs, s.diags, s.unpacked = nil, nil, c.sum-1000
		s.addBuffer(&buffer{used: 1000, size: 100, flags: flagCompressed}, 1<<16)
		if taken := len(s.bufs) > 0; taken != c.taken || (len(s.diags) == 0) != c.taken {
			t.Errorf("%d bytes of %d: taken %v, %v", c.sum, most, taken, s.diags)
		}
	}
}

// TestChainsLimit: stacks are kept while there is room for their addresses, and then counted as
// left out.
func TestChainsLimit(t *testing.T) {
	stack := func(addrs ...byte) payload.Addresses {
		var e payload.ItemStack
		b := make([]byte, 8, 64)
		for _, a := range addrs {
			b = append(b, a, 0, 0, 0, 0, 0, 0, 0)
		}
		if !e.Decode(b, payload.Layout{Wide: true}) {
			t.Fatal("no stack")
		}
		return e.Frames
	}
	c := &chains{limit: 5}
	a, b := c.id(1, stack(1, 2), true), c.id(1, stack(3, 4, 5), true)
	if a != 0 || b != 1 || c.full != 0 {
		t.Errorf("stacks %d and %d, %d left out", a, b, c.full)
	}
	for i := range 3 {
		if id := c.id(1, stack(byte(10+i)), true); id != noChain || c.full != int64(i+1) {
			t.Errorf("stack %d is %d, %d left out", 3+i, id, c.full)
		}
	}
	if again := c.id(1, stack(3, 4, 5), true); again != b {
		t.Errorf("the second stack is %d then", again)
	}
	if c.id(1, payload.Addresses{}, true) != noChain {
		t.Error("an empty stack is one")
	}
	s := &scan{chains: *c, bound: map[uint64]uint32{}}
	if s.chainOf(noChain, 1) != noChain {
		t.Error("what was left out has a stack in a process")
	}
}

// TestSampleLevel: a sample in an interrupt within a deferred call belongs to the interrupt.
func TestSampleLevel(t *testing.T) {
	for flags, want := range map[uint8]model.Level{
		0: model.LevelNone, payload.SampleInDPC: model.LevelDpc, payload.SampleInISR: model.LevelIsr,
		payload.SampleInDPC | payload.SampleInISR: model.LevelIsr, ^uint8(payload.SampleInDPC | payload.SampleInISR): model.LevelNone,
	} {
		if got := sampleLevel(flags); got != want {
			t.Errorf("flags %#x: level %d, want %d", flags, got, want)
		}
	}
}

// TestManyParts: up to the limit, files are opened together.
func TestManyParts(t *testing.T) {
	c, err := etltest.FromText("rich", []byte(rich), etltest.TextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	data := c.Bytes()
	for n, taken := range map[int]bool{0: true, maxParts - 1: true, maxParts: false} {
		s := &scan{}
		if err := s.addPart(&File{Reader: bytes.NewReader(data), Size: int64(len(data)), Name: "first"}); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			s.parts = nil
		} else {
			s.parts = slices.Repeat(s.parts, n)
		}
		if err := s.addPart(&File{Reader: bytes.NewReader(data), Size: int64(len(data)), Name: "last"}); err != nil {
			t.Fatal(err)
		}
		said := len(s.diags) == 1 && strings.HasPrefix(s.diags[0].Text, fmt.Sprintf("more than %d trace files", maxParts))
		if got := len(s.parts) == n+1; got != taken || said == taken {
			t.Errorf("after %d files: taken %v, %v", n, got, s.diags)
		}
	}
}

// TestMergeOfNothing: a recording without entries has none, however often they are requested.
func TestMergeOfNothing(t *testing.T) {
	m := &merge{}
	for range 3 {
		if _, _, ok := m.next(); ok {
			t.Error("there is an entry")
		}
	}
}
