package command

import (
	"fmt"
	"io"

	"threadlens/ingest"
	"threadlens/ingest/text"
	"threadlens/model"
	"threadlens/model/analysis"
)

func setupDump(c *call) func() error {
	var segments bool
	c.flags.StringVar(&c.symbols.paths, "symbols", "", "name the functions on stacks, also from `PATHS`: "+symbolsDoc)
	c.flags.BoolVar(&segments, "segments", false, "the finished model instead of the events: what every thread and CPU did")
	c.common()
	c.outputs()
	return func() error {
		path, err := c.oneFile(c.args)
		if err != nil {
			return err
		}
		if segments {
			return c.dumpSegments(path)
		}
		return c.dumpEvents(path)
	}
}

func (c *call) dumpSegments(path string) error {
	t, err := c.load(path)
	if err != nil {
		return err
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error { return text.WriteSegments(w, t) })
}

// dumpNames is the trace with the names of its functions as reports have them: a dump
// that lacked them would answer less than the trace. They are known only when all
// stacks are. It says on stderr what the dump lacks.
func (c *call) dumpNames(path string) (*model.Trace, error) {
	t, err := c.load(path)
	if err != nil {
		return nil, err
	}
	var without, all int64
	for _, m := range analysis.FramesByModule(t) {
		without, all = without+m.Frames-m.Named, all+m.Frames
	}
	if without > 0 && !c.quiet {
		fmt.Fprintf(c.err, "threadlens: %s: %s of %s frames of stacks have no name of a function: neither will the dump's have one\n",
			path, analysis.Count(without), analysis.Count(all))
	}
	return t, nil
}

// dumpEvents writes the events as they are read, with the names of functions.
func (c *call) dumpEvents(path string) error {
	named, err := c.dumpNames(path)
	if err != nil {
		return err
	}
	bar := newProgress(c.err, c.progress)
	defer bar.done()
	f, err := ingest.Open(c.ctx, path, ingest.Options{Progress: bar.report})
	if err != nil {
		return err
	}
	defer f.Close()
	return c.output.write(c.ctx, c.out, func(w io.Writer) error {
		tw := text.NewWriter(w, f.Info(), named.Tables)
		err := f.Events(c.ctx, func(batch []model.Event, _ model.Time) error { return tw.Events(batch) })
		if err == nil {
			err = tw.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
}
