package perfscript

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
)

// survive opens a text, reads all events and builds the model. It is refused in one line, or read.
func survive(tb testing.TB, data []byte) {
	tb.Helper()
	r, err := openChunks(context.Background(), bytes.NewReader(data), int64(len(data)), "fuzz", 500, nil)
	if err != nil {
		if s := err.Error(); !strings.HasPrefix(s, "perf-script: ") || strings.Contains(s, "\n") || len(s) > 400 {
			tb.Errorf("error %q", s)
		}
		return
	}
	last := model.Time(0)
	for _, e := range collect(tb, r) {
		if e.Time < last || int(e.CPU) >= r.Info().CPUs {
			tb.Fatalf("time %d after %d, CPU %d of %d", e.Time, last, e.CPU, r.Info().CPUs)
		}
		last = e.Time
	}
	build(tb, r)
}

func FuzzOpen(f *testing.F) {
	f.Add(story(f))
	f.Add([]byte(fromA + wakes + "\n" + fromA + switches + "\n"))
	f.Add([]byte("a 5 1.0: 100 cycles: \n\t    401 f+0x1 (/bin/a (b))\n\n#\n"))
	f.Add([]byte("a 5/6 d... [001] 1.000001: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt next pid/tid: 5/6\nb -1 [001] 1.000002: PERF_RECORD_SWITCH IN\n"))
	f.Add([]byte("a 5 [000] 2.0: block:block_rq_issue: 259,76 R 4096 () 57622160 + 8 [fio] ffffffff8beead90 f ([kernel.kallsyms])\na 5 [001] 1.0: x/a b/: \n"))
	// Records of perf itself that are earlier than all others.
	f.Add([]byte("a 5 [000] 0.1: PERF_RECORD_COMM: a:5/5\na 5 [000] 1.0: x/a b/: \na 5 [000] 0.01: PERF_RECORD_LOST lost 3\n"))
	f.Add([]byte("a 5 [000] 0.1: PERF_RECORD_COMM: a:5/5\na 5 [000] 1.0: x/a b/: \na 5 [000] 0.01: PERF_RECORD_SWITCH IN\n"))
	f.Fuzz(func(t *testing.T, data []byte) { survive(t, data) })
}

// TestCut cuts the story everywhere.
func TestCut(t *testing.T) {
	data := story(t)
	for n := range data {
		survive(t, data[:n])
	}
}

// TestFlip changes single bytes, deletes stretches and exchanges them.
func TestFlip(t *testing.T) {
	data := story(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 1500 {
		b := bytes.Clone(data)
		at, n := r.IntN(len(b)), r.IntN(300)
		switch r.IntN(3) {
		case 0:
			b[at] ^= byte(1 + r.IntN(255))
		case 1:
			b = append(b[:at], b[min(len(b), at+n):]...)
		default:
			from := r.IntN(len(b))
			copy(b[at:min(len(b), at+n)], data[from:])
		}
		survive(t, b)
	}
}
