//go:build e2e

package e2e

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// correctTheGuest types what the host of a virtual machine saw and what was seen inside, and reads
// the corrected numbers of processes.
func (p *program) correctTheGuest() {
	const host, guest, factor = "CPU usage reported by the host", "CPU usage measured in the guest", "1.205"
	p.view(4)
	p.await("the figures", func(s *state) bool { return strings.HasSuffix(s.after("Share of all CPUs"), "%") && s.says(host) })
	for _, f := range []struct{ label, figure string }{{host, "88"}, {guest, "73"}} {
		p.tapBeside("%", f.label, -30)
		p.xdo("type", "--delay", "60", f.figure)
		p.await("the figure", func(s *state) bool { return s.Field != nil && *s.Field == f.figure })
	}
	s := p.await("the factor", func(s *state) bool { return s.says(factor) })
	p.key("Escape")
	const ratio = "Correction factor w = 88.0 / 73.0"
	if s.after(ratio) != factor {
		p.t.Errorf("behind %q stands %q", ratio, s.after(ratio))
	}
	if row := s.line("Machine", ratio); !slices.Equal(row, []string{"Machine", "73.0%", "88.0%"}) {
		p.t.Errorf("the machine is corrected as %v", row)
	}
	for _, row := range ranged(p.t, "vm", s, "--host", "88", "--guest", "73")[:3] {
		raw, corrected := float(p.t, row["cpu_percent"]), float(p.t, row["corrected_percent"])
		want := []string{row["process"] + " " + row["pid"], percent(raw), percent(corrected)}
		if got := s.line(want[0], ratio); !slices.Equal(got, want) || math.Abs(corrected/raw-88.0/73) > 1e-9 {
			p.t.Errorf("%s is corrected as %v, the report says %v and %v", want[0], got, raw, corrected)
		}
	}
}

// replayTheRange starts the monitor and stops it again: its table must be that of the time up to
// there.
func (p *program) replayTheRange() {
	begin := p.view(5).Replay.At
	p.tap("Play", "")
	p.await("the replay", func(s *state) bool { return s.Replay.At != begin && s.says("Pause") || s.Replay.At == s.Whole[1] })
	if p.read().Replay.Playing {
		p.tap("Pause", "")
	}
	s := p.await("the end of it", func(s *state) bool { return !s.Replay.Playing && s.says("Play") })
	rows := slices.DeleteFunc(until(p.t, s), func(row map[string]string) bool { return row["tid"] != "" || row["pid"] == "" }) // threads are folded; interrupts have no ids
	if len(rows) < 5 {
		p.t.Fatalf("the report of the monitor has only %v", rows)
	}
	for _, row := range rows[:5] {
		got, now := s.line(row["image"], "Processes"), float(p.t, row["now_percent"])
		want := []string{row["image"], row["pid"], row["status"], row["threads"], fmt.Sprintf("%.2f", now)}
		if len(got) < len(want) || now >= 0.01 && !slices.Equal(got[:len(want)], want) {
			p.t.Errorf("the monitor says %v, the report %v", got, row)
		}
	}
}

// until is the report of what the monitor shows.
func until(t *testing.T, s *state) []map[string]string {
	t.Helper()
	out, err := verb("report", "monitor", "--format", "csv", "--to", ns(s.Replay.At), demo(t))
	if err != nil {
		t.Fatal(err)
	}
	return table(t, out)
}

// exportCharts exports every chart in the palette, in every format, of the range: the same as the
// command line's exports.
func (p *program) exportCharts(dir string) {
	p.view(1)
	p.command("zoom to range")
	s := p.await("the range", func(s *state) bool { return s.Window == s.Marked })
	p.deselect()
	offers := p.offers("Export Chart: ")
	if len(offers) < 5 {
		p.t.Fatalf("the palette offers only %v", offers)
	}
	for _, offer := range offers {
		if strings.HasPrefix(offer, "Counters of Other Tools") || strings.HasPrefix(offer, "CPU Use Inside and Outside") {
			continue // they are offered, but wait for counters
		}
		for _, kind := range []string{"PNG", "SVG", "PDF"} {
			p.exportChart(dir, offer, kind, s)
		}
	}
	p.checkCharts(dir, s)
}

// deselect stops following a thread, and keeps the range.
func (p *program) deselect() {
	p.t.Helper()
	for range 3 { // cards and hits go first
		s := p.read()
		if s.Selected == nil {
			return
		}
		p.key("Escape")
		p.await("something to close", func(n *state) bool { return n.Seq > s.Seq })
		p.rest() // what changed may have been something else, and one Escape too many clears the range
	}
	p.t.Fatal("the thread stays selected")
}

// offers are the commands in the palette whose titles have a prefix, without that.
func (p *program) offers(prefix string) (list []string) {
	p.t.Helper()
	typed := ">" + strings.TrimSuffix(strings.ToLower(prefix), ": ")
	p.key("ctrl+shift+p")
	p.await("the palette", func(s *state) bool { return s.Field != nil && *s.Field == ">" })
	p.xdo("type", "--delay", "60", typed[1:])
	s := p.await("the commands", func(s *state) bool { return s.Field != nil && *s.Field == typed })
	for _, w := range s.Texts {
		if name, ok := strings.CutPrefix(w.Text, prefix); ok {
			list = append(list, name)
		}
	}
	p.key("Escape")
	p.await("the end of the palette", func(s *state) bool { return !s.Overlay })
	return list
}

// exportChart exports a chart, and compares the file with that of the command line.
func (p *program) exportChart(dir, title, kind string, s *state) {
	p.t.Helper()
	p.command("export chart: " + strings.ToLower(title))
	p.await("the dialog", func(s *state) bool { return s.says("Export chart: " + title) })
	p.tap(kind, "Format")
	if kind == "PNG" {
		p.tap("1×", "PNG scale")
	}
	p.tap("Export…", "")
	ending := "." + strings.ToLower(kind)
	offered := *p.await("the name", func(s *state) bool { return s.Field != nil && strings.HasSuffix(*s.Field, ending) }).Field
	p.key("Return")
	p.await("the end of the dialog", func(s *state) bool { return !s.Overlay })
	name := strings.TrimSuffix(strings.TrimPrefix(offered, "demo-"), ending)
	want := filepath.Join(dir, "report-"+offered)
	args := []string{"export", name, "-o", want, "--from", ns(s.Marked[0]), "--to", ns(s.Marked[1])}
	if name != "queue" { // which is the machine's, as in the views
		args = append(args, "--process", targets)
	}
	if _, err := verb(append(args, demo(p.t))...); err != nil {
		p.t.Fatalf("export %s: %v", name, err)
	}
	if !bytes.Equal(written(p.t, filepath.Join(dir, offered)), written(p.t, want)) {
		p.t.Errorf("%s is another from the window than from the command line", offered)
	}
}

// written is the contents of a file, which must not be empty.
func written(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		t.Fatalf("%s is empty: %v", path, err)
	}
	return data
}

// checkCharts compares the numbers in the charts with the reports.
func (p *program) checkCharts(dir string, s *state) {
	length := float64(s.Marked[1] - s.Marked[0])
	use := ranged(p.t, "utilization", s, "--bucket", ns(s.Marked[1]-s.Marked[0]))[0]
	var exact float64
	for _, row := range ranged(p.t, "intervals", s, "--process", targets) {
		exact += float(p.t, row["exact_ns"])
	}
	var queue, busy float64
	for _, row := range ranged(p.t, "queue", s) { // of the machine, as in the views
		queue += float(p.t, row["length"]) * float(p.t, row["time_ns"]) / length
	}
	for _, row := range ranged(p.t, "concurrency", s, "--process", targets)[1:] {
		busy += float(p.t, row["percent"])
	}
	for _, c := range []struct{ chart, label, want string }{
		{"utilization", "Average of these 2 processes", percent(50 * float(p.t, use["target_cores"]))},
		{"utilization", "Other processes", percent(50 * float(p.t, use["other_cores"]))},
		{"utilization", "Idle", percent(50 * float(p.t, use["idle_cores"]))},
		{"measurement", "Exact CPU use, including interrupts", percent(100 * exact / length / 2)},
		{"measurement", "Time-weighted mean", fmt.Sprintf("%.2f", queue)},
		{"queue", "Time-weighted mean", fmt.Sprintf("%.2f", queue)},
		{"concurrency", "At least one thread running", percent(busy)},
	} {
		said := texts(p.t, written(p.t, filepath.Join(dir, "demo-"+c.chart+".svg")))
		if i := slices.Index(said, c.label); i < 0 || said[i+1] != c.want {
			p.t.Errorf("%s: %s is not followed by %s in %q", c.chart, c.label, c.want, said)
		}
	}
}

// exportTables exports the table of every view, and compares it with its report.
func (p *program) exportTables(dir string) {
	for n, name := range []string{"cpu", "threads", "migrations", "sampling", "monitor"} {
		s := p.view(n + 1)
		p.command("export table")
		p.await("the dialog", func(s *state) bool { return s.Overlay && s.Field == nil && s.says("Export…") })
		p.tap("Export…", "")
		offered := *p.await("the name", func(s *state) bool {
			return s.Field != nil && strings.HasPrefix(*s.Field, "demo-") && strings.HasSuffix(*s.Field, ".csv")
		}).Field
		p.key("Return")
		p.await("the end of the dialog", func(s *state) bool { return !s.Overlay })
		var want []map[string]string
		switch name {
		case "monitor":
			want = until(p.t, p.read()) // now the view has been filled
		case "threads":
			want = ranged(p.t, name, s, "--process", targets)
		case "sampling": // processes, and for the measured ones their threads instead; no CPUs
			want = slices.DeleteFunc(ranged(p.t, name, s, "--all"), func(row map[string]string) bool {
				return row["pid"] == "" || strings.Contains(targets, row["process"]) != (row["tid"] != "")
			})
		default:
			want = ranged(p.t, name, s)
		}
		got := table(p.t, string(written(p.t, filepath.Join(dir, offered))))
		if len(got) == 0 || len(got) != len(want) {
			p.t.Errorf("%s has %d rows, the report %s %d", offered, len(got), name, len(want))
		}
		for _, row := range got {
			if !slices.ContainsFunc(want, func(w map[string]string) bool { return maps.Equal(row, w) }) {
				p.t.Errorf("%s says %v, the report %s does not", offered, row, name)
			}
		}
	}
}
