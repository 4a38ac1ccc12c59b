package command

import (
	"fmt"
	"io"

	"threadlens/ingest"
	"threadlens/ingest/format"
	"threadlens/ingest/text"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

func setupDump(c *call) func() error {
	var segments bool
	c.symbols.declare(c.flags)
	c.flags.BoolVar(&segments, "segments", false, "the states of every thread and CPU instead of the events")
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

// dumpEvents writes the events as read, and the additional knowledge of reports: the names of
// functions, which are found only when all stacks are known, and what was learned about the file.
// Without it a dump would answer less than the trace.
func (c *call) dumpEvents(path string) error {
	t, err := c.load(path)
	if err != nil {
		return err
	}
	return c.reread(path, func(w io.Writer, f *ingest.File) error {
		tw := text.NewWriter(w, t.Info, t.Tables)
		for _, lack := range c.lacks(path, t) {
			tw.Comment(lack)
		}
		return c.copyEvents(f, tw)
	})
}

// reread opens a trace again and lets write its events to the output.
func (c *call) reread(path string, write func(w io.Writer, f *ingest.File) error) error {
	bar := newProgress(c.err, c.progress)
	defer bar.done()
	f, err := ingest.Open(c.ctx, path, ingest.Options{Progress: bar.report})
	if err != nil {
		return err
	}
	defer f.Close()
	return c.output.write(c.ctx, c.out, func(w io.Writer) error {
		if err := write(w, f); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
}

// lacks reports what the dump's reports cannot show since the trace's cannot either, in the dump
// and on stderr.
func (c *call) lacks(path string, t *model.Trace) (lines []string) {
	var without, all int64
	for _, m := range report.FramesByModule(t) {
		without, all = without+m.Frames-m.Named, all+m.Frames
	}
	if without > 0 {
		lack := fmt.Sprintf("%s of %s stack frames are unresolved", measure.Count(without), measure.Count(all))
		lines = append(lines, lack+".")
		if !c.quiet {
			fmt.Fprintf(c.err, "threadlens: %s: %s, so the dump lacks their function names; --symbols adds files that contain them\n", path, lack)
		}
	}
	return lines
}

// copyEvents writes the events of a file.
func (c *call) copyEvents(f *ingest.File, tw *text.Writer) error {
	if err := format.AllEvents(c.ctx, f, func(batch []model.Event, _ model.Time) error { return tw.Events(batch) }); err != nil {
		return err
	}
	return tw.Close()
}
