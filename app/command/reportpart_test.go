package command_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/model"
	"threadlens/model/measure/calltree"
)

// TestPartsAreReports: what is like a selection has the same figures in the window and on the
// command line.
func TestPartsAreReports(t *testing.T) {
	const file = "../session/testdata/story.tltxt"
	s, tr := opened(t, file)
	seen := map[string]int{}
	for _, ix := range s.VisibleThreads() {
		for i := range tr.Threads[ix].Len() {
			seg := tr.Segment(ix, i)
			s.SelectAt(ix, seg.From)
			for _, all := range []bool{false, true} {
				p, ok := s.Instances(all)
				if !ok {
					continue
				}
				for _, p := range []session.ReportPart{p, p.Distribution()} {
					s.NarrowReport(p)
					q, _ := s.AnyReport(p.Report)
					content, err := q.Run()
					if err != nil {
						t.Fatal(err)
					}
					var want bytes.Buffer
					if err := export.WriteTable(&want, grid.New().With(content, s.GridScope()).All(), export.MetaOf(tr), export.CSV); err != nil {
						t.Fatal(err)
					}
					args := partArgs(tr, &p, file)
					if by := content.Order.Column; by != "" { // a window begins with the longest
						args = append(args, "--sort", "-"+by)
					}
					out, errOut, code := run(context.Background(), args...)
					if code != 0 || out != want.String() {
						t.Errorf("%q: exit %d %s\n%s\nthe window has\n%s", args, code, errOut, out, want.String())
					}
					seen[p.Report] += len(content.Rows)
				}
			}
		}
	}
	for _, name := range []string{"waits", "ready", "preempted", "runs", "histogram"} {
		if seen[name] == 0 {
			t.Errorf("no rows of %s", name)
		}
	}
}

// partArgs are the arguments for a part of a report.
func partArgs(tr *model.Trace, p *session.ReportPart, file string) []string {
	args := []string{"report", p.Report, file, "--format", "csv", "--quiet", "--from", fmt.Sprint(int64(p.Range.From), "ns"), "--to", fmt.Sprint(int64(p.Range.To), "ns")}
	if p.Thread != model.NoThread {
		args = append(args, "--thread", "tid:"+tr.Threads[p.Thread].Key())
	}
	for _, name := range calltree.BlockingNames() {
		if c, _ := calltree.ParseBlocking(name); slices.Contains(p.Kind.Categories, c) {
			args = append(args, "--category", name)
		}
	}
	for _, r := range p.Kind.Reasons {
		args = append(args, "--reason", r.String())
	}
	if p.Report == "histogram" {
		args = append(args, "--metric", p.Metric.String(), "--by", "all")
	}
	return args
}
