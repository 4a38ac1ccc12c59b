package marktext

import (
	"testing"

	"threadlens/model"
)

// TestForms: text of a known form is parsed; everything else is a message with that text.
func TestForms(t *testing.T) {
	message := func(text string) Mark { return Mark{Kind: model.MarkStep, Name: []byte(text)} }
	for text, want := range map[string]Mark{
		"B|0|a":               {Kind: model.MarkBegin, Name: []byte("a")},
		"B|5|a|b":             {Kind: model.MarkBegin, Name: []byte("a|b")},
		"B|4294967295|a":      {Kind: model.MarkBegin, Name: []byte("a")},
		"B|4294967296|a":      message("B|4294967296|a"),
		"B|-1|a":              message("B|-1|a"),
		"B|5|":                message("B|5|"),
		"BB|5|a":              message("BB|5|a"),
		"X|5|a":               message("X|5|a"),
		"E|5":                 {Kind: model.MarkEnd},
		"E|0":                 {Kind: model.MarkEnd},
		"N|5|track|name":      {Kind: model.MarkFlag, Name: []byte("track: name")},
		"N|5|t|n":             {Kind: model.MarkFlag, Name: []byte("t: n")},
		"N|5||name":           message("N|5||name"),
		"N|5|track|":          message("N|5|track|"),
		"C|5|a|7":             {Kind: model.MarkStep, Name: []byte("a = 7")},
		"C|5||7":              message("C|5||7"),
		"S|5|a|9":             {Kind: model.MarkBegin, Name: []byte("a"), Span: ID{OfName, 5, 9, []byte("a")}},
		"F|5|a|9":             {Kind: model.MarkEnd, Name: []byte("a"), Span: ID{OfName, 5, 9, []byte("a")}},
		"S|5|a|x":             message("S|5|a|x"),
		"G|5|track|a|9":       {Kind: model.MarkBegin, Name: []byte("a"), Span: ID{OfTrack, 5, 9, []byte("track")}},
		"H|5|track|9":         {Kind: model.MarkEnd, Name: []byte("track"), Span: ID{OfTrack, 5, 9, []byte("track")}},
		"H|5|track|a|9":       {Kind: model.MarkEnd, Name: []byte("track"), Span: ID{OfTrack, 5, 9, []byte("track")}},
		"H|5|track|a|b|9":     message("H|5|track|a|b|9"),
		"I|5|a":               {Kind: model.MarkFlag, Name: []byte("a")},
		"I|5|a|tl1 c=7":       {Kind: model.MarkFlag, Name: []byte("a"), Correlation: 7},
		"I|5|a|tl1 c=x":       {Kind: model.MarkFlag, Name: []byte("a")},
		"I|5|a|tl1 c":         {Kind: model.MarkFlag, Name: []byte("a")},
		"I|5|a|tl2 c=7":       {Kind: model.MarkFlag, Name: []byte("a")},
		"I|5|a|tl1 m":         {Kind: model.MarkStep, Name: []byte("a")},
		"I|5|a|tl1 s=3":       {Kind: model.MarkStep, Name: []byte("a"), Span: ID{Form: Unique, PID: 5, Number: 3}},
		"S|5|a|9|tl1 p=3 c=7": {Kind: model.MarkBegin, Name: []byte("a"), Span: ID{Form: Unique, PID: 5, Number: 9}, Parent: ID{Form: Unique, PID: 5, Number: 3}, Correlation: 7},
		"hello":               message("hello"),
		"hello\n\x00":         message("hello"),
		"":                    message(""),
	} {
		got := Parse([]byte(text))
		if got.Kind != want.Kind || string(got.Name) != string(want.Name) || !same(got.Span, want.Span) || !same(got.Parent, want.Parent) || got.Correlation != want.Correlation {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func same(a, b ID) bool {
	return a.Form == b.Form && a.PID == b.PID && a.Number == b.Number && string(a.Name) == string(b.Name)
}

// TestManyOpen: the number of open spans is limited; one that begins again does not count twice.
func TestManyOpen(t *testing.T) {
	n := Numbers{}
	for i := range maxOpen {
		if _, ok := n.begin(key{number: int64(i)}); !ok {
			t.Fatalf("span %d has no number", i)
		}
	}
	if _, ok := n.begin(key{number: maxOpen}); ok || n.Left != 1 {
		t.Errorf("one more has a number, %d left out", n.Left)
	}
	if number, ok := n.begin(key{number: 0}); !ok || number != maxOpen+1 || n.Left != 1 {
		t.Errorf("one that begins again is number %d, %v", number, ok)
	}
	delete(n.open, key{number: 1})
	if _, ok := n.begin(key{number: maxOpen}); !ok {
		t.Error("there is room again")
	}
}
