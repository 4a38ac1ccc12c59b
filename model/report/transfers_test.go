package report_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// transfers is a trace of one thread that writes while it runs and reads while it
// waits, two at a time, and of a transfer without issuer.
const transfers = `threadlens-trace 1
recorded faults
cpus 1
span 0us 100us
os windows
process 7 "app" target
thread 8 pid=7 name="a"
0us cpu0 switch idle 8 preempt
10us cpu0 io 8 4us write dev=C: bytes=4096 file="log.txt"
20us cpu0 switch 8 idle wait win=0
60us cpu0 io 8 18us read dev=C: bytes=512 file="in.bin"
61us cpu0 wake 8 ctx=dpc
62us cpu0 switch idle 8 preempt
70us cpu0 io 8 50us read dev=C: bytes=512 file="C:\\pagefile.sys"
90us cpu0 io 0 80us read dev=D: bytes=1
`

// TestDisks counts service and busy time of a window, and how long the issuer
// waited.
func TestDisks(t *testing.T) {
	tr := modeltest.Parse(t, "transfers", transfers)
	s := measure.Scope{Range: model.Range{From: us(20), To: us(65)}, Threads: measure.Visible(tr)}
	got := report.DisksOf(tr, s)
	if len(got) != 1 {
		t.Fatalf("devices and directions in the window: %+v", got)
	}
	u := got[0]
	equal(t, "count", u.Count, 2)
	equal(t, "bytes", u.Bytes, int64(1024))
	equal(t, "busy", u.Busy, us(45))
	equal(t, "service", u.Service, us(40+15))
	equal(t, "longest", u.Lengths.Max, us(42))
	equal(t, "waited", u.Waited, us(40+11))
	s.Range = tr.Whole()
	all := report.DisksOf(tr, s)
	if len(all) != 3 || all[0].Direction != model.Read || all[1].Direction != model.Write || all[2].Waited != 0 || tr.String(all[2].Device) != "D:" {
		t.Errorf("of the whole trace: %+v", all)
	}
}

// TestDiskTransfers: every transfer that overlaps the window is a row, unclipped.
func TestDiskTransfers(t *testing.T) {
	tr := modeltest.Parse(t, "transfers", transfers)
	for _, c := range []struct {
		from, to float64
		rows     int
	}{{0, 100, 4}, {0, 4, 0}, {4, 5, 1}, {9, 19, 2}, {70, 80, 0}, {85, 100, 1}} {
		s := measure.Scope{Range: model.Range{From: us(c.from), To: us(c.to)}, Threads: measure.Visible(tr)}
		equal(t, measure.Window(s.Range), len(rowsOf(run(t, "disk", tr, s))), c.rows)
	}
	equal(t, "of the whole trace", rowsOf(run(t, "disk", tr, measure.Scope{})), []string{
		"C: | read | 8.0 | 18000 | 60000 | 42000 | 40000 | 512 | - | in.bin",
		`C: | read | 8.0 | 50000 | 70000 | 20000 | 11000 | 512 | page file | C:\pagefile.sys`,
		"C: | write | 8.0 | 4000 | 10000 | 6000 | 0 | 4096 | - | log.txt",
		"D: | read | - | 80000 | 90000 | 10000 | - | 1 | - | -",
	})
	equal(t, "by device and direction", rowsOf(run(t, "disks", tr, measure.Scope{})), []string{
		// Busy from 18 to 70 of 100 µs, and 62 µs of service: 1.19231 at a time.
		"C: | read | 2 | 1024 | 52000 | 52 | 1.19231 | 31000 | 20000 | 42000 | 42000 | 51000",
		"C: | write | 1 | 4096 | 6000 | 6 | 1 | 6000 | 6000 | 6000 | 6000 | 0",
		"D: | read | 1 | 1 | 10000 | 10 | 1 | 10000 | 10000 | 10000 | 10000 | 0",
	})
	rows := 0
	for row := range run(t, "disk", tr, measure.Scope{Threads: []model.ThreadIx{}}).All() {
		if rows++; row[2].Text != "" {
			t.Errorf("a transfer of a hidden thread is shown: %v", row)
		}
	}
	equal(t, "of nobody known", rows, 1)
}

// TestUnfinished: transfers whose end is not in the trace are in no row, but in a note.
func TestUnfinished(t *testing.T) {
	tr := modeltest.Parse(t, "unfinished", strings.Replace(transfers, "10us cpu0 io 8 4us", `4us cpu0 issue 8 write dev=C: bytes=4096
5us cpu0 issue 8 write dev=C: bytes=512
6us cpu0 issue 8 flush dev=C:
7us cpu0 issue 8 flush dev=D:
10us cpu0 io 8 4us`, 1))
	note := func(report string, s measure.Scope) string {
		notes := run(t, report, tr, s).Notes
		i := slices.IndexFunc(notes, func(n string) bool { return strings.HasPrefix(n, "Not listed: ") })
		if i < 0 {
			return ""
		}
		return notes[i]
	}
	const want = "Not listed: 3 transfers whose completion was not recorded or came after the end of the trace (1 write, 2 flush)."
	for _, report := range []string{"disks", "disk"} {
		equal(t, report, note(report, measure.Scope{}), want)
	}
	equal(t, "from 6 µs on", note("disks", measure.Scope{Range: model.Range{From: us(6), To: us(100)}}),
		"Not listed: 2 transfers whose completion was not recorded or came after the end of the trace (2 flush).")
	equal(t, "later", note("disks", measure.Scope{Range: model.Range{From: us(8), To: us(100)}}), "")
	equal(t, "of no thread", note("disks", measure.Scope{Threads: []model.ThreadIx{}}), "")
}
