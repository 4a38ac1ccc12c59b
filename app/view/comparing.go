package view

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// comparing opens the trace with which the open one is compared.
type comparing struct {
	*host.Host
	job  *session.Job // reads it
	show func(report string)
}

// commands open the other trace.
func (c *comparing) commands() []*kit.Command {
	return []*kit.Command{{
		ID: "compareWith", Title: "Compare With…", Enabled: c.IsOpen, Run: c.choose,
		Help: "Show another trace below this one and list the differences: states of threads, findings, lock waits, CPU time, time slices, queue delays and spans",
	}}
}

func (c *comparing) choose() { c.ChooseTrace("Compare with a trace", "Compare", c.with) }

// with reads a trace in the background, and then shows the comparison, unless another trace was
// opened meanwhile.
func (c *comparing) with(path string) {
	if c.job != nil {
		c.job.Cancel()
	}
	opened, src := c.Session.Opened(), session.FileSource(path)
	reading := "Reading " + timeline.Printable(src.Name)
	var job *session.Job
	job = session.Start(src,
		func(p session.Progress) {
			fyne.Do(func() {
				if p.Total > 0 && c.job == job {
					c.Point("", reading+", "+timeline.FormatPercent(model.Time(p.Done), model.Time(p.Total)))
				}
			})
		},
		func(t *model.Trace, err error) {
			fyne.Do(func() {
				if c.job != job {
					return // it was replaced
				}
				c.job = nil
				c.Point("", "")
				if c.Session.Opened() == opened {
					c.read(t, err)
				}
			})
		})
	c.job = job
	c.Point("", reading+kit.Ellipsis)
}

// read handles the result.
func (c *comparing) read(t *model.Trace, err error) {
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		c.Complain("Not compared", err)
	default:
		c.Session.SetOther(t)
		c.show(query.CompareReport)
	}
}
