package command

import (
	"fmt"
	"os"
	"path/filepath"

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
	opt := symbols.Options{Paths: filepath.SplitList(s.paths), Local: true}
	for _, p := range opt.Paths {
		if _, err := os.Stat(p); err != nil {
			return opt, fmt.Errorf("--symbols %s: no such file or folder", p)
		}
	}
	return opt, nil
}

// nameless are the reports that call no function by its name: nobody has to look
// for names because of them.
var nameless = map[string]bool{
	"profile": true, "threads": true, "utilization": true, "cores": true, "migrations": true, "smt": true, "preemption": true,
	"antagonists": true, "queue": true, "delays": true, "slices": true, "concurrency": true, "sampling": true, "intervals": true,
	"clumps": true, "ratios": true, "counters": true, "vm": true, "host": true, "steal": true, "vcpus": true, "boxplot": true,
	"histogram": true, "hardware": true, "spans": true, "span-names": true, "span-groups": true, "monitor": true,
}

// loadNamed opens a trace for a report, with the names of functions if it tells
// any.
func (c *call) loadNamed(path, report string) (*model.Trace, error) {
	if nameless[report] || c.symbols.paths == noSymbols {
		return c.load(path)
	}
	opt, err := c.symbols.options()
	if err != nil {
		return nil, err
	}
	t, err := c.load(path)
	if err != nil {
		return nil, err
	}
	return symbols.Resolve(c.ctx, t, opt)
}
