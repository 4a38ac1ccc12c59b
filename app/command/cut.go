package command

import (
	"io"
	"strings"

	"threadlens/ingest"
	"threadlens/ingest/cut"
	"threadlens/ingest/save"
	"threadlens/model/classify"
)

func setupCut(c *call) func() error {
	var scope scopeFlags
	var anonymous bool
	c.symbols.declare(c.flags)
	c.flags.BoolVar(&anonymous, "anonymize", false, "replace the names of processes, threads, files, markers, modules and functions with numbers; modules and functions of the kernel, of system libraries and of language runtimes keep their names")
	scope.declareTimes(c.flags)
	c.common()
	c.outputs()
	return func() error {
		path, err := c.oneFile(c.args)
		if err != nil {
			return err
		}
		if out := c.output.path; c.output.isFile() && !cut.Named(out) {
			return usagef("-o OUT needs a file name that ends in %s or %s or, if the trace is a perf.data file, in %s", cut.Packed, cut.Plain, cut.Perf)
		} else if anonymous && strings.HasSuffix(out, cut.Perf) {
			return usagef("--anonymize: %v", cut.ErrAnonymous)
		}
		var times parsedScope
		if err := scope.parseTimes(&times); err != nil {
			return err
		}
		t, err := c.load(path)
		if err != nil {
			return err
		}
		part := cut.File{Trace: t}
		if part.Window, err = times.window(t); err != nil {
			return err
		}
		if anonymous {
			table, _ := classify.Load("")
			part.Anonymize(table.Library)
		}
		return c.cut(path, &part)
	}
}

// cut writes a window of a trace. Like a recording, only its owner may read it.
func (c *call) cut(path string, part *cut.File) error {
	c.output.mode = save.Private
	return c.reread(path, func(w io.Writer, f *ingest.File) error { return part.WriteAs(c.ctx, w, c.output.path, f) })
}
