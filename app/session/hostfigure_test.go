package session

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
	"threadlens/timeline"
)

// guest is a virtual machine with one CPU that is busy 73 % of ten minutes.
const guest = `threadlens-trace 1
cpus 1
span 0s 600s
os linux
wall 2026-11-21T16:00:00Z
process 10 "A" target
process 20 "B"
process 30 "C"
thread 11 pid=10
thread 21 pid=20
thread 31 pid=30
0s cpu0 switch idle 11 wait
240s cpu0 switch 11 21 wait linux=S
360s cpu0 switch 21 31 wait linux=S
438s cpu0 switch 31 idle wait linux=S
`

// hostFile is what its host saw: 88 % on average.
const hostFile = `time,vm,vcpus,used,ready_ms,interval
2026-11-21 18:05:00,web,1,96.8,30000,300
2026-11-21 18:10:00,web,1,79.2,400000,300
`

// TestS50HostFile: the figure of the host comes from its counters, and the factor
// from it and from the trace; ten minutes are long enough.
func TestS50HostFile(t *testing.T) {
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{Name: "guest"}, modeltest.Parse(t, "guest", guest))
	dir := t.TempDir()
	path := filepath.Join(dir, "host.csv")
	if err := os.WriteFile(path, []byte(hostFile), 0o600); err != nil {
		t.Fatal(err)
	}
	f, inside, note, err := s.ReadHostFigure(path)
	if err != nil {
		t.Fatal(err)
	}
	if f != (query.Figure{Percent: 88, Known: true}) || inside != (query.Figure{Percent: 73, Known: true}) || !slices.Contains([]string{"Mean of host.csv over 10 min 0 s", "Mean of host.csv over 600 s"}, note) {
		t.Errorf("host %v, guest %v, %q", f, inside, note)
	}
	m := measured(t, s)
	c, ok := m.Correction(f, inside)
	if got := measure.Percent(c.W, 6); !ok || got != "1.205479%" || c.Short() {
		t.Errorf("w = %s, %v, short %v", got, ok, c.Short())
	}
	for i, want := range []string{"48.2%", "24.1%", "15.7%"} {
		if got := measure.Percent(c.Of(m.OfMachine(m.Uses[i].Used)), 1); got != want {
			t.Errorf("%s is %s, want %s", m.Uses[i].Title, got, want)
		}
	}
	for name, text := range map[string]string{"other.csv": "time,a\n1,2\n", "bad.csv": "time,a\n1,one\n", "empty.csv": ""} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, _, _, err := s.ReadHostFigure(path); err == nil {
			t.Errorf("%s: %v", name, f)
		}
	}
	if _, _, _, err := s.ReadHostFigure(filepath.Join(dir, "none.csv")); err == nil {
		t.Error("a file that is not there is read")
	}
}

// TestHostFilePaired: the figures of a window are those of the intervals that overlap it, for host
// and guest, and stay when the window changes. The guest is busy from 0 to 438 s, so 0.46 of the
// second interval.
func TestHostFilePaired(t *testing.T) {
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{Name: "guest"}, modeltest.Parse(t, "guest", guest))
	path := filepath.Join(t.TempDir(), "host.csv")
	if err := os.WriteFile(path, []byte(hostFile), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Mark(model.Range{From: 400e9, To: 500e9})
	host, inside, note, err := s.ReadHostFigure(path)
	if err != nil || host != (query.Figure{Percent: 79.2, Known: true}) || inside != (query.Figure{Percent: 46, Known: true}) || note != "Mean of host.csv over 5 min 0 s" && note != "Mean of host.csv over 300 s" {
		t.Errorf("host %v, guest %v, %q, %v", host, inside, note, err)
	}
	s.SetFigures(host, inside)
	s.Mark(model.Range{From: 0, To: 100e9})
	if c, ok := s.Correction(); !ok || c.W != 79.2/46 {
		t.Errorf("w = %v, %v", c.W, ok)
	}
}

// TestS50Everywhere: the correction of all views can be chosen while there is a factor, and is
// stored in the view for whoever opens the file.
func TestS50Everywhere(t *testing.T) {
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	trace := modeltest.Parse(t, "guest", guest)
	s.Open(Source{Name: "guest"}, trace)
	summary := func(s *Session) *report.Table {
		c, err := s.CPUQuery(query.GroupProcess).Run()
		if err != nil {
			t.Fatal(err)
		}
		return c.Table
	}
	const column = "cpu_percent_corrected"
	raw := summary(s)
	s.SetCorrecting(true)
	if s.Correcting() || columnAt(summary(s), column) >= 0 {
		t.Error("corrected without a figure of the host")
	}
	s.SetFigures(query.Figure{Percent: 88, Known: true}, query.Figure{Percent: 73, Known: true})
	if !s.Correcting() || s.Chart().Factor < 1.2 {
		t.Errorf("wanted, but %v, the chart's factor %v", s.Correcting(), s.Chart().Factor)
	}
	table := summary(s)
	if at := columnAt(table, column); at < 0 || measure.Percent(table.Rows[0][at].Float, 1) != "48.2%" {
		t.Errorf("the summary says %+v", table.Rows[0])
	}
	view := s.Remember()
	other := New()
	other.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	other.Open(Source{Name: "guest"}, trace)
	other.Restore(view)
	if got := summary(other); !other.Correcting() || !reflect.DeepEqual(got.Rows, table.Rows) {
		t.Error("the view does not tell that all is corrected")
	}
	if _, _, figures := ScopeOf(trace, view); figures != s.Figures() || !figures.HasHost {
		t.Errorf("reports of the view are corrected by %+v", figures)
	}
	s.SetCorrecting(false)
	if got := summary(s); s.Chart().Factor != 0 || !reflect.DeepEqual(got.Columns, raw.Columns) || !reflect.DeepEqual(got.Rows, raw.Rows) {
		t.Error("without the correction the summary is not as before")
	}
}

// columnAt is the index of a column, -1 without.
func columnAt(t *report.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Name == name })
}
