package command

import (
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"threadlens/app/export"
	"threadlens/assets"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

func setupDemo(c *call) func() error {
	dir := ""
	c.flags.StringVar(&dir, "o", "", "write to the folder `DIR`, which is created if it does not exist")
	c.flags.BoolVar(&c.output.force, "force", false, "write to the folder even if it is not empty")
	c.common()
	return func() error {
		if len(c.args) > 0 {
			return usagef("unexpected argument %q", c.args[0])
		}
		if dir == "" {
			return usagef("-o DIR is missing")
		}
		return c.demo(dir)
	}
}

// demoSize is the size of the demo's pictures: that of a window.
var demoSize = image.Point{X: 1600, Y: 950}

// demo writes everything about the built-in trace that can be shown without a window: every table,
// and pictures in both themes.
func (c *call) demo(dir string) error {
	if err := c.makeFolder(dir); err != nil {
		return err
	}
	t, err := ingest.LoadBytes(c.ctx, assets.DemoName, assets.Demo(), ingest.Options{})
	if err != nil {
		return err
	}
	if t, err = c.known(t); err != nil {
		return err
	}
	d := demo{c, dir, t, measure.Scope{}}
	if d.scope.Target, err = measure.FindTarget(t, filter.Filter{}); err != nil {
		return err
	}
	for _, step := range []func() error{d.index, d.tables, d.pictures} {
		if err := step(); err != nil {
			return err
		}
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		full = dir
	}
	_, err = fmt.Fprintf(c.out, "The demo's report and pictures are in %s; start with index.txt and threads-light.png.\n", full)
	return err
}

// makeFolder makes dir, or checks that it is an empty folder.
func (c *call) makeFolder(dir string) error {
	list, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err = os.MkdirAll(dir, 0o777); err != nil {
			return pathError(dir, err)
		}
	case err != nil:
		return pathError(dir, err)
	case len(list) > 0 && !c.output.force:
		return fmt.Errorf("%s: the folder is not empty; --force writes to it anyway", dir)
	}
	return nil
}

type demo struct {
	*call
	dir   string
	t     *model.Trace
	scope measure.Scope
}

// file writes one file of the folder, completely or not at all.
func (d *demo) file(name string, f func(io.Writer) error) error {
	return output{path: filepath.Join(d.dir, name), force: d.output.force}.write(d.ctx, d.out, f)
}

// index writes the facts about the trace and the tables to read first.
func (d *demo) index() error {
	return d.file("index.txt", func(w io.Writer) error {
		if err := writeInfoText(w, d.t); err != nil {
			return err
		}
		for _, name := range []string{"profile", "threads", "cpu", "concurrency", "queue", "cores"} {
			table, err := d.run(name)
			if err != nil {
				return err
			}
			if _, err := io.WriteString(w, "\n\n"); err != nil {
				return err
			}
			if err := export.WriteTable(w, table, export.MetaOf(d.t), export.Text); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *demo) run(name string) (*report.Table, error) {
	a, ok := report.Find(name)
	if !ok {
		return nil, fmt.Errorf("unknown report %q", name)
	}
	return a.Run(d.t, d.scope)
}

// tables writes every report as CSV.
func (d *demo) tables() error {
	for _, a := range reports(d.ctx, findings.NewLimits()) {
		table, err := a.Run(d.t, d.scope)
		if err != nil {
			return err
		}
		if err := d.file(a.Name+".csv", func(w io.Writer) error {
			return export.WriteTable(w, table, export.MetaOf(d.t), export.CSV)
		}); err != nil {
			return err
		}
	}
	return nil
}

// pictures draws the threads and the utilization in both themes.
func (d *demo) pictures() error {
	for _, theme := range []string{"light", "dark"} {
		palette := paint.NewPalette(theme == "dark", false)
		threads := export.Picture{Title: d.t.Info.File, Scene: export.Threads{
			Trace: d.t, Targets: d.scope.Target.Procs, Palette: palette, Scale: 1,
			Width: float32(demoSize.X), Height: float32(demoSize.Y),
		}.Scene()}
		if err := d.file("threads-"+theme+".png", func(w io.Writer) error {
			return threads.Write(w, export.PNG)
		}); err != nil {
			return err
		}
		use := export.Chart{
			Name: "utilization", Title: d.t.Info.File, Trace: d.t, Scope: d.scope, Palette: palette,
			Scale: 1, Width: float32(demoSize.X), Height: float32(demoSize.Y / 2),
		}
		if err := d.file("utilization-"+theme+".png", func(w io.Writer) error {
			return use.Write(w, export.PNG)
		}); err != nil {
			return err
		}
	}
	return nil
}
