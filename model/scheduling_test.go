package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestScheduling compares the fast count with a walk over episodes and segments
// on damaged traces and random windows.
func TestScheduling(t *testing.T) {
	ps := modeltest.Perturbations()
	machines(700, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		r := modeltest.Window(tr, rng)
		if rng.IntN(3) == 0 {
			r = tr.Whole()
		}
		for ix := range tr.Threads {
			got, ready := tr.Scheduling(model.ThreadIx(ix), r, nil)
			want, wantReady := scheduling(tr, model.ThreadIx(ix), r)
			if got != want || !slices.Equal(ready, wantReady) {
				t.Fatalf("seed %d thread %s in %v:\n%+v %v\nby episodes\n%+v %v",
					seed, tr.Threads[ix].Key(), r, got, ready, want, wantReady)
			}
		}
	})
}

// scheduling counts by the definitions.
func scheduling(t *model.Trace, ix model.ThreadIx, r model.Range) (model.Scheduling, []model.Time) {
	s := bySegments(t, ix, r)
	var ready []model.Time
	for e := range t.Episodes(ix, t.Whole()) {
		gap := e.First >= 0 && t.Segment(ix, e.First).State == model.Unknown && !e.NoOut
		if (e.First < 0 || gap) && r.Contains(e.Out) { // no segment shows it
			left(&s, e.Kind)
		}
		if r.Contains(e.In) && !t.NoWakeEvents && timed(&e) {
			ready = append(ready, e.Dispatch())
		}
	}
	return s, ready
}

func bySegments(t *model.Trace, ix model.ThreadIx, r model.Range) (s model.Scheduling) {
	last, prev := model.NoCPU, model.Segment{}
	for g := range t.Segments(ix, t.Whole()) {
		if g.Overlap(r) > 0 {
			s.Lost = s.Lost || lossIn(&g)
		}
		if kind, ok := leaves(&prev, &g); ok && r.Contains(g.From) {
			left(&s, kind)
		}
		if g.State == model.Running {
			if r.Contains(g.From) && prev.Sub != model.SubStolen && (g.Flags&model.Inferred == 0 || prev.State != model.Unknown) {
				enters(&s, last, g.CPU)
			}
			last = g.CPU
		}
		prev = g
	}
	return s
}

// timed reports whether an episode's dispatch latency is known.
func timed(e *model.Episode) bool {
	bad := e.Flags&(model.WakeMissing|model.LossOverlap) != 0
	wait := e.Kind == model.EpisodeWait || e.Kind == model.EpisodeNew
	return wait && !e.Open && !e.Cut && e.Queued && !bad
}

func enters(s *model.Scheduling, last, cpu model.CPU) {
	s.In++
	if last != model.NoCPU {
		s.Known++
		if last != cpu {
			s.Cross++
		}
	}
}

// leaves is how a thread was switched out where segment s starts.
func leaves(prev, s *model.Segment) (model.EpisodeKind, bool) {
	switch {
	case s.Flags&model.OpenStart != 0:
	case s.Flags&model.Inferred != 0 && prev.State == model.Unknown: // found like this by a wake
	case s.State == model.Waiting && s.Sub != model.SubCreated && s.Sub != model.SubInSwap:
		return model.EpisodeWait, true
	case s.State == model.Ready && prev.State == model.Running && s.Sub != model.SubNew:
		return model.EpisodeWait, true
	case s.State == model.Preempted && s.Sub == model.SubYield:
		return model.EpisodeYield, true
	case s.State == model.Preempted && s.Sub != model.SubStolen:
		return model.EpisodePreempt, true
	}
	return 0, false
}

func left(s *model.Scheduling, kind model.EpisodeKind) {
	switch kind {
	case model.EpisodeWait:
		s.Voluntary++
	case model.EpisodePreempt:
		s.Involuntary++
	case model.EpisodeYield:
		s.Yields++
	}
}
