package command

import (
	"fmt"
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
	c.flags.StringVar(&c.symbols.paths, "symbols", "", "resolve function names, also from `PATHS`: "+symbolsDoc)
	c.flags.BoolVar(&anonymous, "anonymize", false, "number processes, threads, files, markers, modules and functions instead of naming them, except those of the kernel and of public libraries")
	scope.declareTimes(c.flags)
	c.common()
	c.outputs()
	return func() error {
		path, err := c.oneFile(c.args)
		if err != nil {
			return err
		}
		if out := c.output.path; c.output.isFile() && !strings.HasSuffix(out, cut.Packed) && !strings.HasSuffix(out, cut.Plain) {
			return usagef("-o OUT needs a file name that ends in %s or %s", cut.Packed, cut.Plain)
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
	bar := newProgress(c.err, c.progress)
	defer bar.done()
	f, err := ingest.Open(c.ctx, path, ingest.Options{Progress: bar.report})
	if err != nil {
		return err
	}
	defer f.Close()
	write := part.Write
	if strings.HasSuffix(c.output.path, cut.Packed) {
		write = part.WritePacked
	}
	c.output.mode = save.Private
	err = c.output.write(c.ctx, c.out, func(w io.Writer) error { return write(c.ctx, w, f) })
	if err != nil && c.ctx.Err() == nil && !c.output.isFile() {
		return fmt.Errorf("%s: %w", path, err)
	}
	return err
}
