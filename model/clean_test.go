package model

import (
	"strings"
	"testing"
)

// TestClean: invisible characters and those that reverse text are shown as escapes; all others
// stay.
func TestClean(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"worker 7", "worker 7"},
		{`C:\a "b"`, `C:\a "b"`},
		{"a\x1b[31mb", `a\x1b[31mb`},
		{"a\nb\\c", `a\nb\c`},
		{"1\u2009000", "1\u2009000"},
		{"bad\xff", `bad\xff`},
		{"rtl\u202e", `rtl\u202e`},
		{"\u200b\u009b", `\u200b\u009b`},
		{"żółw", "żółw"},
		{"", ""},
	} {
		for what, clean := range map[string]func(string) string{"Clean": Clean, "CleanName": CleanName} {
			got := clean(c.in)
			if got != c.want {
				t.Errorf("%s(%q) = %q, want %q", what, c.in, got, c.want)
			}
			if again := clean(got); again != got {
				t.Errorf("%s is not idempotent on %q: %q", what, c.in, again)
			}
		}
	}
}

// TestCleanName: a name has at most 4096 bytes. A longer one is marked as truncated, and is
// cut neither inside a character nor inside an escape.
func TestCleanName(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct{ in, want string }{
		{x(4096), x(4096)},
		{x(4097), x(4093) + "…"},
		{x(100_000), x(4093) + "…"},
		{x(4094) + "ä", x(4094) + "ä"},
		{x(4095) + "ä", x(4093) + "…"},
		{x(4092) + "äö", x(4092) + "äö"},
		{x(4092) + "äöü", x(4092) + "…"},
		{x(4092) + "\x1b", x(4092) + `\x1b`},
		{x(4093) + "\x1b", x(4093) + "…"},
		{x(4092) + "\x1by", x(4092) + "…"},
		{x(4089) + "\x1b" + x(4), x(4089) + `\x1b` + "…"},
	} {
		got := CleanName(c.in)
		if got != c.want {
			t.Errorf("%d bytes end as %q, want %q, %d bytes", len(c.in), got[len(got)-8:], c.want[len(c.want)-8:], len(c.want))
		}
		if again := CleanName(got); again != got {
			t.Errorf("%q is cut again to %q", got[len(got)-8:], again[len(again)-8:])
		}
	}
	if got, want := Clean(x(5000)+"\n"), x(5000)+`\n`; got != want {
		t.Error("a text is cut like a name")
	}
}

// TestNamesAreClean: names that look the same are one name, however the trace wrote
// them and in whatever order they come.
func TestNamesAreClean(t *testing.T) {
	var names Strings
	long := strings.Repeat("x", 5000)
	first, cut := names.ID("a\x1b"), names.IDBytes([]byte(long))
	for in, want := range map[string]StringID{`a\x1b`: first, "a\x1b": first, long: cut, long + "y": cut, long[:4093] + "…": cut} {
		if names.ID(in) != want || names.IDBytes([]byte(in)) != want {
			t.Errorf("%.8q is %d and %d, want %d", in, names.ID(in), names.IDBytes([]byte(in)), want)
		}
	}
	if got := names.Get(first); got != `a\x1b` {
		t.Errorf("it is held as %q", got)
	}
	if names.ID("b") != cut+1 {
		t.Error("a name that is known took another id")
	}
}

// TestInfoIsClean: the other facts of a trace are clean too, including those that a reader
// learns while it delivers events. Paths stay as files are opened by them, unless no file can
// have that name.
func TestInfoIsClean(t *testing.T) {
	const raw, want, path = "a\x1b", `a\x1b`, "/\xff"
	info := Info{
		CPUs: 1, OS: OS{raw, raw, raw, raw}, Command: raw, Clock: Clock{Name: raw}, Topology: []Place{{Class: raw}},
		Recorded: Recorded{Calls: []string{raw}}, SourceEvents: []SourceEvent{{Name: raw, Provider: raw}},
		Modules: []Module{{Name: raw, BuildID: raw, ImageID: raw, Missing: raw, Path: path, PDB: path, Symbols: path}, {Path: strings.Repeat("x", 4097)}},
	}
	b := NewBuilder(&info, &Tables{}, nil)
	if got := info.Recorded.Calls[0]; got != want {
		t.Errorf("the names of calls in events are looked for as %q", got)
	}
	info.Diagnostics = []Diagnostic{{Code: raw, Text: raw}}
	b.Trace()
	m := &info.Modules[0]
	for what, got := range map[string]string{
		"family": info.OS.Family, "version": info.OS.Version, "machine": info.OS.Machine, "processor": info.OS.Processor,
		"command": info.Command, "clock": info.Clock.Name, "class": info.Topology[0].Class, "call": info.Recorded.Calls[0],
		"record": info.SourceEvents[0].Name, "provider": info.SourceEvents[0].Provider,
		"code": info.Diagnostics[0].Code, "text": info.Diagnostics[0].Text,
		"module": m.Name, "build id": m.BuildID, "image id": m.ImageID, "missing": m.Missing,
	} {
		if got != want {
			t.Errorf("%s is %q", what, got)
		}
	}
	if m.Path != path || m.PDB != path || m.Symbols != path {
		t.Errorf("paths are %q", []string{m.Path, m.PDB, m.Symbols})
	}
	if got := info.Modules[1].Path; got != strings.Repeat("x", 4093)+"…" {
		t.Errorf("a path of 4097 bytes ends as %q", got[len(got)-8:])
	}
}
