package text

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		line string
		want []word
	}{
		{"", nil},
		{" \t\r", nil},
		{"# all of it", nil},
		{"a b", []word{{text: "a"}, {text: "b"}}},
		{"a# c", []word{{text: "a"}}},
		{"k=v", []word{{key: "k", text: "v"}}},
		{"k=v=w", []word{{key: "k", text: "v=w"}}},
		{"k=", []word{{key: "k"}}},
		{`k=""`, []word{{key: "k", quoted: true}}},
		{"a=1 z=2 0=3 9=4", []word{{key: "a", text: "1"}, {key: "z", text: "2"}, {key: "0", text: "3"}, {key: "9", text: "4"}}},
		{"`=1 {=2 /=3 :=4", []word{{text: "`=1"}, {text: "{=2"}, {text: "/=3"}, {text: ":=4"}}}, // next to those
		{"=v K=v k-l=v", []word{{text: "=v"}, {text: "K=v"}, {text: "k-l=v"}}},
		{`"k=v"`, []word{{text: "k=v", quoted: true}}},
		{`k="a b" # c`, []word{{key: "k", text: "a b", quoted: true}}},
		{`"#\"\t\u00e9"#c`, []word{{text: "#\"\té", quoted: true}}},
		{"a\u00a0b", []word{{text: "a\u00a0b"}}}, // only blanks and tabs separate
		{"'a `b", []word{{text: "'a"}, {text: "`b"}}},
	}
	for _, test := range tests {
		got, bad := split(nil, test.line)
		if bad.want != "" || !slices.Equal(got, test.want) {
			t.Errorf("split(%q) = %+v, %+v; want %+v", test.line, got, bad, test.want)
		}
	}
}

// TestAppendWord: whatever the name, it is read back as one positional word,
// and as one setting.
func TestAppendWord(t *testing.T) {
	names := []string{
		"", "a", "a b", "-", "#", "a#b", `"`, `a"b`, `\`, `C:\x`, "k=v", "0x12", "é", "\xff\x00", "\n", "\u2028", "\uFEFF", "a\u00a0b",
	}
	for _, name := range names {
		line := string(appendWord(nil, name)) + " k=" + string(appendWord(nil, name))
		got, bad := split(nil, line)
		if bad.want != "" || len(got) != 2 || got[0].text != name || got[0].key != "" || got[1].text != name || got[1].key != "k" {
			t.Errorf("%q is written as %s and read as %+v, %+v", name, line, got, bad)
		}
	}
}
