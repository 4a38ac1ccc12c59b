package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestDelays compares the fast walk with one over episodes on damaged traces and
// random windows.
func TestDelays(t *testing.T) {
	ps := modeltest.Perturbations()
	seen := 0
	machines(400, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		r := modeltest.Window(tr, rng)
		for ix := range tr.Threads {
			got, want := delaysOf(tr, model.ThreadIx(ix), r), delaysByEpisodes(tr, model.ThreadIx(ix), r)
			if !sameDelays(&got, &want) {
				t.Fatalf("seed %d thread %s in %v:\n%+v\nby episodes\n%+v", seed, tr.Threads[ix].Key(), r, got, want)
			}
			seen += len(got.Preempted)
		}
	})
	if seen == 0 {
		t.Error("no redispatch in any trace")
	}
}

func delaysOf(tr *model.Trace, ix model.ThreadIx, r model.Range) (d model.Delays) {
	tr.Delays(ix, r, &d)
	return d
}

// delaysByEpisodes computes the delays by their definition.
func delaysByEpisodes(tr *model.Trace, ix model.ThreadIx, r model.Range) (d model.Delays) {
	for e := range tr.Episodes(ix, r) {
		switch {
		case e.Open || e.Cut || !r.Contains(e.In):
		case e.Kind == model.EpisodePreempt || e.Kind == model.EpisodeYield:
			d.Preempted = append(d.Preempted, e.In-e.Out)
			d.LongestPreempted = longer(d.LongestPreempted, model.Range{From: e.Out, To: e.In})
		case timed(&e) && !tr.NoWakeEvents:
			d.Ready = append(d.Ready, e.Dispatch())
			d.LongestReady = longer(d.LongestReady, model.Range{From: e.Ready, To: e.In})
		}
	}
	return d
}

func sameDelays(a, b *model.Delays) bool {
	return slices.Equal(a.Ready, b.Ready) && slices.Equal(a.Preempted, b.Preempted) &&
		a.LongestReady == b.LongestReady && a.LongestPreempted == b.LongestPreempted
}

// timesByEpisodes are the times of the episodes that are over.
func timesByEpisodes(tr *model.Trace, ix model.ThreadIx, r model.Range) (list []model.EpisodeTimes) {
	for e := range tr.Episodes(ix, r) {
		if !e.Open {
			list = append(list, model.EpisodeTimes{
				Out: e.Out, Ready: e.Ready, In: e.In, Kind: e.Kind, Queued: e.Queued,
				Category: e.Category, Flags: e.Flags, Cut: e.Cut, NoOut: e.NoOut,
			})
		}
	}
	return list
}

func longer(a, b model.Range) model.Range {
	if b.Len() > a.Len() {
		return b
	}
	return a
}

// TestEpisodeTimes compares the times of episodes with the episodes.
func TestEpisodeTimes(t *testing.T) {
	ps := modeltest.Perturbations()
	machines(400, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		r := modeltest.Window(tr, rng)
		for ix := range tr.Threads {
			got := slices.Collect(tr.EpisodeTimes(model.ThreadIx(ix), r))
			want := timesByEpisodes(tr, model.ThreadIx(ix), r)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d thread %s in %v:\n%+v\nby episodes\n%+v", seed, tr.Threads[ix].Key(), r, got, want)
			}
		}
	})
}

// TestQueuedIdleWakes compares the fast walks with those over segments and slices.
func TestQueuedIdleWakes(t *testing.T) {
	ps := modeltest.Perturbations()
	machines(200, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		for range 5 {
			r := modeltest.Window(tr, rng)
			r.To = max(r.To, r.From+1)
			walksFit(t, seed, tr, r)
		}
	})
}

// walksFit compares the walks over one window.
func walksFit(t *testing.T, seed uint64, tr *model.Trace, r model.Range) {
	t.Helper()
	type stretch struct {
		cpu       model.CPU
		state     model.State
		sub       model.Sub
		displacer model.ThreadIx
		model.Range
	}
	for ix := range tr.Threads {
		var got, want []stretch
		for q, s := range tr.Queued(model.ThreadIx(ix), r) {
			got = append(got, stretch{q.CPU, q.State, q.Sub, q.Displacer(), s})
		}
		for s := range tr.Segments(model.ThreadIx(ix), r) {
			if s.State.Queued() {
				want = append(want, stretch{s.CPU, s.State, s.Sub, s.Displacer(), s.Clip(r)})
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d thread %s in %v: %v, by segments %v", seed, tr.Threads[ix].Key(), r, got, want)
		}
	}
	wakesFit(t, seed, tr, r)
	idleFits(t, seed, tr, r)
	stolenFits(t, seed, tr, r)
}

func wakesFit(t *testing.T, seed uint64, tr *model.Trace, r model.Range) {
	t.Helper()
	for ix := range tr.Threads {
		type wake struct {
			ctx model.Context
			at  model.Time
		}
		var got, want []wake
		for ctx, at := range tr.Wakes(model.ThreadIx(ix), r) {
			got = append(got, wake{ctx, at})
		}
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			at := s.From
			if s.State == model.Waiting {
				at = s.To
			}
			if s.Ctx != model.CtxNone && s.State != model.Unknown && r.Contains(at) {
				want = append(want, wake{s.Ctx, at})
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d thread %s in %v: woken %v, by segments %v", seed, tr.Threads[ix].Key(), r, got, want)
		}
	}
}

func stolenFits(t *testing.T, seed uint64, tr *model.Trace, r model.Range) {
	t.Helper()
	for ix := range tr.Threads {
		var got, want []model.Range
		for _, s := range tr.Stolen(model.ThreadIx(ix), r) {
			got = append(got, s)
		}
		for s := range tr.Segments(model.ThreadIx(ix), r) {
			if s.Sub == model.SubStolen {
				want = append(want, s.Clip(r))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d thread %s in %v: stolen %v, by segments %v", seed, tr.Threads[ix].Key(), r, got, want)
		}
	}
}

func idleFits(t *testing.T, seed uint64, tr *model.Trace, r model.Range) {
	t.Helper()
	for c := range tr.Cores {
		var got, want []model.Range
		for s := range tr.Idle(model.CPU(c), r) {
			got = append(got, s)
		}
		for s := range tr.Slices(model.CPU(c), r) {
			if s.Occupant == model.OccupantIdle {
				want = append(want, s.Clip(r))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d CPU %d in %v: %v, by slices %v", seed, c, r, got, want)
		}
	}
}

// TestRuns compares the runs with the running segments, stolen time included.
func TestRuns(t *testing.T) {
	ps := modeltest.Perturbations()
	machines(200, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		r := modeltest.Window(tr, rng)
		for ix := range tr.Threads {
			var got, want []model.Range
			for run := range tr.Runs(model.ThreadIx(ix), r) {
				got = append(got, run.Range)
			}
			th, stolen := &tr.Threads[ix], false
			var open []model.Range // the run under way
			end := func(at model.Time) {
				for _, run := range open {
					if r.Contains(at) {
						want = append(want, model.Range{From: run.From, To: at})
					}
				}
				open = nil
			}
			for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
				switch {
				case s.Sub == model.SubStolen:
					stolen = true
					continue
				case s.State == model.Running && stolen:
				case s.State == model.Running:
					end(s.From)
					if s.Flags&(model.OpenStart|model.Inferred) == 0 {
						open = []model.Range{s.Range}
					}
				default:
					end(s.From)
				}
				stolen = false
			}
			if th.Ended {
				end(th.Life.To)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d thread %s in %v: %v, by segments %v", seed, th.Key(), r, got, want)
			}
		}
	})
}
