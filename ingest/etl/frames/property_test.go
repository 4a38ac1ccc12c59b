package frames

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Few values each, so that calls affect the same places.
var (
	someProcesses = []uint32{7, 8, 0, 4, math.MaxUint32}
	someBases     = []uint64{0x1000, 0x1010, 0x1020, 0x2000, 0x80000000, 0x80000010, 1 << 63, 1<<63 + 0x10, math.MaxUint64 - 0x10, 0}
	someSizes     = []uint64{0x10, 0x10, 0x18, 0x20, 0x1020, 1, 0, 1 << 32, math.MaxUint32, math.MaxUint64}
	someNames     = []string{"a.dll", "b.dll", "B.DLL", "", "c.exe"}
	someEdges     = []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 2, math.MaxInt64 - 1, math.MaxInt64}
)

func pick[T any](list []T, b byte) T { return list[int(b)%len(list)] }

// timeOf makes a time from a byte: mostly small numbers.
func timeOf(b byte) int64 {
	if b >= 250 {
		return pick(someEdges, b)
	}
	return int64(b%32) - 4
}

// opOf makes a call from 8 bytes.
func opOf(b []byte) op {
	o := op{
		kind: int(b[0]) % opKinds, change: Change(b[1] % 3), pid: pick(someProcesses, b[2]), base: pick(someBases, b[3]),
		size: pick(someSizes, b[4]), time: timeOf(b[5]), name: pick(someNames, b[6]), module: pick(someBases, b[7]),
	}
	if o.kind == opModule {
		o.size = 1
	}
	return o
}

// questionOf makes a look-up from 8 bytes: at or around a base.
func questionOf(b []byte) question {
	return question{pid: pick(someProcesses, b[0]), addr: pick(someBases, b[1]) + uint64(b[2]%0x40) - 8, time: timeOf(b[3])}
}

// equalAnswers compares answers; the naive one has file names in lower case only, and does not
// distinguish files of one name.
func equalAnswers(got, want string) bool {
	if from := strings.Index(got, " ("); from > 0 {
		got = got[:from] + got[strings.Index(got, ")")+1:]
	}
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		same = got[i] == want[i] || got[i]|0x20 == want[i]
	}
	return same
}

func TestAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	bytes := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	answered := 0
	for round := range 600 {
		var m Map
		var n naive
		var ops []op
		for range 1 + r.IntN(40) {
			o := opOf(bytes(8))
			o.apply(&m)
			o.note(&n)
			ops = append(ops, o)
		}
		for range 60 {
			q := questionOf(bytes(8))
			got, want := m.ask(q.pid, q.addr, q.time), n.ask(q.pid, q.addr, q.time)
			if !equalAnswers(got, want) {
				t.Fatalf("round %d: process %d, address %#x at %d: %q, want %q, after %+v", round, q.pid, q.addr, q.time, got, want, ops)
			}
			if want != "" {
				answered++
			}
		}
		if m.Left().Tangled != 0 {
			t.Fatalf("round %d: %+v", round, m.Left())
		}
	}
	if answered < 3000 {
		t.Errorf("only %d questions had an answer", answered)
	}
}

// TestOrderDoesNotMatter adds events of different times in two orders.
func TestOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		var ops []op
		for i := range 60 {
			o := opOf(binary.LittleEndian.AppendUint64(nil, r.Uint64()))
			o.time = int64(i)
			ops = append(ops, o)
		}
		var a, b Map
		for i := range ops {
			ops[i].apply(&a)
		}
		for _, i := range r.Perm(len(ops)) {
			ops[i].apply(&b)
		}
		for range 200 {
			q := questionOf(binary.LittleEndian.AppendUint64(nil, r.Uint64()))
			q.time = int64(r.IntN(62)) - 1
			if x, y := a.ask(q.pid, q.addr, q.time), b.ask(q.pid, q.addr, q.time); x != y {
				t.Fatalf("process %d, address %#x at %d: %q or %q, after %+v", q.pid, q.addr, q.time, x, y, ops)
			}
		}
	}
}

// FuzzMap makes calls and look-ups from bytes, with look-ups between calls as well.
func FuzzMap(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 8 {
		var b []byte
		for range 60 {
			b = binary.LittleEndian.AppendUint64(b, r.Uint64())
		}
		f.Add(b, uint16(40))
	}
	f.Add([]byte{0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 8, 5, 0, 0, 0, 0}, uint16(1))
	f.Fuzz(func(t *testing.T, b []byte, calls uint16) {
		b = b[:min(len(b), 8*100)]
		var m Map
		var n naive
		asked := false
		for i, c := range slices.Collect(slices.Chunk(b[:len(b)&^7], 8)) {
			if i < int(calls) || i%7 == 0 {
				o := opOf(c)
				o.apply(&m)
				if !asked {
					o.note(&n)
				}
				continue
			}
			asked = true
			q := questionOf(c)
			if got, want := m.ask(q.pid, q.addr, q.time), n.ask(q.pid, q.addr, q.time); !equalAnswers(got, want) {
				t.Fatalf("process %d, address %#x at %d: %q, want %q", q.pid, q.addr, q.time, got, want)
			}
		}
	})
}
