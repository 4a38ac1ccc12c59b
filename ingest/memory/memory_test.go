package memory

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

const mib = 1 << 20

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		limit Limit
		want  marks
	}{
		{Limit{Bytes: 120 * mib}, marks{72 * mib, 88 * mib, 104 * mib}}, // a twelfth would be 10 MiB
		{Limit{Bytes: 192 * mib}, marks{144 * mib, 160 * mib, 176 * mib}},
		{Limit{Bytes: 240 * mib}, marks{180 * mib, 200 * mib, 220 * mib}},
		{Limit{Bytes: 12 << 30}, marks{12<<30 - 1536*mib, 12<<30 - 1024*mib, 12<<30 - 512*mib}},
		{Limit{Bytes: 2048 * mib, Addresses: true}, marks{1664 * mib, 1792 * mib, 1920 * mib}},
	} {
		if got := c.limit.marks(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.limit, got, c.want)
		}
	}
}

// TestPause: the next check comes before what is left can be full.
func TestPause(t *testing.T) {
	for left, want := range map[int64]time.Duration{
		-5: oftenest, 0: oftenest, 4 * mib: oftenest, 256 * mib: 62500 * time.Microsecond, 1 << 30: seldomest, 1 << 50: seldomest,
	} {
		if got := pause(left); got != want {
			t.Errorf("%d bytes: %v, want %v", left, got, want)
		}
	}
}

// TestAllowed: this machine has some memory, and the memory in use is a part of it.
func TestAllowed(t *testing.T) {
	list := Allowed()
	if len(list) == 0 || list[0].Of != "this machine has" {
		t.Fatalf("the memory of the machine is not known: %+v", list)
	}
	for i := range list {
		if used := list[i].used(); used < mib/4 || used > list[i].Bytes {
			t.Errorf("%d of %+v are used", used, list[i])
		}
	}
}

// TestGivesUp: loading ends first, with a one-line cause, and does not go on.
func TestGivesUp(t *testing.T) {
	before, release := Within(t.Context())
	release()
	during, release := Within(t.Context())
	defer release()
	l := Limit{Of: "this test allows", Remedy: "be patient"}
	l.Bytes = l.used() + leastStep + leastStep/2 // between the second mark and the third
	stop := Keep([]Limit{l}, func(full *FullError) { t.Error("the process would end: ", full) })
	defer stop()
	select {
	case <-during.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
	err := Cause(during, context.Canceled)
	if full := (*FullError)(nil); !errors.As(err, &full) || full.Bytes != l.Bytes {
		t.Errorf("given up since %v", err)
	}
	if s := err.Error(); !strings.Contains(s, "of memory that this test allows: be patient, or") || strings.Contains(s, "\n") {
		t.Errorf("the error is %q", s)
	}
	if err := Cause(before, context.Canceled); err != context.Canceled {
		t.Errorf("what was over ended since %v", err)
	}
	if Cause(during, nil) != nil {
		t.Error("what was complete is given up")
	}
}

// TestGoesOn: what is far from the limit is not given up, however long it takes.
func TestGoesOn(t *testing.T) {
	during, release := Within(t.Context())
	defer release()
	l := Limit{Of: "this test allows"}
	l.Bytes = l.used() + 10*leastStep // 128 MiB before the second mark: one looks every 31 ms
	stop := Keep([]Limit{l}, func(full *FullError) { t.Error("the process would end: ", full) })
	defer stop()
	select {
	case <-during.Done():
		t.Errorf("given up: %v", context.Cause(during))
	case <-time.After(500 * time.Millisecond):
	}
}

// TestCollectLate: the first collection comes late, later ones as usual; a GOGC that is set is
// respected.
func TestCollectLate(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualShare))
	collectLate()
	if share() != firstShare {
		t.Errorf("the first collection is at %d %%", share())
	}
	runtime.GC()
	for end := time.Now().Add(10 * time.Second); share() != usualShare; time.Sleep(oftenest) {
		if time.Now().After(end) {
			t.Fatalf("the next collection is at %d %%", share())
		}
	}
	debug.SetGCPercent(50)
	collectLate()
	if share() != 50 {
		t.Errorf("collections are at %d %% in place of 50 %%", share())
	}
}

// share is how much of the heap may be garbage, in percent.
func share() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestEnds: the process ends, and end is called once.
func TestEnds(t *testing.T) {
	ended := make(chan *FullError, 2)
	stop := Keep([]Limit{{Bytes: 1 << 60}, {Bytes: 1, Of: "one byte"}}, func(full *FullError) { ended <- full })
	defer stop()
	select {
	case full := <-ended:
		if full.Of != "one byte" {
			t.Errorf("ended by %v", full)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
	time.Sleep(4 * oftenest)
	if len(ended) != 0 {
		t.Error("end is called twice")
	}
}
