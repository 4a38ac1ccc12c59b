package main

import (
	"path"
	"strings"
	"testing"
)

// TestReadEquivalents checks how the list is written.
func TestReadEquivalents(t *testing.T) {
	list, err := readEquivalents("# about\n\n# more\na/b.go T.f\n- x < 1\n+ x <= 1\n: since\n: so\n\na/b.go -  2\n- 1\n+ 2\n: why\n")
	if err != nil {
		t.Fatal(err)
	}
	s := site{file: "a/b.go", function: "T.f", before: "x < 1", after: "x <= 1", ordinal: 1}
	if len(list) != 2 || !s.isIn(list) || list[0].reason != "since so" || list[1].ordinal != 2 {
		t.Errorf("read %+v", list)
	}
	if s.ordinal = 2; s.isIn(list) {
		t.Error("the second of two that look the same is taken for the first")
	}
	for _, text := range []string{"a.go f\n- 1\n: why", "a.go f\n- 1\n+ 2", "a.go f x\n- 1\n+ 2\n: why", "a.go\n- 1\n+ 2\n: why", "- 1\n+ 2\n: why"} {
		if _, err := readEquivalents(text); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}

// TestEquivalents checks that the code of each listed mutant is still there: changed code must be
// considered again.
func TestEquivalents(t *testing.T) {
	list, err := readEquivalents(equivalentText)
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{}
	for _, e := range list {
		file, _, _ := strings.Cut(e.looks, " ")
		folders["./"+path.Dir(file)] = true
	}
	c, err := load(t.Context(), "../..", "nogui", t.TempDir(), sortedKeys(folders)...)
	if err != nil {
		t.Fatal(err)
	}
	found := make([]bool, len(list))
	for _, folder := range sortedKeys(folders) {
		p, err := c.parse(path.Join(c.path, folder))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, s := range c.find(p) {
			for i := range list {
				found[i] = found[i] || s.isIn(list[i:i+1])
			}
		}
	}
	for i, e := range list {
		if !found[i] {
			t.Errorf("there is no such mutant, or not as the %d. of them:\n%s", e.ordinal, e.looks)
		}
	}
}
