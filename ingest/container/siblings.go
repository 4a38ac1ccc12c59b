package container

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Siblings returns the files next to the one at path that belong to the same recording by the rules
// of Groups, in their order and without path itself. For a file of the Concurrency Visualizer, see
// ExplainCvTrace, these are the trace files that it was made from. Files that cannot be examined
// are left out.
func Siblings(path string) []string {
	dir, name := filepath.Split(path)
	own := name
	if stem, ok := cvStem(name); ok {
		own = stem + ".etl" // this one, too, is a sibling
	}
	me := parse(own)
	if !me.isETL {
		return nil
	}
	here := dir
	if here == "" {
		here = "."
	}
	entries, err := os.ReadDir(here)
	if err != nil {
		return nil
	}
	names := []string{own}
	for _, e := range entries {
		switch n := parse(e.Name()); {
		case !n.isETL || !strings.EqualFold(n.base, me.base) || !isFile(dir+e.Name()):
		case e.Name() != own && !sameFile(path, dir+e.Name()):
			names = append(names, e.Name())
		}
	}
	group := groupOf(own, names)
	var found []string
	for _, n := range group {
		if n != name && (n != own || isFile(dir+n)) {
			found = append(found, dir+n)
		}
	}
	return found
}

func groupOf(name string, names []string) []string {
	for _, g := range Groups(names) {
		if slices.Contains(g, name) {
			return g
		}
	}
	return nil
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// sameFile reports whether two paths lead to the same file, as they may where case does not matter.
func sameFile(a, b string) bool {
	if !strings.EqualFold(a, b) {
		return false
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
