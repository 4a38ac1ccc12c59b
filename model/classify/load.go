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

// FileName is the name of the user's file of signatures in a folder of settings.
const FileName = "signatures.txt"

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
		err = fmt.Errorf("%s: larger than %d bytes, the limit for this file", path, maxFile)
	}
	if err != nil {
		return Default(), []error{fmt.Errorf(FileName+" (your rules for classifying waits): %w", err)}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return Default(), []error{fmt.Errorf(FileName+" (your rules for classifying waits): %w", err)}
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
