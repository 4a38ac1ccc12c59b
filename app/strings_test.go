package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// TestStrings: every text in the program's code that a user may meet is in testdata/strings.txt, so
// that each new sentence is seen in review. With THREADLENS_UPDATE=1 the file is written.
func TestStrings(t *testing.T) {
	var got bytes.Buffer
	texts := textsOf(t, "threadlens/app")
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(&got, "=== %s\n\n", path)
		for _, s := range slices.Sorted(maps.Keys(texts[path])) {
			fmt.Fprintln(&got, escaped(s))
		}
		fmt.Fprintln(&got)
	}
	path := filepath.Join("testdata", "strings.txt")
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	was, is := lineSet(want), lineSet(got.Bytes())
	for _, l := range slices.Sorted(maps.Keys(is)) {
		if !was[l] {
			t.Errorf("new: %s", l)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(was)) {
		if !is[l] {
			t.Errorf("gone: %s", l)
		}
	}
	if !t.Failed() && !bytes.Equal(want, got.Bytes()) {
		t.Error("texts are in other packages than before")
	}
	if t.Failed() {
		t.Log("read the new texts, then run: THREADLENS_UPDATE=1 go test ./app -run TestStrings")
	}
}

func lineSet(b []byte) map[string]bool {
	set := map[string]bool{}
	for l := range strings.Lines(string(b)) {
		set[strings.TrimSuffix(l, "\n")] = true
	}
	return set
}

// escaped is a text in one line.
func escaped(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// textsOf is, by package, what textsIn finds in a package and those of the program that it imports,
// whatever the system.
func textsOf(t *testing.T, path string) map[string]map[string]bool {
	t.Helper()
	found := map[string]map[string]bool{}
	open := []string{path}
	for len(open) > 0 {
		path := open[0]
		open = open[1:]
		if found[path] != nil {
			continue
		}
		found[path] = map[string]bool{}
		for _, f := range filesOf(t, path) {
			for _, s := range f.Imports {
				if p := unquoted(s.Path); strings.HasPrefix(p, "threadlens/") {
					open = append(open, p)
				}
			}
			for _, s := range textsIn(f) {
				if readable(s, strings.HasPrefix(path, "threadlens/ingest")) {
					found[path][s] = true
				}
			}
		}
	}
	maps.DeleteFunc(found, func(_ string, texts map[string]bool) bool { return len(texts) == 0 })
	return found
}

// filesOf parses a package's files for all systems, without tests.
func filesOf(t *testing.T, path string) (files []*ast.File) {
	t.Helper()
	dir := filepath.Join("..", filepath.FromSlash(strings.TrimPrefix(path, "threadlens/")))
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no files: %v", dir, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// textsIn are the string constants of a file, with those that "+" joins as one, but for paths of
// imports and tags of fields.
func textsIn(f *ast.File) (texts []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.BinaryExpr:
			if s, ok := joined(n); ok {
				texts = append(texts, s)
				return false
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				texts = append(texts, unquoted(n))
			}
		}
		return true
	})
	return texts
}

// joined is the value of literals joined by "+"; ok is false where anything else is in it.
func joined(e ast.Expr) (s string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return unquoted(e), true
		}
	case *ast.ParenExpr:
		return joined(e.X)
	case *ast.BinaryExpr:
		x, a := joined(e.X)
		y, b := joined(e.Y)
		return x + y, a && b && e.Op == token.ADD
	}
	return "", false
}

func unquoted(l *ast.BasicLit) string {
	return constant.StringVal(constant.MakeFromLiteral(l.Value, l.Kind, 0))
}

var (
	formatVerb = regexp.MustCompile(`%[-+# 0]*[\d.*\[\]]*[a-zA-Z%]`)
	identifier = regexp.MustCompile(`\w\.\w|[_/:]`)
	textWord   = regexp.MustCompile(`\p{L}{2,}`)
)

// readable reports whether a text may be meant for people: it has words and spaces, or, but for
// decoders, whose tables are full of names, is a capitalized word.
func readable(s string, decoder bool) bool {
	bare := strings.TrimSpace(formatVerb.ReplaceAllString(s, ""))
	if !textWord.MatchString(bare) {
		return false
	}
	if strings.ContainsAny(strings.TrimSpace(s), " \n") {
		return true
	}
	return !decoder && unicode.IsUpper([]rune(bare)[0]) && !identifier.MatchString(bare)
}
