package lanes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestQueueLevels: the stretches between changes cover the range, each with the length of
// the queue in it.
func TestQueueLevels(t *testing.T) {
	grows, shrinks := func(at int64) int64 { return 2*at + 1 }, func(at int64) int64 { return 2 * at }
	for _, c := range []struct {
		changes []int64
		want    string
	}{
		{nil, "10-20:0"},
		{[]int64{grows(10)}, "10-20:1"},
		{[]int64{grows(12), shrinks(15)}, "10-12:0 12-15:1 15-20:0"},
		{[]int64{grows(12), shrinks(15), grows(15), grows(15), shrinks(20), shrinks(20)}, "10-12:0 12-15:1 15-20:2"},
		{[]int64{grows(10), grows(19), shrinks(20), shrinks(20)}, "10-19:1 19-20:2"},
	} {
		var got []string
		queueLevels(c.changes, model.Range{From: 10, To: 20}, func(from, to model.Time, n int) {
			got = append(got, fmt.Sprintf("%d-%d:%d", from, to, n))
		})
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: %v, want %s", c.changes, got, c.want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if list, err := queueChanges(ctx, modeltest.Scheduled(5, 2, 3, 40), model.Range{To: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("called off it found %v, %v", list, err)
	}
}

// TestBandWithoutSummary: the columns of a band are walked as long as no summary is ready.
func TestBandWithoutSummary(t *testing.T) {
	b := Band{BandProcessor, model.NoThread, 0}
	bare := NewSummary(modeltest.Scheduled(5, 2, 3, 40))
	if bare.Band(b) != nil || (*Summary)(nil).Band(b) != nil {
		t.Error("there is a summary")
	}
	if err := bare.BuildProcessors(t.Context()); err != nil || bare.Band(b) == nil {
		t.Errorf("there is no summary: %v", err)
	}
}
