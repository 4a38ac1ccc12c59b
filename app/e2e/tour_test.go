//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTour goes through the views with one range selected, and compares their numbers, and those
// they export, with the reports of that range.
func TestTour(t *testing.T) {
	dir := t.TempDir()
	remember(t, dir)
	p := startIn(t, dir, "--theme", "light", "--size", "1600x950")
	p.command("open demo trace")
	p.opened()
	walk := migrant(t)
	s := p.view(2)
	p.zoom(s.x(0), s.Lanes[1]+s.Lanes[3]/2, 6)
	p.selectTime(walk[0].from-2e6, walk[len(walk)-1].to+40e6)

	p.visitViews()
	p.readAverage()
	p.followAcross(walk)
	p.correctTheGuest()
	p.replayTheRange()
	p.exportCharts(dir)
	p.exportTables(dir)
}

// slice is a time in which a thread ran on a CPU.
type slice struct {
	tid      uint32
	cpu      string
	from, to int64
}

// slicesOf are those of all threads of the demo, thread by thread.
func slicesOf(t *testing.T) (list []slice) {
	t.Helper()
	out, err := verb("dump", "--segments", demo(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(out, "\n") {
		f := strings.Fields(text)
		if len(f) < 7 || f[0] != "seg" || f[4] != "Running" {
			continue
		}
		tid, _, _ := strings.Cut(f[1], ".")
		list = append(list, slice{uint32(number(t, tid)), f[6], number(t, f[2]), number(t, f[3])})
	}
	return list
}

// migrant is slices of a thread that moved from one CPU to another: the last one on the first CPU,
// and those on the other up to one that is long enough to be hit with the mouse.
func migrant(t *testing.T) []slice {
	t.Helper()
	list := slicesOf(t)
	const long = 3e6
	for i := range list[1:] {
		a, b := list[i], list[i+1]
		if a.tid != b.tid || a.cpu == b.cpu {
			continue
		}
		for k := i + 1; k < min(i+10, len(list)) && list[k].tid == a.tid; k++ {
			if list[k].to-list[k].from > long {
				return list[i : k+1]
			}
		}
	}
	t.Fatal("no thread of the demo goes to another processor and stays there")
	return nil
}

// x is the column of the window at an instant.
func (s *state) x(at int64) int {
	return s.Lanes[0] + int((float64(at-s.Window[0])+0.5)/s.pixel())
}

// view goes to the view of the n-th key.
func (p *program) view(n int) *state {
	p.t.Helper()
	key := []string{"utilization", "threads", "cores", "measurement", "monitor"}[n-1]
	p.key("ctrl+" + strconv.Itoa(n))
	return p.await("the view "+key, func(s *state) bool { return s.View == key })
}

// selectTime drags over a time in the Threads view.
func (p *program) selectTime(from, to int64) {
	p.t.Helper()
	s := p.view(2)
	y := s.Lanes[1] + s.Lanes[3] - 4
	p.drag(1, s.x(from), y, s.x(to), y)
	p.await("the range", func(n *state) bool {
		return math.Abs(float64(n.Marked[0]-from)) < 4*n.pixel() && math.Abs(float64(n.Marked[1]-to)) < 4*n.pixel()
	})
}

// visitViews shows every view: none moves a point in time, or loses the range.
func (p *program) visitViews() {
	first := p.read()
	for n := 1; n <= 5; n++ {
		s := p.view(n)
		if s.Window != first.Window || s.Marked != first.Marked {
			p.t.Errorf("%s shows %v with %v, Threads %v with %v", s.View, s.Window, s.Marked, first.Window, first.Marked)
		}
		if n > 3 {
			continue
		}
		if s.Lanes[0] != first.Lanes[0] || s.Lanes[2] != first.Lanes[2] || s.Overview != first.Overview || s.Ruler != first.Ruler {
			p.t.Errorf("the lanes of %s are at %v, those of Threads at %v", s.View, s.Lanes, first.Lanes)
		}
		if ticks := s.ticks(); len(ticks) < 5 || !slices.Equal(ticks, first.ticks()) {
			p.t.Errorf("the ruler of %s says %v, that of Threads %v", s.View, ticks, first.ticks())
		}
	}
}

// ticks are the labels of the ruler, and their places.
func (s *state) ticks() (list []word) {
	for _, w := range s.Texts {
		if _, y := w.middle(); y > s.Ruler[1] && y < s.Ruler[1]+s.Ruler[3] && w.Rect[0] >= s.Lanes[0] {
			list = append(list, w)
		}
	}
	return list
}

// ranged is the command line's report on the range of s.
func ranged(t *testing.T, name string, s *state, more ...string) []map[string]string {
	t.Helper()
	args := append([]string{"report", name, "--format", "csv"}, more...)
	out, err := verb(append(args, "--from", ns(s.Marked[0]), "--to", ns(s.Marked[1]), demo(t))...)
	if err != nil {
		t.Fatalf("report %s: %v", name, err)
	}
	return table(t, out)
}

// ns is a time in the command line's syntax.
func ns(t int64) string { return strconv.FormatInt(t, 10) + "ns" }

// float is a number of a table.
func float(t *testing.T, text string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// cell is the value in a column of the one row with a given value in another.
func cell(t *testing.T, rows []map[string]string, by, value, column string) string {
	t.Helper()
	i := slices.IndexFunc(rows, func(r map[string]string) bool { return r[by] == value })
	if i < 0 || slices.ContainsFunc(rows[i+1:], func(r map[string]string) bool { return r[by] == value }) {
		t.Fatalf("not one row has %s %q of %v", by, value, rows)
	}
	if _, ok := rows[i][column]; !ok {
		t.Fatalf("no column %s in %v", column, rows[i])
	}
	return rows[i][column]
}

// percent is a share with one decimal, as in pictures.
func percent(share float64) string { return fmt.Sprintf("%.1f%%", share) }

// readAverage reads the average of the CPU utilization view, and the summary below
// it, with every denominator.
func (p *program) readAverage() {
	s := p.view(1)
	use := ranged(p.t, "utilization", s, "--bucket", ns(s.Marked[1]-s.Marked[0]))
	if len(use) != 1 {
		p.t.Fatalf("%d buckets", len(use))
	}
	cores := float(p.t, use[0]["target_cores"])
	const label = "These 2 processes, average of selection"
	for _, c := range []struct {
		title, flag, says, cell string
		factor                  float64
	}{
		{"One CPU", "core", percent(100 * cores), "%.2f", 100},
		{"Cores", "cores", fmt.Sprintf("%.2f", cores), "%.3f", 1},
		{"Machine", "machine", percent(100 * cores / 2), "%.2f", 50},
	} {
		p.tap(c.title, "Percent of")
		s := p.await("percent of "+c.title, func(s *state) bool { return s.Percent == c.flag && s.after(label) == c.says })
		if of := fmt.Sprintf("%.2f of 2 CPUs", cores); !s.says(of) {
			p.t.Errorf("%q is not said beside %s", of, c.says)
		}
		column := "cpu_percent"
		if c.flag == "cores" {
			column = c.flag
		}
		report := ranged(p.t, "cpu", s, "--percent", c.flag)
		busiest := fmt.Sprintf(c.cell, float(p.t, report[0][column]))
		p.await("the summary", func(s *state) bool {
			return slices.Contains(s.line(report[0]["process"], "CPU scheduling summary"), busiest)
		})
		var shown, used float64
		for _, row := range p.copied() {
			if row["tid"] != "" {
				continue
			}
			if row["pid"] != "" && strings.Contains(targets, row["process"]) {
				shown += float(p.t, row[column])
				used += float(p.t, row["cpu_ns"])
			}
			if want := sumOf(p.t, report, row["process"], column); math.Abs(float(p.t, row[column])-want) > 1e-9 {
				p.t.Errorf("%s of %s: %s %s, the report says %v", column, c.title, row["process"], row[column], want)
			}
		}
		if length := float64(s.Marked[1] - s.Marked[0]); math.Abs(shown-c.factor*used/length) > 1e-9 || math.Abs(shown-c.factor*cores) > 1e-4 {
			p.t.Errorf("of %s: %v in the summary for %v ns of %v, and %v cores in the chart", c.title, shown, used, length, cores)
		}
	}
}

// targets is a filter for the target processes of the demo.
const targets = "/contention|scanner/"

// sumOf adds up a column of the rows of processes of a name.
func sumOf(t *testing.T, rows []map[string]string, process, column string) (sum float64) {
	t.Helper()
	for _, row := range rows {
		if row["process"] == process && row["tid"] == "" {
			sum += float(t, row[column])
		}
	}
	return sum
}

// followAcross clicks on a slice in the Cores view, and goes back with its thread to its previous
// CPU.
func (p *program) followAcross(walk []slice) {
	s := p.view(3)
	last := walk[len(walk)-1]
	p.moveTo(s.x((last.from+last.to)/2), s.rowOfCPU(p.t, last.cpu))
	p.click(1, 1, "")
	for i, want := range slices.Backward(walk) {
		if i < len(walk)-1 {
			p.key("Left")
		}
		s = p.await("a slice", func(s *state) bool {
			return s.Selected != nil && s.Selected.TID == want.tid && s.Selected.Range == [2]int64{want.from, want.to} && s.Selected.Rect[3] > 0
		})
		if r := s.Selected.Rect; s.rowOfCPU(p.t, want.cpu) != r[1]+r[3]/2 {
			p.t.Errorf("the slice on %s is drawn at %v, the lane is at %d", want.cpu, r, s.rowOfCPU(p.t, want.cpu))
		}
	}
	rows, key := p.copied(), strconv.Itoa(int(last.tid))
	if len(rows) != 1 || rows[0]["tid"] != key {
		p.t.Fatalf("the row of %s is not marked, but %v", key, rows)
	}
	report := ranged(p.t, "migrations", s)
	for name, value := range rows[0] {
		if want := cell(p.t, report, "tid", key, name); want != value {
			p.t.Errorf("%s of %s: %s, the report says %s", name, key, value, want)
		}
	}
	if s.after("Cross-CPU migrations") != rows[0]["cross_core"] || number(p.t, rows[0]["cross_core"]) < 1 {
		p.t.Errorf("followed across %s CPUs, the table says %s", s.after("Cross-CPU migrations"), rows[0]["cross_core"])
	}
}

// rowOfCPU is the middle of the lane of a CPU that a dump names cpu.
func (s *state) rowOfCPU(t *testing.T, cpu string) int {
	t.Helper()
	for _, r := range s.Rows {
		if r.Name == strings.Replace(cpu, "cpu=", "CPU ", 1) {
			return r.Y
		}
	}
	t.Fatalf("no lane of %s in %v", cpu, s.Rows)
	return 0
}
