package measure

import (
	"testing"

	"threadlens/model"
)

// TestDispatchOf: a latency counts if thread and wake are known, and nothing was lost.
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
		if got, ok := DispatchOf(&model.Trace{NoWakeEvents: c.noWakes}, &e); got.Len() != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", name, got, ok, c.want, c.ok)
		}
	}
}
