package ingest_test

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/findings"
)

// lossy are a trace's events without those of some CPUs in an interval, which the trace declares as
// lost.
func lossy(events []model.Event, cpus int, end model.Time, rng *rand.Rand) []model.Event {
	events = slices.Clone(events)
	for range 1 + rng.IntN(3) {
		cpu := model.CPU(rng.IntN(cpus))
		length := 1 + model.Time(rng.Int64N(int64(end)/8))
		from := model.Time(rng.Int64N(int64(end - length)))
		to := from + length
		events = slices.DeleteFunc(events, func(e model.Event) bool { return e.CPU == cpu && e.Time >= from && e.Time < to })
		at := slices.IndexFunc(events, func(e model.Event) bool { return e.Time >= from })
		if at < 0 {
			at = len(events)
		}
		events = slices.Insert(events, at, model.Event{Kind: model.KindLoss, CPU: cpu, Time: from, End: to})
	}
	return events
}

// rulesIn are the rules that find something in a trace of the given events.
func rulesIn(t *testing.T, info model.Info, tables *model.Tables, events []model.Event) map[string]string {
	t.Helper()
	tr := model.Build(&info, tables, model.PrepassOf(info.CPUs, events), events)
	list, err := findings.Find(t.Context(), tr, findings.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for i := range list {
		found[list[i].Rule.ID] = list[i].Sentence
	}
	return found
}

// TestNoFindingOfGaps: where events are removed from a recorded trace and declared lost, no finding
// appears that the intact trace does not have.
func TestNoFindingOfGaps(t *testing.T) {
	kept := 0
	for _, path := range readableFiles(t) {
		f, err := ingest.Open(t.Context(), path, ingest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var events []model.Event
		err = f.Events(t.Context(), func(batch []model.Event, _ model.Time) error {
			events = append(events, batch...)
			return nil
		})
		slices.SortStableFunc(events, func(a, b model.Event) int { return cmp.Compare(a.Time, b.Time) })
		info, tables := *f.Info(), f.Tables()
		f.Close()
		if err != nil || info.End == 0 && len(events) == 0 || len(events) > 300_000 {
			continue
		}
		if info.End == 0 {
			info.End = events[len(events)-1].Time
		}
		if info.End < 1000 || slices.ContainsFunc(events, func(e model.Event) bool { return e.Kind == model.KindLoss }) {
			continue // it is incomplete itself
		}
		intact := rulesIn(t, info, tables, events)
		rng := rand.New(rand.NewPCG(19, uint64(len(events))))
		for round := range 16 {
			for rule, says := range rulesIn(t, info, tables, lossy(events, info.CPUs, info.End, rng)) {
				if kept++; intact[rule] == "" {
					t.Errorf("%s, round %d: %s appears: %s", filepath.Base(path), round, rule, says)
				}
			}
		}
	}
	if kept == 0 {
		t.Error("nothing is found in any trace with gaps: this proves nothing")
	}
}
