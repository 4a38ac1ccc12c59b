package classify

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

//go:embed signatures/*.txt
var builtIn embed.FS

// maxContexts is the number of conditions that rules may have.
const maxContexts = 64

// maxRules bounds the rules of a table.
const maxRules = 1<<16 - 2

// FileName is the name of the user's file of signatures in a folder of settings.
const FileName = "signatures.txt"

// Table is a set of rules. It does not change once it is made.
type Table struct {
	rules      []*Rule // those that were replaced remain, without frames
	byName     map[string]*Rule
	libraries  []glob
	namespaces []glob
	reentries  []pattern
	contexts   [][]pattern // conditions of rules on frames further out
}

// Default is the table of the built-in rules.
var Default = sync.OnceValue(func() *Table {
	t, problems := builtInTable()
	if len(problems) > 0 {
		panic(problems[0]) // a test reads all files
	}
	return t
})

// builtInTable reads the files that are part of the program.
func builtInTable() (*Table, []Problem) {
	t := &Table{byName: map[string]*Rule{}}
	var problems []Problem
	files, err := fs.Glob(builtIn, "signatures/*.txt")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		text, err := builtIn.ReadFile(f)
		if err != nil {
			panic(err)
		}
		problems = append(problems, t.parse(f, string(text), false)...)
	}
	return t, problems
}

// maxFile bounds the size of a user's file.
const maxFile = 1 << 20

// Load is the default table extended by the user's file in a folder of settings,
// which need not exist; "" means no folder. Lines that cannot be read are left out
// and reported.
func Load(dir string) (*Table, []error) {
	if dir == "" {
		return Default(), nil
	}
	path := filepath.Join(dir, FileName)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Default(), nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", path)
	}
	if err == nil && info.Size() > maxFile {
		err = fmt.Errorf("%s: larger than %d bytes, the limit for a signature file", path, maxFile)
	}
	if err != nil {
		return Default(), []error{fmt.Errorf("signatures: %w", err)}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return Default(), []error{fmt.Errorf("signatures: %w", err)}
	}
	t, problems := Extended(path, string(text))
	errs := make([]error, len(problems))
	for i, p := range problems {
		errs[i] = p
	}
	return t, errs
}

// Extended is the default table extended by the text of a file.
func Extended(file, text string) (*Table, []Problem) {
	t, _ := builtInTable()
	return t, t.parse(file, text, true)
}

// add makes a rule part of the table, in place of one with its name.
func (t *Table) add(r *Rule) *Rule {
	if old := t.byName[r.Name]; old != nil {
		old.patterns = nil
	}
	r.order = len(t.rules)
	if len(t.rules) < maxRules {
		t.rules = append(t.rules, r)
	}
	t.byName[r.Name] = r
	return r
}

// Rule is the rule with a name, nil if there is none.
func (t *Table) Rule(name string) *Rule { return t.byName[name] }

// Library reports whether a module is of a system or a runtime, and not the
// program's own.
func (t *Table) Library(module string) bool { return t.library(normalModule(module)) }

func (t *Table) library(module string) bool {
	if module == kernel {
		return true
	}
	for _, g := range t.libraries {
		if g.match(module) {
			return true
		}
	}
	return false
}

// Rules are the rules of the table, without those that are replaced.
func (t *Table) Rules() []*Rule {
	var list []*Rule
	for _, r := range t.rules {
		if len(r.patterns) > 0 {
			list = append(list, r)
		}
	}
	return list
}
