package command

import (
	"context"
	"fmt"
	"os"
	"time"

	"threadlens/app/export"
	"threadlens/app/session/capture"
	"threadlens/app/session/query"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// monitorFlags are the flags of monitor.
type monitorFlags struct{ length, percent, save string }

func setupMonitor(c *call) func() error {
	var f monitorFlags
	c.flags.StringVar(&f.length, "for", "10s", "watch the system for a `TIME`, then print the monitor's tables")
	c.flags.StringVar(&f.percent, "percent", "machine", "CPU use as `WHAT`: machine (percent of all CPUs), core (percent of one CPU) or cores (number of CPUs)")
	c.tables()
	c.flags.StringVar(&f.save, "save", "", "at the end, also save the last 60 s as a trace in `FILE`, whose name ends in .perf.data (Linux) or .tltxt (Windows)")
	c.flags.BoolVar(&c.quiet, "quiet", false, "on stderr, print only errors")
	c.outputs()
	return func() error { return c.monitor(&f) }
}

// monitor watches for a while. Interrupted, or if no trace can be made, it prints what it has seen.
func (c *call) monitor(f *monitorFlags) error {
	if len(c.args) > 0 {
		return usagef("monitor takes no arguments; for a trace: threadlens report monitor FILE")
	}
	length, err := time.ParseDuration(f.length)
	if err != nil || length < time.Second {
		return usagef("--for %s: needs a time of 1s or more", f.length)
	}
	percent, ok := measure.ParseDenominator(f.percent)
	if !ok {
		return fmt.Errorf("--percent %s: needs machine, core or cores", f.percent)
	}
	format, err := c.tableFormat()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(f.save); f.save != "" && err == nil {
		return fmt.Errorf("--save %s: the file exists; choose another name", f.save)
	}
	view, unsaved := c.watch(length, f.save)
	if unsaved != nil && len(view.Monitor.Cores) == 0 {
		return unsaved
	}
	table := report.MonitorTable(&view.Monitor, percent)
	table.Notes = []string{fmt.Sprintf("The column CPU covers the last %s, the column Average CPU the last %s. Threadlens used %.1f%% of one CPU.",
		measure.Duration(view.Monitor.Now.Len()), measure.Duration(view.Monitor.Window.Len()), 100*query.OwnShare(&view.Monitor, os.Getpid()))}
	last := *c
	last.ctx = context.WithoutCancel(c.ctx)
	return first(unsaved, last.writeTable(table, export.Meta{Span: int64(view.Monitor.Window.To)}, format))
}

// watch watches for length, and saves a trace if a name is given.
func (c *call) watch(length time.Duration, save string) (last capture.LiveView, err error) {
	views, full := make(chan capture.LiveView), make(chan struct{})
	w, err := capture.SystemRecorder().StartLive(func(v capture.LiveView) {
		select {
		case views <- v:
		case <-full:
		}
	})
	if err != nil {
		return last, err
	}
	defer func() {
		close(full)
		if end := w.Stop(); err == nil {
			err = end
		}
	}()
	if !c.quiet {
		for _, why := range w.LeftOut {
			fmt.Fprintln(c.err, "threadlens: "+why)
		}
	}
	for time.Duration(last.Monitor.Window.To) < length {
		select {
		case v := <-views:
			if v.Err != nil {
				return last, v.Err
			}
			last = v
		case <-w.Done:
			return last, w.Stop()
		case <-c.ctx.Done():
			if len(last.Monitor.Cores) == 0 {
				return last, c.ctx.Err()
			}
			return last, c.saveWatched(w, save)
		}
	}
	return last, c.saveWatched(w, save)
}

func (c *call) saveWatched(w *capture.Watching, path string) error {
	if path == "" {
		return nil
	}
	if err := w.Save(path); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}
