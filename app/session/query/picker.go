package query

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Pickable is a process that can be picked. A figure that is not known is an empty cell.
type Pickable struct {
	Key      string // identifies it
	Name     string
	Command  string // its command line, "" if unknown
	PID      report.Value
	CPU      report.Value // CPU time, ns
	Share    report.Value // of the machine, in percent
	Threads  report.Value // their number
	Group    string       // the title of its group
	Standard bool         // it is one of those that are picked automatically
}

// id is the process id as text, "" if it is not known.
func (it *Pickable) id() string {
	if it.PID.Kind == report.KindNone {
		return ""
	}
	return strconv.FormatInt(it.PID.Int, 10)
}

// Tick is whether what a row stands for is picked.
type Tick uint8

// States of a row.
const (
	Unticked Tick = iota
	PartTicked
	Ticked
)

// Keys of rows that are no processes. Those of groups are groupKey and their title.
const (
	pickAll  = "all"
	pickAuto = "auto"
	groupKey = "group "
)

// Picker is the choice of one process or several.
type Picker struct {
	// Items are the processes, by group: the groups are shown in this order, the processes of each
	// with the most CPU time first.
	Items []Pickable
	// Auto is the title of the automatic choice, "" where there is none.
	Auto string
	// Since is what the CPU times are of, as in "last 60 s"; "" for the whole trace.
	Since string
	// One is set where exactly one process is picked; there are no groups then.
	One bool

	automatic bool
	ticked    map[string]bool
	changed   bool
}

// Pick starts with what is picked now; nil is the automatic choice or, without one, all processes.
func (p *Picker) Pick(keys []string) {
	p.ticked, p.changed, p.automatic = map[string]bool{}, false, keys == nil && p.Auto != ""
	for i := range p.Items {
		it := &p.Items[i]
		if slices.Contains(keys, it.Key) || p.automatic && it.Standard || keys == nil && p.Auto == "" && !p.One {
			p.ticked[it.Key] = true
		}
	}
}

// Picked are the keys of the picked processes in the order of Items, nil for the automatic choice.
func (p *Picker) Picked() []string {
	if p.automatic {
		return nil
	}
	keys := []string{}
	for i := range p.Items {
		if p.ticked[p.Items[i].Key] {
			keys = append(keys, p.Items[i].Key)
		}
	}
	return keys
}

// All reports whether every process is picked one by one.
func (p *Picker) All() bool { return !p.automatic && len(p.Picked()) == len(p.Items) }

// Title names what is picked.
func (p *Picker) Title() string {
	picked := p.Picked()
	if p.automatic {
		return p.Auto
	}
	if p.All() {
		return allTitle
	}
	for i := range p.Items {
		if it := &p.Items[i]; len(picked) == 1 && it.Key == picked[0] {
			return strings.TrimSpace(it.Name + " " + it.id())
		}
	}
	return measure.Count(int64(len(picked))) + " processes"
}

// allTitle stands for all processes.
const allTitle = "All processes"

// Changed reports whether a row was toggled since Pick.
func (p *Picker) Changed() bool { return p.changed }

// Can reports whether anything is picked.
func (p *Picker) Can() bool { return p.automatic || len(p.Picked()) > 0 }

// Tick is whether what the row with a key stands for is picked.
func (p *Picker) Tick(key string) Tick {
	if key == pickAuto {
		return tickOf(p.automatic, true)
	}
	some, every := false, true
	for _, k := range p.meant(key) {
		some, every = some || p.ticked[k], every && p.ticked[k]
	}
	return tickOf(some, every)
}

func tickOf(some, every bool) Tick {
	switch {
	case some && every:
		return Ticked
	case some:
		return PartTicked
	}
	return Unticked
}

// meant are the keys of the processes for which a row stands.
func (p *Picker) meant(key string) []string {
	var keys []string
	group, isGroup := strings.CutPrefix(key, groupKey)
	for i := range p.Items {
		if it := &p.Items[i]; key == it.Key || key == pickAll || key == pickAuto && it.Standard || isGroup && group == it.Group {
			keys = append(keys, it.Key)
		}
	}
	return keys
}

// Toggle picks what a row stands for, or no longer if all of it is picked.
func (p *Picker) Toggle(key string) {
	if key == pickAuto || p.One {
		p.Only(key)
		p.changed = true
		return
	}
	on := p.Tick(key) != Ticked
	p.automatic, p.changed = false, true
	for _, k := range p.meant(key) {
		p.ticked[k] = on
	}
}

// Only picks what a row stands for and nothing else.
func (p *Picker) Only(key string) {
	p.automatic = key == pickAuto
	clear(p.ticked)
	for _, k := range p.meant(key) {
		p.ticked[k] = true
	}
}

// Content is the list of processes: all, the automatic choice, and the groups.
func (p *Picker) Content() *grid.Content {
	c := &grid.Content{Columns: p.columns(), Table: &report.Table{}, Headed: !p.One, Words: map[string][]string{}}
	text := func(s string) report.Value { return report.Value{Kind: report.KindText, Text: s} }
	add := func(key, title string, parent int) *grid.Row { // a heading
		cells := make([]report.Value, len(c.Columns))
		cells[0] = text(title)
		c.Rows = append(c.Rows, grid.Row{Key: key, Cells: cells, Parent: parent, Open: true, Thread: model.NoThread, Proc: model.NoProc})
		return &c.Rows[len(c.Rows)-1]
	}
	if !p.One {
		add(pickAll, allTitle, grid.NoParent)
	}
	if p.Auto != "" {
		add(pickAuto, p.Auto, grid.NoParent)
	}
	for _, g := range p.groups() {
		parent := grid.NoParent
		if g.title != "" {
			add(groupKey+g.title, g.title, parent)
			parent = len(c.Rows) - 1
		}
		for _, it := range g.items {
			row := add(it.Key, it.Name, parent)
			row.Leads = true
			c.Words[it.Key] = []string{it.id(), it.Command}
			if !it.Standard {
				c.Words[it.Key] = append(c.Words[it.Key], it.Group)
			}
			for i := range c.Columns {
				switch c.Columns[i].Name {
				case "pid":
					row.Cells[i] = it.PID
				case "cpu":
					row.Cells[i] = it.CPU
				case "share":
					row.Cells[i] = it.Share
				case "threads":
					row.Cells[i] = it.Threads
				case "command":
					row.Cells[i] = text(it.Command)
				}
			}
		}
	}
	return c
}

// columns are those for which anything is known.
func (p *Picker) columns() []grid.Column {
	since := "CPU use in the whole trace"
	if p.Since != "" {
		since = "CPU use in the " + p.Since
	}
	known := func(of func(*Pickable) bool) bool {
		return slices.ContainsFunc(p.Items, func(it Pickable) bool { return of(&it) })
	}
	list := []grid.Column{
		{Name: "name", Title: "Process", Kind: report.KindText, Width: 150, Grow: !p.One},
		{Name: "pid", Title: "PID", Kind: report.KindID, Width: 76},
		{Name: "cpu", Title: "CPU", Kind: report.KindDuration, Help: since},
		{Name: "share", Title: "CPU share", Kind: report.KindPercent, Digits: 1, Help: since + ", as a share of all CPUs"},
		{Name: "threads", Title: "Threads", Kind: report.KindCount, Width: 72},
		{Name: "command", Title: "Command", Kind: report.KindText, Width: 190, Grow: true},
	}
	has := map[string]bool{
		"name": true, "pid": true, "threads": known(func(it *Pickable) bool { return it.Threads.Kind != report.KindNone }),
		"cpu":     known(func(it *Pickable) bool { return it.CPU.Kind != report.KindNone }),
		"share":   known(func(it *Pickable) bool { return it.Share.Kind != report.KindNone }),
		"command": p.One && known(func(it *Pickable) bool { return it.Command != "" }),
	}
	return slices.DeleteFunc(list, func(c grid.Column) bool { return !has[c.Name] })
}

type pickGroup struct {
	title string
	items []*Pickable
}

// groups are the groups in the order in which Items begin them, each by CPU time; where that is not
// known, by name and PID.
func (p *Picker) groups() (list []pickGroup) {
	for i := range p.Items {
		it := &p.Items[i]
		at := slices.IndexFunc(list, func(g pickGroup) bool { return g.title == it.Group })
		if at < 0 {
			at, list = len(list), append(list, pickGroup{title: it.Group})
		}
		list[at].items = append(list[at].items, it)
	}
	for _, g := range list {
		slices.SortStableFunc(g.items, func(a, b *Pickable) int {
			return cmp.Or(cmp.Compare(b.CPU.Int, a.CPU.Int), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.PID.Int, b.PID.Int))
		})
	}
	return list
}
