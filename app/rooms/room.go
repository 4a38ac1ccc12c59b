package main

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// room is a package: its files, without tests, and how they refer to each other.
type room struct {
	dir     string
	lines   int // of all files
	files   []file
	methods map[string]int // by receiver
	names   map[reference][]string
}

// reference is from one file to another, by index.
type reference struct{ from, to int }

// file is one of a package.
type file struct {
	name  string
	lines int
	uses  []int // the other files to which it refers, in order
}

// look reads the package in a folder.
func look(dir string) (*room, error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	r := &room{dir: dir, methods: map[string]int{}, names: map[reference][]string{}}
	fset, at := token.NewFileSet(), map[string]int{}
	var trees []*ast.File
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		at[name] = len(r.files)
		r.files = append(r.files, file{name: name, lines: bytes.Count(text, []byte("\n"))})
		r.lines += r.files[len(r.files)-1].lines
		trees = append(trees, tree)
		r.countMethods(tree)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: nothing{}, FakeImportC: true, Error: func(error) {}}
	own, _ := check.Check(dir, fset, trees, info) // declarations of other packages are unknown, and not needed
	for id, o := range info.Uses {
		if o.Pkg() != own || !o.Pos().IsValid() {
			continue
		}
		from, to := at[fset.Position(id.Pos()).Filename], at[fset.Position(o.Pos()).Filename]
		if k := (reference{from, to}); from != to && !slices.Contains(r.names[k], o.Name()) {
			r.names[k] = append(r.names[k], o.Name())
		}
	}
	for k, names := range r.names {
		slices.Sort(names)
		r.files[k.from].uses = append(r.files[k.from].uses, k.to)
	}
	for i := range r.files {
		slices.Sort(r.files[i].uses)
	}
	return r, nil
}

// nothing imports empty packages.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}

func (r *room) countMethods(tree *ast.File) {
	for _, d := range tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			continue
		}
		t := f.Recv.List[0].Type
		if p, ok := t.(*ast.StarExpr); ok {
			t = p.X
		}
		switch x := t.(type) {
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		}
		if id, ok := t.(*ast.Ident); ok {
			r.methods[id.Name]++
		}
	}
}

// largest is the receiver with the most methods, among several the first by name.
func (r *room) largest() (name string, methods int) {
	for n, k := range r.methods {
		if k > methods || k == methods && n < name {
			name, methods = n, k
		}
	}
	return name, methods
}

// inCircles is how many of the references, each from one file to another, are part of a cycle.
func (r *room) inCircles() (inside, all int) {
	circle := make([]int, len(r.files))
	for k, files := range r.circles() {
		for _, i := range files {
			circle[i] = k
		}
	}
	for i := range r.files {
		for _, k := range r.files[i].uses {
			all++
			if circle[i] == circle[k] {
				inside++
			}
		}
	}
	return inside, all
}

// circles are the files in groups of mutual references, direct or indirect (strongly connected
// components, Tarjan 1972). A group comes after those to which it refers.
func (r *room) circles() (list [][]int) {
	met, low, on := make([]int, len(r.files)), make([]int, len(r.files)), make([]bool, len(r.files))
	var path []int
	n := 0
	var visit func(int)
	visit = func(i int) {
		n++
		met[i], low[i], on[i] = n, n, true
		path = append(path, i)
		for _, k := range r.files[i].uses {
			if met[k] == 0 {
				visit(k)
				low[i] = min(low[i], low[k])
			} else if on[k] {
				low[i] = min(low[i], met[k])
			}
		}
		if low[i] != met[i] {
			return
		}
		at := slices.Index(path, i)
		for _, k := range path[at:] {
			on[k] = false
		}
		list = append(list, slices.Clone(path[at:]))
		path = path[:at]
	}
	for i := range r.files {
		if met[i] == 0 {
			visit(i)
		}
	}
	return list
}
