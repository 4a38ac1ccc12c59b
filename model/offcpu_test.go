package model_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// rowKinds are the kinds of rows that offCPU distinguishes, each a letter: capitals
// are attested, small letters lie where events were lost.
var rowKinds = map[byte]model.Segment{
	'E': {State: model.Running},                        // switched in
	'F': {State: model.Running, Flags: model.Inferred}, // found running
	'W': {State: model.Waiting, Sub: model.SubInterruptible, Likely: model.IO},
	'V': {State: model.Waiting, Sub: model.SubFutex, Likely: model.Synchronization, Ctx: model.CtxThread, Peer: 7},
	'I': {State: model.Waiting, Sub: model.SubUnknown, Likely: model.UnknownCategory, Flags: model.Inferred | model.LossOverlap},
	'J': {State: model.Waiting, Sub: model.SubUnknown, Likely: model.UnknownCategory, Flags: model.Inferred, Ctx: model.CtxTimer},
	'S': {State: model.Waiting, Sub: model.SubInSwap, Likely: model.MemoryManagement},
	'R': {State: model.Ready, Sub: model.SubDispatch, Likely: model.Dispatch},
	'P': {State: model.Preempted, Sub: model.SubRunnable, Likely: model.Preemption},
	'T': {State: model.Preempted, Sub: model.SubStolen, Likely: model.Preemption},
	'w': {State: model.Unknown, Sub: model.SubGap, Likely: model.Unclassified},
	'u': {State: model.Unknown, Sub: model.SubRace, Likely: model.Sleep},
	'r': {State: model.Unknown, Sub: model.SubGap, Likely: model.Dispatch},
	'q': {State: model.Unknown, Sub: model.SubGap, Likely: model.Dispatch, Ctx: model.CtxThread, Peer: 3},
	'p': {State: model.Unknown, Sub: model.SubGap, Likely: model.Preemption},
	'x': {State: model.Unknown, Sub: model.SubGap, Likely: model.Execution},
	'l': {State: model.Unknown, Sub: model.SubLoss, Likely: model.UnknownCategory},
}

// The episodes by their letters. A waiting thread continues to wait where its wake
// found it waiting, and is ready or queued only once.
const (
	asleep  = `(?:[WIS]|[wu]I?)(?:S|[wu]I?)*`
	wokenUp = `(?:[VJ]|(?:` + asleep + `)?[wu]J)S*`
	stay    = `^(?:(?:` + wokenUp + `)(?:Rr*|r+)?|(?:` + asleep + `)(?:[Rq]r*|r+)?|[Rq]r*|r+|P(?:p[pr]*)?|p[pr]*)`
)

var (
	episodePattern = regexp.MustCompile(stay)
	lostPattern    = regexp.MustCompile(`^[xl]+`)
)

// begun is how an episode starts whose first row is s, with the letter c.
func begun(c byte, s *model.Segment, unknown bool) model.Episode {
	e := model.Episode{Out: s.From, Category: s.Category}
	e.NoOut = unknown && strings.IndexByte("IJRqr", c) >= 0 || s.State == model.Unknown && s.Flags&model.OpenStart != 0
	if c == 'P' || c == 'p' {
		e.Kind, e.Ready, e.Queued = model.EpisodePreempt, e.Out, true
	}
	return e
}

// stayed adds to an episode what its rows show; their letters are those from i on.
func stayed(e *model.Episode, letters string, i int, s []model.Segment) {
	for j := range s {
		e.Flags |= s[j].Flags
		switch k := letters[i+j]; {
		case k == 'R' || k == 'q':
			if !e.Queued {
				e.Ready, e.Queued = s[j].From, true
			}
		case (k == 'V' || k == 'J') && (j+1 == len(s) || letters[i+j+1] != 'S') && i+j+1 < len(letters):
			e.Ready, e.Queued = s[j].To, true
		}
		if strings.IndexByte("wurqpx", letters[i+j]) >= 0 {
			e.Gap += s[j].Len()
		}
		e.Cut = e.Cut || s[j].State == model.Unknown
		if e.Category == model.UnknownCategory && s[j].State == model.Waiting {
			e.Category = s[j].Category
		}
	}
}

// byLetters is a second computation of a thread's episodes: from the letters of its
// rows.
func byLetters(letters string, segs []model.Segment, started bool) (list []model.Episode) {
	for i := 0; i < len(letters); {
		c := letters[i]
		unknown := i > 0 && strings.IndexByte("wurqpxl", letters[i-1]) >= 0
		n := len(episodePattern.FindString(letters[i:]))
		if n == 0 || c == 'r' && unknown {
			i++
			continue
		}
		e := begun(c, &segs[i], unknown)
		if e.First = i; i == 0 && started && strings.IndexByte("wurq", c) >= 0 {
			e.Kind = model.EpisodeNew
		}
		n += len(lostPattern.FindString(letters[i+n:]))
		s := segs[i : i+n]
		stayed(&e, letters, i, s)
		e.Last, e.In = i+n-1, s[n-1].To
		switch {
		case i+n == len(letters):
			e.Open = true
			if !e.Queued {
				e.Ready = e.In
			}
			return append(list, e)
		case letters[i+n] == 'E', s[n-1].State != model.Unknown:
		default:
			e.NoIn, e.Cut = true, true
		}
		if !e.Queued {
			e.Ready, e.Queued = e.In, !e.Cut
		}
		list = append(list, e)
		i += n
	}
	return list
}

// composed makes random rows in possible orders.
func composed(rng *rand.Rand) (letters string, segs []model.Segment, started bool) {
	const all = "EEEFWVIJSRPTwurqpxl"
	at := model.Time(0)
	if started = rng.IntN(2) == 0; started {
		at = 5
	}
	for len(segs) < 3+rng.IntN(30) {
		c := all[rng.IntN(len(all))]
		n := len(letters)
		switch {
		case c == 'T' && (n == 0 || letters[n-1] != 'E'), // time is stolen from a running thread
			n > 0 && letters[n-1] == 'T' && c != 'E',
			c == 'S' && (n == 0 || strings.IndexByte("WVIJS", letters[n-1]) < 0): // a thread that waits
			continue
		}
		s := rowKinds[c]
		s.From = at
		at += 1 + model.Time(rng.IntN(20))
		s.To = at
		if s.CPU = model.CPU(rng.IntN(4)); n == 0 && (s.State == model.Unknown && !started || s.Flags != 0) {
			s.Flags |= model.OpenStart
		}
		segs, letters = append(segs, s), letters+string(c)
	}
	return letters, segs, started
}

// TestEpisodesOverGaps compares the episodes of rows with gaps with a second
// computation, and the faster walks with the episodes.
func TestEpisodesOverGaps(t *testing.T) {
	cut, gaps := 0, 0
	for seed := range uint64(20_000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		letters, segs, started := composed(rng)
		tr := model.TraceOfRows(segs, started)
		for i := range segs { // as the trace has them
			segs[i] = tr.Segment(0, i)
		}
		var got []model.Episode
		for e := range tr.Episodes(0, tr.Whole()) {
			// Peers and places are not compared here.
			got = append(got, model.Episode{
				Out: e.Out, Ready: e.Ready, In: e.In, Kind: e.Kind, Open: e.Open, Queued: e.Queued, Category: e.Category, Flags: e.Flags,
				Cut: e.Cut, Gap: e.Gap, NoOut: e.NoOut, NoIn: e.NoIn, First: e.First, Last: e.Last,
			})
			if e.Cut {
				cut++
			}
			if e.Gap > 0 {
				gaps++
			}
		}
		if want := byLetters(letters, segs, started); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %s:\n%+v\nwant\n%+v", seed, letters, got, want)
		}
		walksAgree(t, tr, rng, letters)
	}
	if cut == 0 || gaps == 0 {
		t.Errorf("%d episodes are cut, %d have gaps", cut, gaps)
	}
}

// walksAgree compares the faster walks over episodes with the episodes in a random
// window.
func walksAgree(t *testing.T, tr *model.Trace, rng *rand.Rand, letters string) {
	t.Helper()
	r := modeltest.Window(tr, rng)
	r.To++
	if d, w := delaysOf(tr, 0, r), delaysByEpisodes(tr, 0, r); !sameDelays(&d, &w) {
		t.Fatalf("%s in %v:\n%+v\nby episodes\n%+v", letters, r, d, w)
	}
	if got, want := slices.Collect(tr.EpisodeTimes(0, r)), timesByEpisodes(tr, 0, r); !slices.Equal(got, want) {
		t.Fatalf("%s in %v:\n%+v\nby episodes\n%+v", letters, r, got, want)
	}
	got, ready := tr.Scheduling(0, r, nil)
	want, wantReady := scheduling(tr, 0, r)
	if got != want || !slices.Equal(ready, wantReady) {
		t.Fatalf("%s in %v:\n%+v %v\nby episodes\n%+v %v", letters, r, got, ready, want, wantReady)
	}
}
