package command

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"threadlens/app/session"
	"threadlens/ingest/given"
	"threadlens/ingest/symbols"
	"threadlens/model"
)

// symbolFlags are where to look for the names of functions.
type symbolFlags struct {
	paths string
	piped []symbols.Piped // contents of pipes, which can be read once, while several traces may be named
}

// symbolsDoc describes the paths.
const symbolsDoc = "folders, files and pipes (of /proc/kallsyms), separated as in the PATH variable"

// noSymbols is the value for no names.
const noSymbols = "none"

func (s *symbolFlags) declare(f *flagSet) {
	f.StringVar(&s.paths, "symbols", "", "also look for function names in `PATHS`: "+symbolsDoc+"; --symbols none: do not look for function names")
}

// options are where to look. What is on this machine and proves to be what was traced is always
// used.
func (s *symbolFlags) options() (symbols.Options, error) {
	var paths []string
	for _, p := range filepath.SplitList(s.paths) {
		st, err := os.Stat(p)
		switch {
		case err != nil:
			return symbols.Options{}, fmt.Errorf("--symbols %s: no such file or folder", p)
		case st.Mode()&fs.ModeNamedPipe == 0:
			paths = append(paths, p)
		default:
			if err := s.read(p); err != nil {
				return symbols.Options{}, fmt.Errorf("--symbols %s: %w", p, err)
			}
		}
	}
	opt := session.SymbolOptions(paths)
	opt.Kallsyms = s.piped
	return opt, nil
}

// read reads a pipe that has not been read yet.
func (s *symbolFlags) read(pipe string) error {
	if slices.ContainsFunc(s.piped, func(p symbols.Piped) bool { return p.Source == pipe }) {
		return nil
	}
	data, err := given.Text(pipe, symbols.MaxText)
	if err == nil {
		s.piped = append(s.piped, symbols.Piped{Source: pipe, Data: data})
	}
	return err
}

// named is the trace with the names of its functions, as far as files contain them.
func (c *call) named(t *model.Trace) (*model.Trace, error) {
	if c.symbols.paths == noSymbols {
		return t, nil
	}
	opt, err := c.symbols.options()
	if err != nil {
		return nil, err
	}
	return symbols.Resolve(c.ctx, t, opt)
}
