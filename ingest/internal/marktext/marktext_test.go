package marktext

import (
	"bytes"
	"fmt"
	"testing"

	"threadlens/model"
)

// line is a marker in one line.
func line(m *Mark) string {
	s := fmt.Sprintf("%s %q", m.Kind, m.Name)
	id := func(what string, d ID) {
		if d.Form != None {
			s += fmt.Sprintf(" %s=%d:%d:%d:%q", what, d.Form, d.PID, d.Number, d.Name)
		}
	}
	id("span", m.Span)
	id("parent", m.Parent)
	if m.Correlation != 0 {
		s += fmt.Sprintf(" id=%d", m.Correlation)
	}
	if m.Measured {
		s += fmt.Sprintf(" cpu=%d", m.CPU)
	}
	return s
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// Of package scenario.
		{"S|7|load|12|tl1 c=42 p=11\n", `begin "load" span=1:7:12:"" parent=1:7:11:"" id=42`},
		{"F|7|load|12|tl1 e=9 t=0 c=-42\n\x00", `end "load" span=1:7:12:"" id=-42 cpu=0`},
		{"F|7|load|12|tl1 t=-5 new=1 e", `end "load" span=1:7:12:"" cpu=0`},
		{"I|7|half|tl1 s=12 e=9 t=8", `step "half" span=1:7:12:"" cpu=8`},
		{"I|7|full|tl1 f", `flag "full"`},
		{"I|7|a text of words|tl1 m", `step "a text of words"`},
		// Of a future version, and of others: what systrace knows of it.
		{"S|7|load|12|tl2 c=42", `begin "load" span=2:7:12:"load"`},
		{"I|7|x|1 f=2", `flag "x"`},
		{"B|7|a|b=c", `begin "a|b=c"`},
		{"E|7", `end ""`},
		{"E|7|a", `end ""`},
		{"S|7|frame|5", `begin "frame" span=2:7:5:"frame"`},
		{"F|7|frame|5", `end "frame" span=2:7:5:"frame"`},
		{"G|7|track|slice|5", `begin "slice" span=3:7:5:"track"`},
		{"H|7|track|slice|5", `end "track" span=3:7:5:"track"`},
		{"H|7|track|5", `end "track" span=3:7:5:"track"`},
		{"I|7|now", `flag "now"`},
		{"N|7|track|now", `flag "track: now"`},
		{"C|7|fps|60", `step "fps = 60"`},
		{"C|7|fps|60|group", `step "fps = 60"`},
		// Anything else.
		{"hello world\n", `step "hello world"`},
		{"", `step ""`},
		{"S|7||5", `step "S|7||5"`},
		{"S|7|a|x", `step "S|7|a|x"`},
		{"S|-7|a|5", `step "S|-7|a|5"`},
		{"S|4294967296|a|5", `step "S|4294967296|a|5"`},
		{"E", `step "E"`},
		{"B|7|", `step "B|7|"`},
		{"H|7|a|b|c|5", `step "H|7|a|b|c|5"`},
		{"BE|7|a", `step "BE|7|a"`},
		{"N|7|track", `step "N|7|track"`},
		{"C|7||3", `step "C|7||3"`},
		{"trace_event_clock_sync: parent_ts=1.5", `step "trace_event_clock_sync: parent_ts=1.5"`},
	} {
		m := Parse([]byte(c.text))
		if got := line(&m); got != c.want {
			t.Errorf("%q:\n%s, want\n%s", c.text, got, c.want)
		}
	}
}

// numbered are the markers of texts with the numbers of their spans and parents.
func numbered(n *Numbers, texts ...string) (list []string) {
	var names model.Strings
	for _, text := range texts {
		m := Parse([]byte(text))
		e := model.Event{Other: model.NoTID}
		n.Fill(&e, &m, func(b []byte) model.StringID { return names.ID(string(b)) })
		s := fmt.Sprintf("%s %d", e.Mark, int32(e.Other))
		if e.Arg2 != 0 {
			s += fmt.Sprintf(" in %d", e.Arg2)
		}
		list = append(list, s)
	}
	return list
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		name        string
		texts, want []string
	}{
		{
			"nested",
			[]string{"S|7|a|90|tl1", "S|7|b|91|tl1 p=90", "I|7|x|tl1 s=91", "F|7|b|91|tl1 p=90", "F|7|a|90|tl1"},
			[]string{"begin 1", "begin 2 in 1", "step 2", "end 2 in 1", "end 1"},
		},
		{
			"processes are apart",
			[]string{"S|7|a|1|tl1", "S|8|a|1|tl1 p=1", "F|7|a|1|tl1", "F|8|a|1|tl1"},
			[]string{"begin 1", "begin 2", "end 1", "end 2"},
		},
		{
			"a number is used again",
			[]string{"S|7|a|1", "F|7|a|1", "S|7|a|1", "S|7|b|1", "F|7|a|1", "F|7|b|1"},
			[]string{"begin 1", "end 1", "begin 2", "begin 3", "end 2", "end 3"},
		},
		{
			"begun twice, ended twice",
			[]string{"S|7|a|1", "S|7|a|1", "F|7|a|1", "F|7|a|1"},
			[]string{"begin 1", "begin 2", "end 2", "end 3"},
		},
		{
			"tracks, whatever the slice is called",
			[]string{"G|7|t|a|1", "G|7|u|a|1", "H|7|t|1", "H|7|u|b|1"},
			[]string{"begin 1", "begin 2", "end 1", "end 2"},
		},
		{"none", []string{"B|7|a", "E|7", "I|7|x", "I|7|x|tl1 s=5", "hello"}, []string{"begin -1", "end -1", "flag -1", "step -1", "step -1"}},
	} {
		got := numbered(&Numbers{}, c.texts...)
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestNumbersEnd: beyond the limit there are no numbers, and their count is reported.
func TestNumbersEnd(t *testing.T) {
	n := Numbers{last: uint32(model.NoTID) - 2}
	got := numbered(&n, "S|7|a|1", "S|7|b|1", "F|7|b|1", "F|7|a|1")
	if want := "[begin -2 begin -1 end -1 end -2]"; fmt.Sprint(got) != want || n.Left != 2 {
		t.Errorf("%v, want %s; %d left", got, want, n.Left)
	}
}

// FuzzParse: every text is a marker whose name is part of it, and parses the same twice.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"S|7|load|12|tl1 c=42 p=11\n", "I|7|half|tl1 s=12 e=9 t=8", "B|7|a|b", "E|7", "G|7|t|s|5", "H|7|t|5", "N|7|t|n", "C|7|n|5", "hello",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, again := Parse(bytes.Clone(text)), Parse(text)
		if line(&m) != line(&again) {
			t.Errorf("%s, then %s", line(&m), line(&again))
		}
		if len(m.Name) > len(text)+2 {
			t.Errorf("a name of %d bytes", len(m.Name))
		}
		if m.Kind > model.MarkStep || m.Span.Form == None && m.Kind == model.MarkEnd && len(m.Name) > 0 {
			t.Error(line(&m))
		}
		if len(numbered(&Numbers{}, string(text), string(text))) != 2 {
			t.Error("a mark is missing")
		}
	})
}
