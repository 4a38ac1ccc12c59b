package model_test

import (
	"math"
	"testing"

	"threadlens/model"
)

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

// TestStepsStop: who has seen enough steps of a hardware counter can stop.
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
