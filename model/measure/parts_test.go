package measure

import (
	"fmt"
	"slices"
	"testing"

	"threadlens/model"
)

// TestJoined: ranges that touch become one, also a third one.
func TestJoined(t *testing.T) {
	list := []model.Range{{From: 1, To: 3}, {From: 3, To: 5}, {From: 5, To: 6}, {From: 7, To: 9}, {From: 9, To: 12}}
	if got, want := joined(list), []model.Range{{From: 1, To: 6}, {From: 7, To: 12}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestDispatchOf: a latency counts where thread and wake are known, and nothing was lost.
func TestDispatchOf(t *testing.T) {
	whole := model.EpisodeTimes{Kind: model.EpisodeWait, Ready: 10, In: 17, Queued: true}
	for name, c := range map[string]struct {
		change  func(e *model.EpisodeTimes)
		noWakes bool
		want    model.Time
		ok      bool
	}{
		"a wait":         {func(*model.EpisodeTimes) {}, false, 7, true},
		"a new thread":   {func(e *model.EpisodeTimes) { e.Kind = model.EpisodeNew }, false, 7, true},
		"a preemption":   {func(e *model.EpisodeTimes) { e.Kind = model.EpisodePreempt }, false, 0, false},
		"not queued":     {func(e *model.EpisodeTimes) { e.Queued = false }, false, 0, false},
		"cut":            {func(e *model.EpisodeTimes) { e.Cut = true }, false, 0, false},
		"without wakes":  {func(*model.EpisodeTimes) {}, true, 0, false},
		"a wake is lost": {func(e *model.EpisodeTimes) { e.Flags = model.WakeMissing }, false, 0, false},
		"losses":         {func(e *model.EpisodeTimes) { e.Flags = model.LossOverlap }, false, 0, false},
	} {
		e := whole
		c.change(&e)
		if got, ok := dispatchOf(&model.Trace{NoWakeEvents: c.noWakes}, &e); got != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", name, got, ok, c.want, c.ok)
		}
	}
}

// TestOverlappingHolds: where what is attested contradicts itself, each time has one owner, the
// one who was attested first.
func TestOverlappingHolds(t *testing.T) {
	hold := func(thread model.ThreadIx, from, to model.Time) Hold {
		return Hold{Range: model.Range{From: from, To: to}, Thread: thread, Sure: from, Confidence: High}
	}
	l := LockUse{Holds: []Hold{hold(1, 10, 30), hold(2, 20, 50), hold(3, 25, 28), hold(4, 60, 70)}}
	l.Holds[1].Named = model.Range{From: 40, To: 45}
	l.attest()
	got := ""
	for o, r := range l.Owners(model.Range{From: 15, To: 65}) {
		got += fmt.Sprintf("%d %d-%d %v\n", o.Thread, r.From, r.To, o.Confidence)
	}
	const want = "1 15-30 high\n2 30-40 high\n2 40-45 certain\n2 45-50 high\n4 60-65 high\n"
	if got != want {
		t.Errorf("owners\n%swant\n%s", got, want)
	}
}
