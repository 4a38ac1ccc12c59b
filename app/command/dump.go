package command

import (
	"fmt"
	"io"

	"threadlens/ingest"
	"threadlens/ingest/text"
	"threadlens/model"
)

func setupDump(c *call) func() error {
	var segments bool
	c.flags.StringVar(&c.symbols.paths, "symbols", "", "name the functions on stacks, from `PATHS`: "+symbolsDoc)
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

// dumpNames is the trace with the names of its functions, nil unless they were
// asked for: they are known only when all stacks are.
func (c *call) dumpNames(path string) (*model.Trace, error) {
	if c.symbols.paths == "" {
		return nil, nil
	}
	return c.load(path)
}

// dumpEvents writes the events as they are read, without building the model.
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
		tables := f.Tables()
		if named != nil {
			tables = named.Tables
		}
		tw := text.NewWriter(w, f.Info(), tables)
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
