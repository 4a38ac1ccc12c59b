package web

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"path/filepath"
	"strconv"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/timeline/paint"
)

// facts are the lines at the head of the page.
func (b *builder) facts(p *page) error {
	t := b.Trace
	n := t.Info
	add := func(title, value string) {
		if value != "" {
			p.Facts = append(p.Facts, fact{title, model.Clean(value)})
		}
	}
	add("Time window", measure.Window(b.scope.Range)+" ("+measure.Duration(b.scope.Range.Len())+" of "+measure.Duration(t.End)+")")
	add("Threads", b.scope.Shown(t))
	if !n.StartWall.IsZero() {
		add("Recorded", n.StartWall.UTC().Format("2006-01-02 15:04:05")+" UTC")
	}
	add("Command", n.Command)
	add("System", strings.Join(nonEmpty(n.OS.String(), n.OS.Processor, measure.Plural(n.CPUs, "CPU", "CPUs")), ", "))
	add("Trace", n.Format+", "+measure.Plural(t.EventCount(), "event", "events"))
	p.Command = "threadlens " + filepath.Base(n.File)
	if r := b.scope.Range; r != t.Held() {
		p.Command += " --from " + strconv.FormatInt(int64(r.From), 10) + "ns --to " + strconv.FormatInt(int64(r.To), 10) + "ns"
	}
	p.Command = model.Clean(p.Command)
	return nil
}

func nonEmpty(list ...string) (some []string) {
	for _, s := range list {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}

// mostFindings is how many findings have room on a page.
const mostFindings = 24

// findings are the cards, the worst first.
func (b *builder) findings(p *page) error {
	found, list, _, err := findings.Table(b.ctx, b.Trace, findings.Options{Scope: b.Scope, Limits: b.Limits})
	if err != nil {
		return err
	}
	b.found = list
	p.Notes = found.Notes
	if len(list) == 0 {
		p.NoFindings = "No findings in this time window."
		if !findings.Askable(b.Trace) {
			p.NoFindings = findings.NotAskable + "."
		}
	}
	p.More = max(0, len(list)-mostFindings)
	return nil
}

// cards makes the cards, once the lanes have their numbers.
func (b *builder) cards(p *page) error {
	for i := range b.found[:len(b.found)-p.More] {
		f := &b.found[i]
		c := finding{
			Severity: query.SeverityWord(f.Severity), Class: f.Severity.String(), Name: f.Name(), Rule: f.Rule.ID,
			Sentence: f.Sentence, Lines: query.FindingLines(f), Where: b.place(f.Range, -1, measure.Window(f.Range)),
		}
		if d, ok := query.ThreadsLine(b.Trace, f); ok {
			c.Lines = append(c.Lines, d)
		}
		for _, e := range f.Evidence[:min(len(f.Evidence), mostEvidence)] {
			at, ok := b.lane[e.Thread]
			if !ok {
				continue
			}
			text := measure.ThreadName(b.Trace, e.Thread) + ", " + measure.Duration(e.Len())
			c.Evidence = append(c.Evidence, b.place(e.Range, at, text))
		}
		p.Findings = append(p.Findings, c)
	}
	return nil
}

const mostEvidence = 6 // on a card

func (b *builder) place(r model.Range, lane int, text string) place {
	from := b.scope.Range.From
	return place{Text: text, From: r.From - from, To: r.To - from, Lane: lane}
}

// Sizes of the chart, dp.
const chartWidth, chartHeight = 1120, 240

// utilization draws the CPU use, in both themes.
func (b *builder) utilization(p *page) error {
	draw := func(dark bool) (string, error) {
		c := export.Chart{
			Name: "utilization", Trace: b.Trace, Scope: b.Scope, Palette: paint.NewPalette(dark, b.Safe), Scale: 1, Width: chartWidth, Height: chartHeight,
		}
		var out bytes.Buffer
		if err := c.Write(&out, export.SVG); err != nil {
			return "", err
		}
		return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), nil
	}
	light, err := draw(false)
	if err != nil {
		return err
	}
	dark, err := draw(true)
	if err != nil {
		return err
	}
	p.Use = picture{Light: template.URL(light), Dark: template.Srcset(dark), Width: chartWidth, Text: b.useText()}
	return nil
}

// useText is the CPU use in words.
func (b *builder) useText() string {
	uses, err := measure.Utilization(b.Trace, b.scope.Range, max(1, b.scope.Range.Len()), b.scope.Target)
	if err != nil || len(uses) == 0 {
		return "CPU utilization over the time window"
	}
	u, all := &uses[0], b.scope.Capacity(b.Trace)
	return "CPU utilization over the time window; on average " + measure.Share(u.Target, all) + " of the machine's CPU capacity was used by the target process, " +
		measure.Share(u.Other, all) + " by other processes"
}
