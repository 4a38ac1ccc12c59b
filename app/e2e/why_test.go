//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// readTheCause finds out why the selected wait, whose range is marked, took so long: who ended it
// and where, what that thread did meanwhile, for which lock it was, and what is wrong with that.
// The command line agrees.
func (p *program) readTheCause() {
	p.t.Helper()
	s := p.read()
	wait := s.Selected
	p.heldBy(s)
	p.unblockedWhere(s)
	p.contended(s)
	p.found(s)
	p.wayOut(s)
	p.await("the wait, as it was", func(n *state) bool {
		return n.Selected != nil && n.Selected.TID == wait.TID && n.Selected.Index == wait.Index && n.Marked == s.Marked
	})
}

// of is a report on the range and the selected thread.
func (p *program) of(name string, s *state) []map[string]string {
	p.t.Helper()
	out, err := verb("report", name, "--format", "csv", "--thread", "tid:"+strconv.Itoa(int(s.Selected.TID)), "--from", ns(s.Marked[0]), "--to", ns(s.Marked[1]), demo(p.t))
	if err != nil {
		p.t.Fatalf("report %s: %v", name, err)
	}
	return table(p.t, out)
}

// heldBy compares the details about the thread that ended the wait with the inherited delay: all of
// the wait was its execution or its ready time.
func (p *program) heldBy(s *state) {
	p.t.Helper()
	rows := p.of("inherited", s)
	if len(rows) != 1 {
		p.t.Fatalf("the delay is inherited from %v", rows)
	}
	row := rows[0]
	if ran, queued := number(p.t, row["execution_ns"]), number(p.t, row["preemption_ns"]); ran+queued != s.Marked[1]-s.Marked[0] || queued == 0 {
		p.t.Errorf("of %d ns the owner ran %d and stood %d", s.Marked[1]-s.Marked[0], ran, queued)
	}
	for _, want := range []string{
		"\nHeld by: worker-", "\nWoken by: worker-", "\nWaits on: futex 0x",
		fmt.Sprintf(" was: Execution %s ns, Preemption %s ns", row["execution_ns"], row["preemption_ns"]),
	} {
		if !strings.Contains(s.Details, want) {
			p.t.Errorf("the details do not say %q: %s", want, s.Details)
		}
	}
}

// unblockedWhere shows the stack of the thread that ended the wait: it has as many frames as its
// tree has levels.
func (p *program) unblockedWhere(s *state) {
	p.t.Helper()
	frames := len(p.of("unblocking", s)) - 1
	p.key("alt+3")
	p.await("the unblocking stack", func(n *state) bool {
		return n.Tab == "unblocking" && frames > 3 && n.says("Go to waker") && n.says(strconv.Itoa(frames-1)) && !n.says(strconv.Itoa(frames))
	})
}

// contended shows the lock: the waiter's row names who held it.
func (p *program) contended(s *state) {
	p.t.Helper()
	rows := p.of("contention", s)
	p.key("alt+4")
	p.await("the contention", func(n *state) bool {
		return n.Tab == "contention" && len(rows) == 1 && slices.ContainsFunc(n.Texts, func(w word) bool { return strings.Contains(w.Text, rows[0]["lock"]) })
	})
}

// found shows what is wrong: one sentence, the same as the command line's. Its evidence zooms to
// the wait and selects it.
func (p *program) found(s *state) {
	p.t.Helper()
	out, err := verb("findings", "--format", "csv", "--rule", "E6", "--thread", workers, "--from", ns(s.Marked[0]), "--to", ns(s.Marked[1]), demo(p.t))
	if err != nil {
		p.t.Fatal(err)
	}
	rows := table(p.t, out)
	if len(rows) == 0 || rows[0]["severity"] != "problem" {
		p.t.Fatalf("the holder's preemption is not found: %v", rows)
	}
	p.key("alt+5")
	p.await("the finding", func(n *state) bool {
		return n.Tab == "findings" && n.says(rows[0]["finding"]) && slices.Contains(n.line(rows[0]["finding"], ""), "whole time window")
	})
	p.tap("whole time window", rows[0]["finding"])
	p.await("its evidence", func(n *state) bool {
		return n.Selected != nil && n.Selected.TID == s.Selected.TID && n.Window[0] <= s.Marked[0] && n.Window[1] >= s.Marked[1]
	})
}

// wayOut shows the critical path of the wait, hop by hop as on the command line, and hides it
// again.
func (p *program) wayOut(s *state) {
	p.t.Helper()
	rows := p.of("critical-hops", s)
	p.command("critical path")
	n := p.await("the critical path", func(n *state) bool { return n.Tab == "path" && n.says("Total") })
	for _, row := range rows {
		if length := fmt.Sprintf("%.3f", float(p.t, row["length_ns"])/1e6); len(rows) < 2 || !n.says(length) {
			p.t.Errorf("the critical path does not say %s: %v", length, rows)
		}
	}
	p.command("critical path")
	p.await("the end of the path", func(n *state) bool { return n.Tab != "path" })
}
