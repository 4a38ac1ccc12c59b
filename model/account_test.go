package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// accountScene has a thread that runs from 0 to 20 µs, from 40 to 60 µs and from 80 µs
// to the end. The kernel's first booking of 10 µs includes 3 µs from before the trace,
// and its second 2 µs more than the switches show; the third run is not booked.
const accountScene = `threadlens-trace 1
cpus 1
span 0us 100us
os linux
10us cpu0 ran 7 13us
20us cpu0 ran 7 10us
20us cpu0 switch 7 idle wait linux=S
40us cpu0 switch idle 7 preempt
50us cpu0 ran 7 11us
59us cpu0 ran 7 10us
60us cpu0 switch 7 idle wait linux=S
80us cpu0 switch idle 7 preempt
`

// TestAccount: a window contains the bookings inside it and, of those at its ends,
// the share of running time that lies in it.
func TestAccount(t *testing.T) {
	tr := modeltest.Parse(t, "account", accountScene)
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	ix := threadOf(t, tr, 7)
	for _, x := range []struct {
		from, to               model.Time
		kernel, switches, open model.Time
	}{
		{0, 100, 41_000, 39_000, 21_000},
		{0, 10, 10_000, 10_000, 0},
		{5, 10, 5_000, 5_000, 0},
		{10, 45, 10_000 + 5_500, 15_000, 0},
		{25, 38, 0, 0, 0},
		{30, 50, 11_000, 10_000, 0},
		{59, 60, 0, 0, 1_000},
		{60, 100, 0, 0, 20_000},
		{200, 300, 0, 0, 0},
	} {
		want := model.Account{Kernel: x.kernel, Switches: x.switches, Open: x.open}
		if got := tr.Account(ix, model.Range{From: 1000 * x.from, To: 1000 * x.to}); got != want {
			t.Errorf("%d to %d µs: %+v, want %+v", x.from, x.to, got, want)
		}
	}
}

// TestNoAccount: without bookings, or with some of them only, there is no account.
func TestNoAccount(t *testing.T) {
	var lines []string
	for line := range strings.Lines(accountScene) {
		if !strings.Contains(line, " ran ") {
			lines = append(lines, line)
		}
	}
	events := []model.Event{
		{Kind: model.KindSwitch, Time: 10, TID: model.IdleTID, Other: 7},
		{Kind: model.KindRan, Time: 50, TID: 7, Other: 7, Arg: 40},
	}
	for name, tr := range map[string]*model.Trace{
		"no bookings":   modeltest.Parse(t, "no bookings", strings.Join(lines, "")),
		"some bookings": model.Build(&model.Info{CPUs: 1, PartialRan: true}, &model.Tables{}, nil, events),
	} {
		if got := tr.Account(threadOf(t, tr, 7), tr.Whole()); tr.Accounts() || got != (model.Account{}) {
			t.Errorf("%s: %v, %+v", name, tr.Accounts(), got)
		}
	}
}

// TestHostileAccount: impossible bookings take no more room than others, and their
// values are bounded.
func TestHostileAccount(t *testing.T) {
	const most = 1<<62 - 1
	for i, events := range [][]model.Event{
		{{Time: 5, Arg: most}},
		{{Time: 5, Arg: -7}, {Time: 5, Arg: most}},
		{{Time: 1, Arg: 1}, {Time: most, Arg: most}, {Time: most, Arg: most}},
		{{Time: 10, Arg: 1<<32 - 1}, {Time: 1 << 40, Arg: 1 << 33}},
	} {
		for k := range events {
			events[k].Kind, events[k].TID, events[k].Other = model.KindRan, 7, 7
		}
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			tr := model.Build(&model.Info{CPUs: 1}, &model.Tables{}, nil, events)
			if got := tr.Account(threadOf(t, tr, 7), tr.Whole()); got.Kernel < 0 || got.Kernel > 150e9 {
				t.Errorf("%+v", got)
			}
			for _, err := range modeltest.Check(tr) {
				t.Error(err)
			}
		})
	}
}

// TestLongBooking: a booking of more than 4.3 s counts in full.
func TestLongBooking(t *testing.T) {
	const begin, length = 1000, 60e9
	tr := model.Build(&model.Info{CPUs: 1}, &model.Tables{}, nil, []model.Event{
		{Kind: model.KindSwitch, Time: begin, TID: model.IdleTID, Other: 7},
		{Kind: model.KindRan, Time: begin + length, TID: 7, Other: 7, Arg: length + 500},
	})
	ix := threadOf(t, tr, 7)
	if got := tr.Account(ix, tr.Whole()); got != (model.Account{Kernel: length + 500, Switches: length}) {
		t.Errorf("%+v", got)
	}
	if got := tr.Account(ix, model.Range{From: begin, To: begin + length/2}); got != (model.Account{Kernel: length/2 + 250, Switches: length / 2}) {
		t.Errorf("the first half: %+v", got)
	}
}

func threadOf(t *testing.T, tr *model.Trace, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range tr.Threads {
		if tr.Threads[i].TID == tid {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("thread %d is not in the trace", tid)
	return model.NoThread
}
