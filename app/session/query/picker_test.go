package query

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// fivePicks are processes in three groups, out of order.
func fivePicks() *Picker {
	item := func(name string, pid int, cpu int64, group string) Pickable {
		it := Pickable{Key: name, Name: name, PID: report.ID(pid), Group: group, Standard: group == "Own"}
		if cpu >= 0 {
			it.CPU = report.Value{Kind: report.KindDuration, Int: cpu}
		}
		return it
	}
	return &Picker{Auto: "Auto", Items: []Pickable{
		item("own", 3, 5, "Own"), item("b", 9, -1, "Rest"), item("B", 4, -1, "Rest"), item("a", 7, -1, "Rest"), item("busy", 8, 1, "Rest"),
	}}
}

// TestPickerOrder: groups as they come, in each the most CPU time first, then by name and id.
func TestPickerOrder(t *testing.T) {
	p := fivePicks()
	p.Pick(nil)
	g := grid.New()
	g.Show(p.Content(), grid.Scope{})
	rows := func() string {
		var names []string
		for i := range g.Len() {
			names = append(names, strings.Repeat(">", g.Depth(i))+g.Row(i).Cells[0].Text)
		}
		return strings.Join(names, " ")
	}
	if got, want := rows(), "All processes Auto Own >own Rest >busy >a >B >b"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	g.SortBy(grid.Order{Column: "pid"})
	if got, want := rows(), "All processes Auto Own >own Rest >b >busy >a >B"; got != want {
		t.Errorf("by id %s, want %s", got, want)
	}
	p.One = true
	g.Show(fivePicksOne().Content(), grid.Scope{})
	if got, want := rows(), "b busy a B own"; got != want {
		t.Errorf("one of them, by id: %s, want %s", got, want)
	}
}

// fivePicksOne is fivePicks for the choice of one.
func fivePicksOne() *Picker {
	p := fivePicks()
	p.One, p.Auto = true, ""
	for i := range p.Items {
		p.Items[i].Group = ""
	}
	return p
}

// TestPickerTicks: what the ticks of all, of the automatic choice, of a group and of a process do.
func TestPickerTicks(t *testing.T) {
	all := []string{"own", "b", "B", "a", "busy"}
	for _, x := range []struct {
		start []string
		keys  string // toggled one after another
		want  []string
		ticks string // of all, auto, the groups Own and Rest
		title string
	}{
		{nil, "", nil, "1220", "Auto"},
		{nil, "busy", []string{"own", "busy"}, "1021", "2 processes"},
		{nil, "own", []string{}, "0000", "0 processes"},
		{[]string{"a"}, "", []string{"a"}, "1001", "a 7"},
		{[]string{"a"}, "a", []string{}, "0000", "0 processes"},
		{[]string{"a"}, "auto", nil, "1220", "Auto"},
		{[]string{"a"}, "all", all, "2022", "All processes"},
		{[]string{"a"}, "all all", []string{}, "0000", "0 processes"},
		{[]string{"a"}, "group-Rest", []string{"b", "B", "a", "busy"}, "1002", "4 processes"},
		{[]string{"a"}, "group-Rest group-Rest", []string{}, "0000", "0 processes"},
		{[]string{"own"}, "group-Own", []string{}, "0000", "0 processes"},
		{nil, "auto", nil, "1220", "Auto"},
	} {
		p := fivePicks()
		p.Pick(x.start)
		for key := range strings.FieldsSeq(x.keys) {
			p.Toggle(strings.Replace(key, "-", " ", 1))
		}
		ticks := ""
		for _, key := range []string{pickAll, pickAuto, groupKey + "Own", groupKey + "Rest"} {
			ticks += strconv.Itoa(int(p.Tick(key)))
		}
		if got := p.Picked(); !reflect.DeepEqual(got, x.want) || ticks != x.ticks || p.Title() != x.title {
			t.Errorf("%v and %q: %v, ticks %s, %q; want %v, %s, %q", x.start, x.keys, got, ticks, p.Title(), x.want, x.ticks, x.title)
		}
		if p.Changed() != (x.keys != "") || p.Can() != (x.want == nil || len(x.want) > 0) || p.All() != slices.Equal(x.want, all) {
			t.Errorf("%v and %q: changed %v, can %v, all %v", x.start, x.keys, p.Changed(), p.Can(), p.All())
		}
	}
}

// TestPickerOfOne: a tick moves.
func TestPickerOfOne(t *testing.T) {
	p := fivePicksOne()
	p.Pick([]string{"gone"})
	if p.Can() {
		t.Errorf("picked: %v", p.Picked())
	}
	p.Toggle("a")
	p.Toggle("b")
	p.Toggle("b")
	if got := p.Picked(); !slices.Equal(got, []string{"b"}) {
		t.Errorf("picked: %v", got)
	}
}

// TestPickerWithoutAuto: all are picked at first where there is no automatic choice.
func TestPickerWithoutAuto(t *testing.T) {
	p := fivePicks()
	p.Auto = ""
	p.Pick(nil)
	if !p.All() || p.Title() != "All processes" {
		t.Errorf("picked: %v", p.Picked())
	}
}

// TestPickerColumns: columns of which nothing is known are left out.
func TestPickerColumns(t *testing.T) {
	names := func(p *Picker) string {
		var list []string
		for _, c := range p.Content().Columns {
			list = append(list, c.Name)
		}
		return strings.Join(list, " ")
	}
	p := fivePicks()
	if got := names(p); got != "name pid cpu" {
		t.Error(got)
	}
	p.Items[0].CPU, p.Items[4].CPU = report.Value{}, report.Value{}
	p.Items[2].Threads, p.Items[3].Share = report.Value{Kind: report.KindCount}, report.Value{Kind: report.KindPercent}
	p.Items[1].Command = "/bin/b"
	if got := names(p); got != "name pid share threads" {
		t.Error(got)
	}
	p.One = true
	if got := names(p); got != "name pid share threads command" {
		t.Error(got)
	}
}

// TestLivePicker: the processes of a monitor, and its table of some of them.
func TestLivePicker(t *testing.T) {
	m := &measure.Monitor{CPUs: 2, Rows: []measure.MonitorProcess{
		{PID: 7, Name: "app", Known: true, Alive: 2, MonitorTime: measure.MonitorTime{Window: 30}, Threads: []measure.MonitorThread{{TID: 8, Name: "worker"}}},
		{PID: 9, Name: "other", Known: true, Alive: 1, MonitorTime: measure.MonitorTime{Window: 10}, Threads: []measure.MonitorThread{{TID: 9, Name: "main"}}},
	}}
	m.Window.To, m.Now.To = 100, 100
	p := LivePicker(m)
	p.Pick(nil)
	if len(p.Items) != 2 || !p.All() {
		t.Fatalf("%+v", p.Items)
	}
	if it := p.Items[0]; it.Name != "app" || it.PID != report.ID(7) || it.Threads.Int != 2 || it.CPU.Int != 30 || it.Share.Float != 15 {
		t.Errorf("%+v", it)
	}
	c := OnlyProcesses(LiveContent(m, measure.PercentMachine), []string{p.Items[1].Key})
	if len(c.Rows) != 2 || c.Rows[0].Cells[0].Text != "other" || c.Rows[0].Parent != grid.NoParent || c.Rows[1].Cells[0].Text != "main" || c.Rows[1].Parent != 0 {
		t.Errorf("%+v", c.Rows)
	}
}
