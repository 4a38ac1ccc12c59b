package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// onSource is package on, which is overlaid on the module under test, so that instrumented code
// finds it in any module.
//
//go:embed on/on.go
var onSource []byte

// onFolder is where in the module the source of package on is overlaid. There is no such folder.
const onFolder = "switchedon"

// pkg is the output of go list for a package.
type pkg struct {
	ImportPath, Dir, Export   string
	GoFiles, CgoFiles         []string
	TestGoFiles, XTestGoFiles []string
	TestImports, XTestImports []string
	Deps                      []string
	Incomplete                bool // cannot be built like this
}

// code is a module: its packages, and what is needed to type-check them.
type code struct {
	root, path string // the module's folder and import path
	tags       string
	temp       string // a folder for copies
	packages   map[string]*pkg
	fset       *token.FileSet
	importer   types.Importer
}

// load lists packages of the module in root, compiled.
func load(ctx context.Context, root, tags, temp string, patterns ...string) (*code, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	c := &code{root: root, tags: tags, temp: temp, packages: map[string]*pkg{}, fset: token.NewFileSet()}
	out, err := c.command(ctx, "list", "-m").Output()
	if err != nil {
		return nil, failure(err)
	}
	c.path = strings.TrimSpace(string(out))
	overlay, err := c.overlay(nil)
	if err != nil {
		return nil, err
	}
	args := []string{
		"list", "-e", "-pgo=off", "-overlay", overlay, "-tags=" + tags, "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,TestImports,XTestImports,Deps,Incomplete",
		c.on(),
	}
	if out, err = c.command(ctx, append(args, patterns...)...).Output(); err != nil {
		return nil, failure(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		c.packages[p.ImportPath] = &p
	}
	if p := c.packages[c.on()]; p == nil || p.Export == "" {
		return nil, fmt.Errorf("go list does not know %s: %v", c.on(), p)
	}
	c.importer = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		p := c.packages[path]
		if p == nil || p.Export == "" {
			return nil, fmt.Errorf("no compiled %s", path)
		}
		return os.Open(p.Export)
	})
	return c, nil
}

// on is the import path of package on in the module.
func (c *code) on() string { return c.path + "/" + onFolder }

func (c *code) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = c.root
	return cmd
}

// failure is an error with the output of the command about it.
func failure(err error) error {
	if e := (*exec.ExitError)(nil); errors.As(err, &e) && len(e.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(e.Stderr))
	}
	return err
}

// overlay writes copies of files, and the overlay file for the go command.
func (c *code) overlay(copies map[string][]byte) (string, error) {
	replace := map[string]string{}
	add := func(path string, text []byte) error {
		name := filepath.Join(c.temp, fmt.Sprintf("%d.go", len(replace)))
		replace[path] = name
		return os.WriteFile(name, text, 0o600)
	}
	if err := add(filepath.Join(c.root, onFolder, "on.go"), onSource); err != nil {
		return "", err
	}
	for path, text := range copies {
		if err := add(path, text); err != nil {
			return "", err
		}
	}
	name := filepath.Join(c.temp, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	return name, os.WriteFile(name, text, 0o600)
}

// match returns the import paths of the module's packages that match patterns.
func (c *code) match(ctx context.Context, patterns []string) ([]string, error) {
	out, err := c.command(ctx, append([]string{"list", "-e", "-pgo=off", "-tags=" + c.tags}, patterns...)...).Output()
	if err != nil {
		return nil, failure(err)
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(path string) bool {
		p := c.packages[path]
		return p == nil || p.Incomplete
	}), nil
}

// testedBy reports whether the tests of p are compiled with one of the packages.
func (c *code) testedBy(p *pkg, packages map[string]bool) bool {
	if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
		return false
	}
	for _, path := range slices.Concat([]string{p.ImportPath}, p.TestImports, p.XTestImports, p.Deps) {
		if packages[path] || c.packages[path] != nil && slices.ContainsFunc(c.packages[path].Deps, func(d string) bool { return packages[d] }) {
			return true
		}
	}
	return false
}

// parsed is a package with its types.
type parsed struct {
	*pkg
	names []string // of files
	texts [][]byte
	files []*ast.File
	info  *types.Info
	types *types.Package
}

// parse parses and type-checks a package.
func (c *code) parse(path string) (*parsed, error) {
	p := &parsed{pkg: c.packages[path]}
	for _, name := range p.GoFiles {
		name = filepath.Join(p.Dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p.names, p.texts = append(p.names, name), append(p.texts, text)
	}
	if len(p.CgoFiles) > 0 {
		return nil, fmt.Errorf("%s uses cgo: its types cannot be checked here", path)
	}
	errs, err := c.check(p)
	if err == nil && len(errs) > 0 {
		err = errs[0]
	}
	return p, err
}

// check parses the texts and checks the types. The errors are type errors.
func (c *code) check(p *parsed) (errs []types.Error, err error) {
	p.files = nil
	for i, text := range p.texts {
		f, err := parser.ParseFile(c.fset, p.names[i], text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
	}
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: c.importer, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) {
			errs = append(errs, e)
		}
	}}
	p.types, _ = conf.Check(p.ImportPath, c.fset, p.files, p.info)
	return errs, nil
}
