package report

import (
	"fmt"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// QuotaText is the quota of a control group: "30 ms of every 100 ms".
func QuotaText(g *model.Group) string {
	ms := func(d model.Time) string { return strconv.FormatFloat(float64(d)/1e6, 'f', -1, 64) }
	return ms(g.Quota) + " ms per " + ms(g.Period) + " ms"
}

// QuotaSentence describes the quota of a control group, and what the kernel counted
// during the recording.
func QuotaSentence(g *model.Group) string {
	s := "CPU quota: " + QuotaText(g)
	if g.Last.At == g.First.At {
		return s + "; the kernel's throttling counters were read only once, so it is unknown how often the control group was throttled"
	}
	return fmt.Sprintf("%s; according to the kernel's counters, the control group was throttled in %d of %d periods, for a total of %s (the sum over all CPUs)",
		s, g.Last.Throttled-g.First.Throttled, g.Last.Periods-g.First.Periods, measure.Duration(g.Last.Time-g.First.Time))
}

// SurroundingsText is what a recording contains about a process apart from its events: "pigz -p
// 4; normal; CPUs 0-1; group /a".
func SurroundingsText(s *model.Surroundings) string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(len(s.Arguments) > 0, "%s", CommandText(s.Arguments))
	add(s.Policy != "", "%s", s.Policy)
	add(s.Nice != 0, "nice %d", s.Nice)
	add(s.CPUs != "", "CPUs %s", s.CPUs)
	add(s.Group != "", "group %s", s.Group)
	add(s.MemoryLimit > 0, "memory limit %d bytes", s.MemoryLimit)
	add(s.MajorFaults > 0, "%s with a disk read", measure.Plural(s.MajorFaults, "page fault", "page faults"))
	return strings.Join(parts, "; ")
}

// CommandText is a command line on one line, with words quoted where necessary.
func CommandText(arguments []string) string {
	words := make([]string, len(arguments))
	for i, a := range arguments {
		words[i] = a
		if a == "" || strings.ContainsAny(a, " \"'$`|&;<>()") {
			words[i] = `"` + strings.ReplaceAll(a, `"`, `\"`) + `"` // escapes in names stay as they are
		}
	}
	return strings.Join(words, " ")
}

// quotaRows have one row per control group with a quota.
func quotaRows(t *model.Trace) (rows [][]Value) {
	for i := range t.Info.Groups {
		g := &t.Info.Groups[i]
		severity := model.SeverityInfo
		if g.Last.Throttled > g.First.Throttled {
			severity = model.SeverityWarning
		}
		rows = append(rows, []Value{
			text("quota"), text(g.Path), text(severity.String()), count(g.Last.Throttled - g.First.Throttled),
			instant(g.First.At), instant(g.Last.At), text(QuotaSentence(g)),
		})
	}
	return rows
}
