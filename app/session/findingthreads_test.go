package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/model/modeltest"
)

// TestFindingNamesAllThreads: where a report only counts some threads of a finding, the window and
// data name them, and the report mentions that.
func TestFindingNamesAllThreads(t *testing.T) {
	for names, counted := range map[string]int{"one two three": 0, "one two three four five": 2} {
		var scene strings.Builder
		scene.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 80ms\nos linux\nprocess 9 \"app\" target\n")
		list := strings.Fields(names)
		for i, name := range list {
			fmt.Fprintf(&scene, "thread %d pid=9 name=%q\n", i+1, name)
		}
		fmt.Fprintln(&scene, "0ms cpu0 switch idle 1 preempt")
		for i := range 15 {
			fmt.Fprintf(&scene, "%dms cpu0 switch %d %d preempt\n", 5*i+5, i%len(list)+1, (i+1)%len(list)+1)
		}
		s := session.New()
		s.Open(session.Source{Name: "crowded"}, modeltest.Parse(t, "crowded", scene.String()))
		f, rows := oversubscribed(t, s)
		if rows != 1 {
			t.Fatalf("%d findings of E3", rows)
		}
		at := slices.IndexFunc(f.Content.Rows, func(r grid.Row) bool { return r.Cells[1].Text == "Oversubscription" })
		cell, shown := f.Content.Table.Rows[at][7], f.Content.Rows[at].Cells[4].Text
		for i, name := range list {
			if name = fmt.Sprintf("%s %d", name, i+1); !strings.Contains(shown, name) || !strings.Contains(cell.Text, name) {
				t.Errorf("%s is not in %q, %q", name, shown, cell.Text)
			}
		}
		noted := strings.Contains(strings.Join(f.Content.Table.Notes, " "), "only some of its threads")
		if more := strings.HasSuffix(cell.Display, ", 2 more"); more != (counted == 2) || noted != more {
			t.Errorf("%d of %s are counted: the report has %q, noted %v", counted, names, cell.Display, noted)
		}
	}
}
