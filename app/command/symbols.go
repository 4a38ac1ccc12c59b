package command

import (
	"fmt"
	"os"
	"path/filepath"

	"threadlens/app/session"
	"threadlens/ingest/symbols"
	"threadlens/model"
)

// symbolFlags say where the names of functions are looked for.
type symbolFlags struct{ paths string }

// symbolsDoc tells what the paths may be.
const symbolsDoc = "folders and files, separated as in PATH"

// noSymbols is what the user says who wants no names.
const noSymbols = "none"

func (s *symbolFlags) declare(f *flagSet) {
	f.StringVar(&s.paths, "symbols", "", "look for names of functions also in `PATHS`: "+symbolsDoc+"; none: look nowhere")
}

// options are where to look. What is on this machine and proves to be what was
// traced is always taken.
func (s *symbolFlags) options() (symbols.Options, error) {
	opt := session.SymbolOptions(filepath.SplitList(s.paths))
	for _, p := range opt.Paths {
		if _, err := os.Stat(p); err != nil {
			return opt, fmt.Errorf("--symbols %s: no such file or folder", p)
		}
	}
	return opt, nil
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
