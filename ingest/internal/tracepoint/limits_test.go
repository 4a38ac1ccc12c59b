package tracepoint

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
)

// TestWordCharacters: names consist of letters, digits and underscores.
func TestWordCharacters(t *testing.T) {
	const word = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for c := range 256 {
		if got := isWord(byte(c)); got != (strings.IndexByte(word, byte(c)) >= 0) {
			t.Errorf("%q is of a word: %v", rune(c), got)
		}
	}
}

// TestClosing: the closing parenthesis is outside of texts, and at the level of the opening one.
func TestClosing(t *testing.T) {
	for s, want := range map[string]int{
		")": 0, "a)": 1, "())": 2, "(a)b)c)": 4, `")")`: 3, `"\")")`: 5, `\)`: 1, "": 0, "(": 1, "()": 2, `")`: 2, `"")`: 2,
	} {
		if got := closing(s); got != want {
			t.Errorf("%q: at %d, want %d", s, got, want)
		}
	}
}

// TestQuoted: a literal begins after blanks, and ends with the next quote.
func TestQuoted(t *testing.T) {
	for s, want := range map[string][3]string{
		`"a" b`: {"a", " b", "true"}, " \t\"a\"": {"a", "", "true"}, `""x`: {"", "x", "true"},
		"": {"", "", "false"}, "x": {"", "x", "false"}, "  ": {"", "", "false"}, `"a`: {"a", "", "false"}, `a"b"`: {"", `a"b"`, "false"},
	} {
		text, rest, ok := quoted(s)
		if got := [3]string{text, rest, fmt.Sprint(ok)}; got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// TestFieldPlaces: a field has a place within bounds, and may have no size.
func TestFieldPlaces(t *testing.T) {
	for s, ok := range map[string]bool{
		"int a;\toffset:8;\tsize:4;\tsigned:1;": true,
		"int a;\toffset:0;\tsize:0;":            true,
		"int a;\toffset:65536;\tsize:65536;":    true,
		"int a;\toffset:65537;\tsize:4;":        false,
		"int a;\toffset:8;\tsize:65537;":        false,
		"int a;\toffset:8;":                     false,
		"int a;\tsize:4;":                       false,
		"int a;":                                false,
		"int a;\toffset:-1;\tsize:4;":           false,
	} {
		fd, err := parseField(s)
		if (err == nil) != ok {
			t.Errorf("%q: %+v, %v", s, fd, err)
		}
	}
}

// TestFormatSize: the size of a format is limited.
func TestFormatSize(t *testing.T) {
	text := "name: x\nID: 5\nformat:\n\tfield:int a;\toffset:0;\tsize:4;\tsigned:1;\n\nprint fmt: \"x\"\n"
	for n, ok := range map[int]bool{maxText - 1: true, maxText: true, maxText + 1: false} {
		if _, err := Parse(text + strings.Repeat("\n", n-len(text))); (err == nil) != ok {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// TestFieldsOfAll: formats are read as long as they do not have too many fields together.
func TestFieldsOfAll(t *testing.T) {
	f, err := Parse(switchText)
	if err != nil {
		t.Fatal(err)
	}
	for before, want := range map[int]int{maxTotal - len(f.Fields): 0, maxTotal - len(f.Fields) + 1: 1} {
		d := Data{Formats: map[int]*Format{}, fields: before}
		d.add("sched", []byte(switchText), wire.NewCursor(nil, wire.Little))
		if d.Unreadable != want || len(d.Formats) != 1-want || want == 1 && d.fields != before {
			t.Errorf("behind %d fields: %d formats, %d left out, %d fields", before, len(d.Formats), d.Unreadable, d.fields)
		}
	}
}
