package perfetto

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"threadlens/model"
)

// oneClearLine checks that an error is one clear line.
func oneClearLine(t *testing.T, err error) {
	t.Helper()
	if !strings.HasPrefix(err.Error(), "perfetto: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q", err)
	}
}

// TestEverything: the composed file shows all that is in it, whether it is mapped or read.
func TestEverything(t *testing.T) {
	for _, mapped := range []bool{true, false} {
		d, err := tryDecode(t, everything(), mapped)
		if err != nil {
			t.Fatal(err)
		}
		sameLines(t, d.lines(model.KindSwitch, model.KindWake, model.KindLoss, model.KindMark, model.KindSample, model.KindBlocked), []string{
			"2000 cpu0 switch 0>10 R preempt",
			`2010 mark begin 10 pid 10 "work" #0`,
			"2050 cpu0 wake 11 by 10 to 1 thread",
			"2060 cpu1 switch -1>11 R preempt",
			"2070 cpu1 wake 10 by 11 to 0 isr",
			"2090 mark end 10 pid 10 #0",
			"2095 cpu0 sample 10 pid 10 /libx.so!main+0x40",
			"2100 cpu0 switch 10>0 S wait",
			"2100 cpu0 loss to 3000 0",
			"2110 cpu1 switch 11>0 S wait",
			"2200 cpu0 switch -1>99  wait",
			"2300 cpu1 switch 0>5  preempt",
			"2310 cpu1 wake 6 by -1 to -1 none",
			"3000 cpu0 switch 0>10 R preempt",
			`3010 mark begin 10 pid -1 "step" #0`,
			"3020 mark end 10 pid -1 #0",
			"3100 cpu1 switch 0>11 R preempt",
			"3110 blocked 10 pid -1",
		})
		if d.codes() != "" {
			t.Error(d.codes())
		}
		h := d.Info().Has
		if !h.Switches || !h.Wakes || !h.Stacks || !h.Samples || !h.Calls || h.Interrupts || h.Disk {
			t.Errorf("has %+v", h)
		}
		if w := d.Info().StartWall.UnixNano(); w != 9000+1000 {
			t.Errorf("the trace starts at %d ns", w)
		}
	}
}

// TestCut: a file that is cut anywhere opens, or is refused with a clear error.
func TestCut(t *testing.T) {
	whole := everything()
	opened := 0
	for n := range whole {
		d, err := tryDecode(t, whole[:n], n%2 == 0)
		if err != nil {
			oneClearLine(t, err)
			continue
		}
		opened++
		if f := (framing{data: whole[:n]}); n > 0 {
			for f.next() {
				continue
			}
			if truncated := strings.Contains(d.codes(), "truncated"); truncated != (f.cause() != nil) {
				t.Errorf("cut at %d: %s", n, d.codes())
			}
		}
	}
	if opened < len(whole)*9/10 {
		t.Errorf("%d of %d open", opened, len(whole))
	}
}

// TestFlipped: a file with any damaged byte opens, or is refused with a clear error.
func TestFlipped(t *testing.T) {
	whole := everything()
	for i := range whole {
		for _, flip := range []byte{1, 0x80, 0xff} {
			damaged := bytes.Clone(whole)
			damaged[i] ^= flip
			if _, err := tryDecode(t, damaged, true); err != nil {
				oneClearLine(t, err)
			}
		}
	}
}

// TestScrambled: neither does random damage, which is heavier.
func TestScrambled(t *testing.T) {
	whole := everything()
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		damaged := bytes.Clone(whole)
		for range 1 + r.IntN(20) {
			damaged[r.IntN(len(damaged))] = byte(r.Uint32())
		}
		if _, err := tryDecode(t, damaged, true); err != nil {
			oneClearLine(t, err)
		}
	}
}

// TestErrors: files without packets are refused, with the place.
func TestErrors(t *testing.T) {
	for data, want := range map[string]string{
		"":             "perfetto: offset 0: the file is empty",
		"\x0a":         "perfetto: offset 0: unexpected EOF",
		"\x0a\x05ab":   "perfetto: offset 0: protobuf field 1 should have 5 bytes, but fewer are left: unexpected EOF",
		"\x0b":         "perfetto: offset 0: no valid trace packet",
		"\x00\x00\x00": "perfetto: offset 0: no valid trace packet",
		"\x1f\x8b\x08": "perfetto: gzip: unexpected EOF",
	} {
		if _, err := tryDecode(t, []byte(data), true); err == nil || err.Error() != want {
			t.Errorf("%q: %v, expected %s", data, err, want)
		}
	}
}

// TestCanceled: both passes end with their context.
func TestCanceled(t *testing.T) {
	data := bigPlain(50_000)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Open(ctx, bytes.NewReader(data), int64(len(data)), "big", nil)
	if err != nil {
		t.Fatal(err)
	}
	err = r.Events(ctx, func([]model.Event, model.Time) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Events: %v", err)
	}
	if _, err := Open(ctx, bytes.NewReader(data), int64(len(data)), "big", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
	stop := errors.New("stop")
	if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("Events: %v", err)
	}
}

// TestProgress: the passes report the halves of the work, in order.
func TestProgress(t *testing.T) {
	data := bigPlain(50_000)
	last, half := 0.0, false
	progress := func(done, total int64) {
		share := float64(done) / float64(total)
		if share < last || share > 1 || !half && share > 0.5 {
			t.Errorf("%d of %d after %f", done, total, last)
		}
		last = share
	}
	r, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), "big", progress)
	if err != nil {
		t.Fatal(err)
	}
	if last == 0 {
		t.Error("Open reports no progress")
	}
	half = true
	if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err != nil || last < 0.99 {
		t.Errorf("%f, %v", last, err)
	}
}

// TestTwice: reading the events again gives the same ones.
func TestTwice(t *testing.T) {
	data := everything()
	a, b := decode(t, data), decode(t, data)
	sameLines(t, a.lines(), b.lines())
	n := 0
	if err := a.Events(t.Context(), func(batch []model.Event, _ model.Time) error { n += len(batch); return nil }); err != nil || n != len(a.events) {
		t.Errorf("%d events, then %d, %v", len(a.events), n, err)
	}
}
