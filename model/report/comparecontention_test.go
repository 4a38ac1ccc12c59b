package report_test

import (
	"strconv"
	"strings"
	"testing"

	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// lockTurns is half a second in which a waiter waits 30 ms of every 100 ms for a lock that a holder releases, at an
// address. Threads have numbers in their names.
func lockTurns(address, tid string) string {
	const head = "threadlens-trace 1\ncpus 2\nspan 0ms 500ms\nos linux\nprocess 10 app target\n" +
		"thread 11 pid=10 name=\"holder-1\"\nthread TID pid=10 name=\"waiter-TID\"\n0ms cpu0 switch idle 11 wait\n0ms cpu1 switch idle TID wait\n"
	var b strings.Builder
	b.WriteString(head)
	for _, at := range []string{"0", "1", "2", "3", "4"} {
		b.WriteString(at + "10ms cpu1 call TID enter futex arg=ADDRESS arg2=0x80\n" + at + "10ms cpu1 switch TID idle wait linux=S\n" +
			at + "40ms cpu0 wake TID\n" + at + "40ms cpu1 switch idle TID wait\n" + at + "40ms cpu1 call TID exit futex ret=0\n")
	}
	return strings.NewReplacer("TID", tid, "ADDRESS", address).Replace(b.String())
}

// written is the number in a cell, "" for none.
func written(v report.Value) string {
	switch v.Kind {
	case report.KindNone:
		return ""
	case report.KindChange:
		return strconv.FormatFloat(v.Float, 'f', -1, 64)
	}
	return strconv.FormatInt(v.Int, 10)
}

// TestCompareLockWaits: waits for a lock are matched by roles, whatever its address and the threads' ids, and findings
// by pattern: one that came, one that went, one of both.
func TestCompareLockWaits(t *testing.T) {
	a := report.Side{
		Trace: modeltest.Parse(t, "a", lockTurns("0x1000", "12")),
		Found: []report.Found{{Name: "E2 Lock contention", Cost: 100}, {Name: "E3 Oversubscription", Cost: 5}, {Name: "E2 Lock contention", Cost: 20}},
	}
	b := report.Side{Trace: modeltest.Parse(t, "b", lockTurns("0x2000", "77")), Found: []report.Found{{Name: "E2 Lock contention", Cost: 60}, {Name: "E9 Idle"}}}
	table, err := report.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	at := table.ColumnsByKey()
	got := map[string]string{}
	for _, row := range table.Rows {
		if row[0].Text != "lock wait" && row[0].Text != "finding" {
			continue
		}
		var cells []string
		for _, key := range []string{"a_count", "b_count", "a_ns", "b_ns", "change_percent"} {
			cells = append(cells, written(row[at[key]]))
		}
		got[row[1].Text] = strings.Join(cells, " ")
		if row[0].Text == "lock wait" && row[1].Display != "waiter-* awaits holder-*: futex" {
			t.Errorf("it is called %q", row[1].Display)
		}
	}
	for name, want := range map[string]string{
		"app / waiter-* awaits app / holder-*: futex": "5 5 150000000 150000000 0",
		"E2 Lock contention":                          "2 1 120 60 -50",
		"E3 Oversubscription":                         "1  5  ",
		"E9 Idle":                                     " 1  0 ",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d rows: %v", len(got), got)
	}
}
