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

// symbolFlags say where the names of functions are looked for.
type symbolFlags struct {
	paths string
	piped []symbols.Piped // what came from pipes, which give it once, while several traces may be named
}

// symbolsDoc tells what the paths may be.
const symbolsDoc = "folders, files and pipes (of /proc/kallsyms), separated as in PATH"

// noSymbols is what the user says who wants no names.
const noSymbols = "none"

func (s *symbolFlags) declare(f *flagSet) {
	f.StringVar(&s.paths, "symbols", "", "look for names of functions also in `PATHS`: "+symbolsDoc+"; none: look nowhere")
}

// options are where to look. What is on this machine and proves to be what was
// traced is always taken.
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

// read reads a pipe that was not read yet.
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

// named is the trace with the names of its functions, as far as files tell them.
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
