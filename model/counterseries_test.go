package model_test

import (
	"math"
	"testing"
	"time"

	"threadlens/model"
)

// TestAlignCounters: how far the times of a file are moved to match a trace of two hours
// that starts at noon UTC.
func TestAlignCounters(t *testing.T) {
	const hour = model.Time(3600e9)
	noon := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) model.Time { return model.Time(noon.Add(d).UnixNano()) }
	from, to := at(0), at(2*time.Hour)
	series := func(shift time.Duration) []model.CounterSeries {
		s := model.Time(shift)
		return []model.CounterSeries{{Points: []model.CounterPoint{{Range: model.Range{From: from + s, To: to + s}}}}}
	}
	for _, c := range []struct {
		name   string
		wall   time.Time
		clock  model.CounterClock
		series []model.CounterSeries
		shift  model.Time
		zone   time.Duration
		ok     bool
	}{
		{"from the start", noon, model.CounterFromStart, series(0), 0, 0, true},
		{"nothing to move", noon, model.CounterUTC, nil, 0, 0, true},
		{"the time is not known", time.Time{}, model.CounterUTC, series(0), -from, 0, false},
		{"UTC", noon, model.CounterUTC, series(3 * time.Hour), -from, 0, true},
		{"local, in UTC", noon, model.CounterLocal, series(0), -from, 0, true},
		{"local, an hour off, which still covers the middle", noon, model.CounterLocal, series(time.Hour), -from, 0, true},
		{"local, two hours before UTC", noon, model.CounterLocal, series(2 * time.Hour), -from - hour, time.Hour, true},
		{"local, two hours behind it", noon, model.CounterLocal, series(-2 * time.Hour), -from + hour, -time.Hour, true},
		{"local, a quarter more", noon, model.CounterLocal, series(2*time.Hour + time.Minute), -from - hour*5/4, 75 * time.Minute, true},
		{"farther than any zone", noon, model.CounterLocal, series(20 * time.Hour), -from - 14*hour, 14 * time.Hour, true},
	} {
		shift, zone, ok := model.AlignCounters(&model.Info{StartWall: c.wall}, 2*hour, c.clock, c.series)
		if shift != c.shift || zone != c.zone || ok != c.ok {
			t.Errorf("%s: %d, %v, %v, want %d, %v, %v", c.name, shift, zone, ok, c.shift, c.zone, c.ok)
		}
	}
}

func TestCounterPoints(t *testing.T) {
	s := model.CounterSeries{Points: []model.CounterPoint{
		{Range: model.Range{From: 0, To: 10}, Value: 1},
		{Range: model.Range{From: 10, To: 20}, Value: 2},
		{Range: model.Range{From: 30, To: 40}, Value: 3},
	}}
	for _, c := range []struct {
		r    model.Range
		want []float64
	}{
		{model.Range{From: 0, To: 40}, []float64{1, 2, 3}},
		{model.Range{From: 10, To: 30}, []float64{2}},
		{model.Range{From: 9, To: 31}, []float64{1, 2, 3}},
		{model.Range{From: 20, To: 30}, nil},
		{model.Range{From: -5, To: 0}, nil},
		{model.Range{From: 40, To: 50}, nil},
	} {
		var got []float64
		for _, p := range s.In(c.r) {
			got = append(got, p.Value)
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("in %v: %v, want %v", c.r, got, c.want)
		}
	}
	for shift, want := range map[model.Time]int{0: 3, -5: 3, math.MaxInt64 - 25: 2, math.MinInt64: 3} {
		moved := model.MoveCounters([]model.CounterSeries{s}, shift)[0].Points
		if len(moved) != want {
			t.Errorf("moved by %d: %d points, want %d", shift, len(moved), want)
		}
		for _, p := range moved {
			if p.To < p.From || p.To-shift > 40 {
				t.Errorf("moved by %d: %v", shift, p)
			}
		}
	}
	if s.Points[0].From != 0 {
		t.Error("the original was moved")
	}
}

// TestStepsStop: iterating over the steps of a hardware counter can stop early.
func TestStepsStop(t *testing.T) {
	tr := &model.Trace{Cores: make([]model.Core, 1)}
	s := model.CountSeries{Readings: []model.Reading{{Time: 1, Value: 5}, {Time: 2, Value: 7}, {Time: 3, Value: 4}, {Time: 4, Value: 9}}}
	seen := 0
	for step := range tr.Steps(&s, model.Range{From: 0, To: 9}) {
		seen++
		if step.Backwards {
			break
		}
	}
	if seen != 2 {
		t.Errorf("%d steps until one goes backwards, want 2", seen)
	}
}
