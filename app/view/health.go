package view

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// healthSection is a part of the page on how far a trace can be trusted.
type healthSection struct {
	title string
	rows  []explain.Fact
	sign  kit.Icon // "" when nothing is wrong
}

// healthSections are the facts about the recording, and the rows of the report
// “health” by kind, as far as there are any.
func healthSections(t *model.Trace, clock timeline.Clock) []healthSection {
	lost := healthSection{title: "Lost events", sign: kit.IconWarning}
	findings := healthSection{title: "Findings"}
	counters := healthSection{title: "Counted while building"}
	sampled := healthSection{title: "Samples without context switches"}
	absent := healthSection{title: "Not recorded"}
	cost := healthSection{title: "Cost of recording", rows: explain.CostFacts(t)}
	accounts := healthSection{title: "CPU time by the kernel's account"}
	for _, row := range healthRows(t) {
		name, text := row[1].Text, sentenceCase(timeline.Printable(row[6].Text))
		switch row[0].Text {
		case "loss":
			what := timeline.FormatCount(row[3].Int) + " " + row[6].Text
			span := clock.Range(model.Range{From: model.Time(row[4].Int), To: model.Time(row[5].Int)})
			lost.rows = append(lost.rows, explain.Fact{Label: name, Value: what + ", " + span})
		case "diagnostic":
			if row[2].Text != model.SeverityInfo.String() {
				findings.sign = kit.IconWarning
			}
			findings.rows = append(findings.rows, explain.Fact{Label: sentenceCase(row[2].Text), Value: text})
		case "sampled":
			sampled.rows = append(sampled.rows, explain.Fact{Label: name, Value: text})
		case "account":
			accounts.rows = append(accounts.rows, explain.Fact{Label: name, Value: text})
		case "counter":
			if row[3].Int > 0 {
				counters.rows = append(counters.rows, explain.Fact{Label: timeline.FormatCount(row[3].Int), Value: row[6].Text})
			}
		case "symbols":
			what, _, _ := strings.Cut(row[6].Text, ";")
			absent.rows = append(absent.rows, explain.Fact{
				Label: "Names", Value: timeline.FormatCount(row[3].Int) + " " + what + "; File > Symbols tells what would find them",
			})
		case "recorded":
			if _, costs, missing := strings.Cut(row[6].Text, "not recorded: "); missing {
				absent.rows = append(absent.rows, explain.Fact{Label: sentenceCase(name), Value: costs})
			}
		}
	}
	var list []healthSection
	for _, s := range []healthSection{recording(t), lost, findings, sampled, cost, accounts, counters, absent} {
		if len(s.rows) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// healthRows are the rows of the report: kind, name, severity, count, from,
// to, text.
func healthRows(t *model.Trace) [][]report.Value {
	a, ok := report.Find("health")
	if !ok {
		return nil
	}
	table, err := a.Run(t, measure.Scope{})
	if err != nil {
		return nil
	}
	return table.Rows
}

func sentenceCase(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// recording tells what the trace is.
func recording(t *model.Trace) healthSection {
	s := healthSection{title: "Recording"}
	add := func(label, value string) {
		if value != "" {
			s.rows = append(s.rows, explain.Fact{Label: label, Value: value})
		}
	}
	in := t.Info
	add("File", timeline.Printable(in.File))
	add("Format", in.Format+", "+timeline.FormatSize(in.Size))
	add("System", timeline.Printable(strings.TrimSpace(in.OS.Family+" "+in.OS.Version+" "+in.OS.Machine)))
	add("Command", timeline.Printable(in.Command))
	clock := timeline.Printable(in.Clock.Name)
	if in.Clock.ResolutionNS > 0 {
		clock += ", step " + timeline.FormatDuration(model.Time(in.Clock.ResolutionNS))
	}
	add("Clock", clock)
	if in.Has.Samples && in.SampleEvery > 0 {
		add("Samples", "every "+timeline.FormatDuration(in.SampleEvery)+" on each processor")
	}
	if !in.StartWall.IsZero() {
		add("Started", in.StartWall.Format("2006-01-02 15:04:05"))
	}
	add("Length", timeline.FormatDuration(t.End))
	add("Events", fmt.Sprintf("%s, of them %s context switches",
		timeline.FormatCount(t.EventCount()), timeline.FormatCount(t.SwitchCount())))
	return s
}

// showHealth tells how far the trace can be trusted.
func (s *Sheets) showHealth() {
	t := s.Session.Trace()
	if t == nil {
		return
	}
	s.Sheet("Trace health", s.sectionPage(healthSections(t, s.Session.Clock())), 800, 620)
}

// healthHead is the title of a section, with a sign where something is wrong.
func healthHead(s healthSection) fyne.CanvasObject {
	title := kit.NewLine(s.title, theme.ColorNameForeground).Bold()
	row := container.New(kit.RowLayout(6), title)
	if s.sign != "" {
		row = container.New(kit.RowLayout(6), kit.NewGlyph(s.sign, kit.ColorWarnLine), title)
	}
	return container.New(kit.ColumnLayout(3), row, kit.NewRule(), kit.NewGap(0, 1))
}
