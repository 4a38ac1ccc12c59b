package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestWaitRows checks the rows of examples, times in µs.
func TestWaitRows(t *testing.T) {
	for _, c := range []struct {
		name, events string
		of           string // the thread
		window       model.Range
		want         []string // out ready in waiting unknown unblocker flags
	}{
		{
			"C1: gap", `
cpus 2
span 0us 90us
os linux
0us cpu1 exists 2 state=running
0us cpu0 switch 3 1 wait linux=S
40us cpu0 loss 60us
70us cpu0 switch 1 3 preempt
`, "3.0",
			model.Range{},
			[]string{"0 - 70 40 30 - gap,no-wake"},
		},
		{
			"C1: gap, then a wake", `
cpus 2
span 0us 90us
os linux
0us cpu1 exists 2 state=running
0us cpu0 switch 3 1 wait linux=S
40us cpu0 loss 60us
65us cpu1 wake 3
70us cpu0 switch 1 3 preempt
`, "3.0",
			model.Range{},
			[]string{"0 65 70 45 20 2.0 gap"},
		},
		{
			"C11: wake inside the gap", `
cpus 2
span 0us 100us
os linux
0us cpu1 exists 2 state=running
0us cpu0 switch 3 1 wait linux=S
40us cpu0 loss 60us
50us cpu1 wake 3
80us cpu1 switch 2 3 preempt
90us cpu0 switch 1 idle preempt
`, "3.0",
			model.Range{},
			[]string{"0 50 80 40 40 2.0 gap"},
		},
		{
			"C17: race and gap", `
cpus 2
span 0us 100us
os linux
0us cpu0 exists 1 state=running
40us cpu1 loss 60us
65us cpu0 switch 1 3 wait linux=S
80us cpu0 switch 3 1 preempt
90us cpu1 switch 2 idle preempt
`, "1.0",
			model.Range{},
			[]string{"65 - 80 0 15 - gap,no-wake"},
		},
		{
			"C7: lost switch-in", `
cpus 1
span 0us 100us
os linux
0us cpu0 exists 1 state=running
10us cpu0 switch 1 2 wait linux=S
30us cpu0 wake 1 kind=waking
50us cpu0 switch 1 3 wait linux=S
`, "1.0",
			model.Range{},
			[]string{"10 30 - 20 0 2.0 no-switch-in", "50 - - 50 0 - open"},
		},
		{
			"a window cuts the times, not the instants", `
cpus 1
span 0us 200us
os linux
0us cpu0 exists 1 state=running
10us cpu0 switch 1 2 wait linux=S
30us cpu0 wake 1 kind=waking
50us cpu0 switch 2 1 preempt
100us cpu0 switch 1 2 preempt
`, "1.0",
			model.Range{From: 15_000, To: 25_000},
			[]string{"10 30 50 10 0 2.0 -"},
		},
		{
			"woken before it left, and nothing known of the wake", `
cpus 2
span 0us 300us
os linux
0us cpu0 exists 1 state=running
0us cpu1 exists 2 state=running
10us cpu1 wake 1 kind=waking
20us cpu0 switch 1 3 wait linux=S
40us cpu0 switch 3 1 preempt
200us cpu0 switch 1 3 wait linux=S
250us cpu0 switch 3 1 preempt
`, "1.0",
			model.Range{},
			[]string{"20 20 40 0 0 2.0 race", "200 - 250 50 0 - no-wake"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "waits.tltxt", "threadlens-trace 1"+c.events)
			var got []string
			for row := range run(t, "waits", tr, measure.Scope{Range: c.window}).All() {
				if row[0].Text == c.of {
					got = append(got, waitRow(row))
				}
			}
			equal(t, "rows", got, c.want)
			if err := modeltest.CheckWaits(tr, measure.Visible(tr), tr.Whole()); err != nil {
				t.Error(err)
			}
		})
	}
}

// waitRow is a row of waits, times in µs, "-" for missing ones.
func waitRow(row []report.Value) string {
	var cells []string
	for _, i := range []int{1, 2, 3, 10, 11, 6, 12} {
		switch v := row[i]; {
		case v.Kind == report.KindNone:
			cells = append(cells, "-")
		case v.Kind.Numeric():
			cells = append(cells, fmt.Sprint(v.Int/1000))
		default:
			cells = append(cells, v.Text)
		}
	}
	return strings.Join(cells, " ")
}
