package sheets

import (
	"fmt"
	"strings"

	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// HealthSections are the facts about the recording, and the rows of the report “health” by kind;
// kinds without rows have no section.
func HealthSections(t *model.Trace, clock timeline.Clock) []healthSection {
	lost := healthSection{Title: "Lost events", sign: kit.IconWarning}
	findings := healthSection{Title: "Findings"}
	counters := healthSection{Title: "Irregularities counted while loading the trace"}
	sampled := healthSection{Title: "CPUs with samples but without recorded context switches"}
	absent := healthSection{Title: "Not recorded"}
	cost := healthSection{Title: "Cost of recording", Rows: explain.CostFacts(t)}
	accounts := healthSection{Title: "CPU time reported by the kernel"}
	for _, row := range healthRows(t) {
		text := SentenceCase(timeline.Printable(row.text))
		switch row.kind {
		case "loss":
			what := timeline.FormatCount(row.count) + " " + row.text
			lost.Rows = append(lost.Rows, explain.Fact{Label: row.name, Value: what + ", " + clock.Range(row.span)})
		case "diagnostic":
			if row.severity != model.SeverityInfo.String() {
				findings.sign = kit.IconWarning
			}
			findings.Rows = append(findings.Rows, explain.Fact{Label: SentenceCase(row.severity), Value: text})
		case "sampled":
			sampled.Rows = append(sampled.Rows, explain.Fact{Label: row.name, Value: text})
		case "account":
			accounts.Rows = append(accounts.Rows, explain.Fact{Label: row.name, Value: text})
		case "counter":
			if row.count > 0 {
				counters.Rows = append(counters.Rows, explain.Fact{Label: timeline.FormatCount(row.count), Value: row.text})
			}
		case "symbols":
			what, _, _ := strings.Cut(row.text, ";")
			absent.Rows = append(absent.Rows, explain.Fact{
				Label: "Names", Value: timeline.FormatCount(row.count) + " " + what + "; see File > Symbols for what is missing",
			})
		case "recorded":
			if _, costs, missing := strings.Cut(row.text, "not recorded: "); missing {
				absent.Rows = append(absent.Rows, explain.Fact{Label: SentenceCase(row.name), Value: costs})
			}
		}
	}
	var list []healthSection
	for _, s := range []healthSection{Recording(t), lost, findings, sampled, cost, accounts, counters, absent} {
		if len(s.Rows) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// healthRow is a row of the report.
type healthRow struct {
	kind, name, severity, text string
	count                      int64
	span                       model.Range
}

func healthRows(t *model.Trace) (rows []healthRow) {
	a, ok := report.Find("health")
	if !ok {
		return nil
	}
	table, err := a.Run(t, measure.Scope{})
	if err != nil {
		return nil
	}
	at := table.ColumnsByKey()
	for _, row := range table.Rows {
		rows = append(rows, healthRow{
			row[at["kind"]].Text, row[at["name"]].Text, row[at["severity"]].Text, row[at["text"]].Text, row[at["count"]].Int,
			model.Range{From: model.Time(row[at["from_ns"]].Int), To: model.Time(row[at["to_ns"]].Int)},
		})
	}
	return rows
}

// SentenceCase is s with a capital first letter.
func SentenceCase(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Recording lists the facts about the recording.
func Recording(t *model.Trace) healthSection {
	s := healthSection{Title: "Recording"}
	add := func(label, value string) {
		if value != "" {
			s.Rows = append(s.Rows, explain.Fact{Label: label, Value: value})
		}
	}
	in := t.Info
	add("File", timeline.Printable(in.File))
	add("Format", in.Format+", "+timeline.FormatSize(in.Size))
	add("System", timeline.Printable(strings.TrimSpace(in.OS.Family+" "+in.OS.Version+" "+in.OS.Machine)))
	add("Command", timeline.Printable(in.Command))
	clock := timeline.Printable(in.Clock.Name)
	if in.Clock.ResolutionNS > 0 {
		clock += ", resolution " + timeline.FormatDuration(model.Time(in.Clock.ResolutionNS))
	}
	add("Clock", clock)
	if in.Has.Samples && in.SampleEvery > 0 {
		add("Samples", "every "+timeline.FormatDuration(in.SampleEvery)+" on each CPU")
	}
	if !in.StartWall.IsZero() {
		add("Started", in.StartWall.Format("2006-01-02 15:04:05"))
	}
	add("Length", timeline.FormatDuration(t.Held().Len()))
	if in.Cut.Len() > 0 {
		add("Saved time range", measure.Window(t.Held()))
	}
	add("Events", fmt.Sprintf("%s, including %s context switches",
		timeline.FormatCount(t.EventCount()), timeline.FormatCount(t.SwitchCount())))
	return s
}

// ShowHealth shows how far the trace can be trusted.
func (s *Sheets) ShowHealth() {
	t := s.Session.Trace()
	if t == nil {
		return
	}
	s.Sheet("Trace health", s.sectionPage(HealthSections(t, s.Session.Clock())), 800, 620)
}
