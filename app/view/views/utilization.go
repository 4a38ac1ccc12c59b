package views

import (
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/timeline"
)

// cpuTable is the name under which the layout of the table is kept.
const cpuTable = "cpu"

// cpuPane is the pane below the chart of CPU use: the CPU scheduling summary of the session's
// scope. The content is that of query.CPU; this type requests it and follows the selection.
type cpuPane struct {
	panes.TableFeed
	h     *host.Host
	Root  *fyne.Container
	Scope *kit.Line // what the figures cover
	Group *kit.Button
	by    query.CPUGroup

	marked string // key of the row that was last selected from elsewhere
}

// Sizes in the header of the pane, dp.
const (
	paneHead  = 36
	headGap   = 10
	headInset = 14
)

func newCPUPane(h *host.Host) *cpuPane {
	p := &cpuPane{TableFeed: panes.TableFeed{Session: h.Session, Table: kit.NewTableView(h.Tips)}, h: h, Scope: kit.NewLine("", kit.ColorText2).Fitting()}
	p.Filled = p.followed
	p.Ask = func() (func() (*grid.Content, error), bool) {
		p.Table.Hint = explain.NothingRan(h.Session.Trace())
		return h.Session.CPUQuery(p.by).Run, false
	}
	p.Filter = kit.NewTableFilter(p.Table, h.Look)
	p.Table.Chosen, p.Table.Preview = p.choose, p.choose
	p.Table.Enter = func(r *grid.Row) { p.choose(r); p.Table.Leave() }
	h.WireTable(p.Table, cpuTable)
	action := func(id, text string) *kit.Button {
		return kit.NewLink(text, h.Commands.Get(id).Do).Explain(h.Tips, h.Commands.Get(id).Tip())
	}
	p.Group = action("cpuGroup", "")
	head := container.New(kit.RowLayout(headGap),
		kit.NewGap(headInset-headGap, 0), kit.NewLine("CPU scheduling summary", theme.ColorNameForeground).Bold(), kit.WithTip(p.Scope, h.Tips), kit.NewBox(""),
		p.Filter.Root, p.Group, action("copy", "Copy"), action("exportTable", "Export"), kit.NewGap(2, 0))
	bar := container.NewStack(kit.NewBox(kit.ColorRaised), container.New(kit.Fixed{0, paneHead}, head))
	p.Root = container.NewStack(kit.NewBox(kit.ColorPanel),
		container.NewBorder(container.New(kit.ColumnLayout(0), bar, kit.NewRule()), nil, nil, nil, p.Table))
	p.setGroup(query.GroupProcess)
	return p
}

// Shown reports whether the pane is visible.
func (p *cpuPane) Shown() bool {
	return p.h.IsOpen() && p.h.Session.Viewing() == keep.ViewUtilization && p.h.PaneOpen()
}

// starts reports whether the trace records the functions with which threads were started.
func (p *cpuPane) starts() bool { return query.StartsKnown(p.Table.Grid.Content()) }

// setGroup changes the grouping of the threads.
func (p *cpuPane) setGroup(by query.CPUGroup) {
	p.by = by
	p.Group.Set("Group: "+by.String(), "")
}

// explainGroup describes the button, and why it may be unable to group by function.
func (p *cpuPane) explainGroup() {
	tip := p.h.Commands.Get("cpuGroup").Tip()
	if !p.starts() {
		tip += ". The start functions of threads are unknown in this trace"
	}
	p.Group.Explain(p.h.Tips, tip)
}

// followed is called when new figures are shown.
func (p *cpuPane) followed() {
	p.Scope.Set(p.scopeText())
	p.explainGroup()
	p.mark()
	p.Root.Refresh()
	p.h.Settled()
}

// scopeText describes what the figures cover: "whole trace, 503.8 s × 8 processors = 4030 s".
func (p *cpuPane) scopeText() string {
	s := p.h.Session
	scope, n := s.Scope(), 0
	for i := range s.Trace().Cores {
		if s.Trace().Cores[i].Known {
			n++
		}
	}
	what := "window"
	switch {
	case s.Marked().Len() > 0:
		what = "selection"
	case scope == s.Trace().Held():
		what = "whole trace"
	}
	if n == 0 {
		return what + ", " + timeline.FormatDuration(scope.Len()) + "; what ran on the CPUs is unknown"
	}
	return what + ", " + timeline.FormatDuration(scope.Len()) + " × " + kit.Plural(n, "CPU") +
		" = " + timeline.FormatDuration(scope.Len()*model.Time(n))
}

// mark selects the row of what was selected elsewhere, once: the user may then select rows of which
// nothing else knows.
func (p *cpuPane) mark() {
	key := p.selectedKey()
	if key == p.marked {
		return
	}
	p.marked = key
	p.Table.Follow(func(row *grid.Row) bool { return key != "" && row.Key == key })
}

// selectedKey is the key of the row of the selected thread or process, "" if there is none.
func (p *cpuPane) selectedKey() string {
	s := p.h.Session
	if ix := s.Selected().Thread; ix != model.NoThread {
		return s.Trace().Threads[ix].Key()
	}
	if head, ok := s.SelectedHead(); ok && head.Kind == timeline.RowProcess {
		return query.CPURowOf(head.Proc)
	}
	return ""
}

// choose selects the thread or the process of a row, which highlights it in the chart; other rows
// clear that.
func (p *cpuPane) choose(r *grid.Row) {
	s := p.h.Session
	p.marked = r.Key
	switch {
	case r.Thread != model.NoThread:
		if s.Selected().Thread != r.Thread {
			s.Select(timeline.SegmentRef{Thread: r.Thread, Index: -1})
		}
	case r.Proc != model.NoProc:
		s.SelectHead(timeline.ProcessRow(r.Proc))
	default:
		p.marked = ""
		s.Select(timeline.NoSegment)
	}
}

// exported is the summary for export to a file.
func (p *cpuPane) exported() exportedTable {
	s := p.h.Session
	return exportedTable{
		Content: "CPU scheduling summary. " + query.PercentWords(s.Percent()), scope: p.scopeText(),
		Write: func(f export.Format) func(io.Writer) error {
			query, look, t := s.CPUQuery(p.by), p.Table.Grid, s.Trace()
			scope := s.GridScope()
			return func(out io.Writer) error {
				content, err := query.Run()
				if err != nil {
					return err
				}
				return export.WriteTable(out, look.With(content, scope).All(), export.MetaOf(t), f)
			}
		},
	}
}

// forget resets for another trace.
func (p *cpuPane) forget() {
	p.marked = ""
	p.Table.Clear()
	p.Scope.Set("")
	p.Filter.Clear()
}
