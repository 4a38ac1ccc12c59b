package command

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"threadlens/app/export"
	"threadlens/timeline"
)

// pictured lists the views and charts of which there are pictures, for a sentence.
func pictured() string {
	names := append([]string{viewThreads, viewStacks}, export.ChartNames()...)
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// chart draws a report.
func (c *call) chart(name, path string, kind export.Kind, flags *exportFlags) error {
	by, err := flags.colours()
	if err != nil {
		return err
	}
	flags.scope.all = flags.scope.all || name == "queue" // the run queue is the machine's
	look, s, err := c.drawn(path, flags)
	if err != nil {
		return err
	}
	if err := tellsColours(look.Trace, by); err != nil {
		return err
	}
	chart := export.Chart{
		Name: name, Title: filepath.Base(look.Trace.Info.File), Trace: look.Trace, Scope: s, Palette: look.Palette,
		Scale: look.Scale, Width: look.Width, Height: look.Height, Bare: flags.look.plain,
		Colours: timeline.NewCoreColours(look.Trace, by, s.Target.Procs, timeline.Hues{}), Followed: look.Only,
	}
	d, err := chart.Draw()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error { return d.Write(w, kind) })
}
