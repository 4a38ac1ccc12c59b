package session

import (
	"os"
	"path/filepath"
	"testing"

	"threadlens/model/analysis"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// guest is a virtual machine of one processor that is busy 73 % of ten minutes.
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
	f, note, err := s.ReadHostFigure(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := analysis.Percent(f.Percent, 6); got != "88.000000%" || note != "Mean of host.csv over 10 min 0 s" && note != "Mean of host.csv over 600 s" {
		t.Errorf("%s, %q", got, note)
	}
	m := measured(t, s)
	c, ok := m.Correction(f, Figure{})
	if got := analysis.Percent(c.W, 6); !ok || got != "1.205479%" || c.Short() {
		t.Errorf("w = %s, %v, short %v", got, ok, c.Short())
	}
	for i, want := range []string{"48.2%", "24.1%", "15.7%"} {
		if got := analysis.Percent(c.Of(m.OfMachine(m.Uses[i].Used)), 1); got != want {
			t.Errorf("%s is %s, want %s", m.Uses[i].Title, got, want)
		}
	}
	for name, text := range map[string]string{"other.csv": "time,a\n1,2\n", "bad.csv": "time,a\n1,one\n", "empty.csv": ""} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, _, err := s.ReadHostFigure(path); err == nil {
			t.Errorf("%s: %v", name, f)
		}
	}
	if _, _, err := s.ReadHostFigure(filepath.Join(dir, "none.csv")); err == nil {
		t.Error("a file that is not there is read")
	}
}
