package view

import (
	"io"

	"threadlens/app/export/profiles"
	"threadlens/app/view/kit"
	"threadlens/model/measure/calltree"
)

// stacksTitle is the start of the titles of the commands that export stacks.
const stacksTitle = "Export Stacks: "

// stackCommands export call stacks for other tools.
func (e *exports) stackCommands() []*kit.Command {
	var list []*kit.Command
	for _, f := range profiles.Formats() {
		help := "Export the call trees of the shown kind (execution, blocking or unblocking), as " + f.Title
		if f.Lives {
			help = "Export the activity of the threads over time, with call stacks: " + f.Title
		}
		list = append(list, &kit.Command{
			ID: "exportStacks" + f.Endings[0], Title: stacksTitle + f.Name + "…", Help: help,
			Enabled: e.IsOpen, Run: func() { e.exportStacks(f) },
		})
	}
	return list
}

// exportStacks writes the stacks of the time and the threads that the window sums up.
func (e *exports) exportStacks(f profiles.Format) {
	q, kind := e.Session.FindingsQuery(), e.Session.CallChoice().Kind
	mine := e.Details.Stack.Mine
	e.ExportAs(e.ExportNameOf("stacks", f.Endings[0][1:]), func(out io.Writer) error {
		scope := q.Scope()
		s := profiles.Stacks{Trace: q.Trace, Kind: kind, Range: scope.Range, Threads: scope.Threads, Mine: mine}
		if !f.Lives {
			s.Trees = calltree.CallTrees(q.Trace, calltree.TreeQuery{Kind: kind, Range: scope.Range, Threads: scope.Threads, Mine: mine})
		}
		return f.Write(&s, out)
	})
}
