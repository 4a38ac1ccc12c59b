package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"threadlens/model/measure"
	"threadlens/model/report"
)

// condition is a change of a row of a comparison for which --fail-on fails: ready.p99>+20%.
type condition struct {
	text          string
	section, name string
	above         bool
	limit         float64 // percent
}

// metrics are short names of sections, with what precedes a statistic in the names of their rows.
var metrics = map[string][2]string{
	"ready":     {"queue delay", "ready to running"},
	"preempted": {"queue delay", "preempted to running"},
}

// parseCondition reads METRIC.STATISTIC or “WHAT: NAME”, as the columns of the comparison, then > or <,
// and a change in percent.
func parseCondition(text string) (c condition, err error) {
	wrong := usagef("--fail-on %s: needs a row and a change such as ready.p99>+20%%", text)
	at := strings.LastIndexAny(text, "<>")
	if at < 0 {
		return c, wrong
	}
	c.text, c.above = text, text[at] == '>'
	limit, percent := strings.CutSuffix(strings.ReplaceAll(text[at+1:], "\u2212", "-"), "%")
	if c.limit, err = strconv.ParseFloat(limit, 64); err != nil || !percent || math.IsNaN(c.limit) || math.IsInf(c.limit, 0) {
		return c, wrong
	}
	row := strings.TrimSpace(text[:at])
	if section, name, ok := strings.Cut(row, ": "); ok {
		c.section, c.name = section, name
		return c, nil
	}
	metric, statistic, ok := strings.Cut(row, ".")
	named, known := metrics[metric]
	if !ok || !known {
		return c, wrong
	}
	c.section, c.name = named[0], named[1]+", "+statistic
	return c, nil
}

// holds reports whether the comparison fulfils the condition, and by which change. What only B has
// changes without limit. It fails without such a row.
func (c *condition) holds(t *report.Table) (change string, holds bool, err error) {
	at := t.ColumnsByKey()
	for _, row := range t.Rows {
		if row[at["section"]].Text != c.section || row[at["name"]].Text != c.name {
			continue
		}
		v := row[at["change_percent"]]
		if v.Kind == report.KindNone {
			after := row[at["b_ns"]].Int
			if after == 0 {
				return "", false, nil
			}
			return "from 0 to " + strconv.FormatInt(after, 10) + " ns", c.above, nil
		}
		return measure.Change(v.Float, 1), c.above && v.Float > c.limit || !c.above && v.Float < c.limit, nil
	}
	return "", false, fmt.Errorf("--fail-on %s: no row of the comparison has Name = %q and What = %q; compare without --fail-on to see all rows", c.text, c.name, c.section)
}

// failing are the conditions that hold, with the changes, for the line that says so.
func failing(t *report.Table, conditions []condition) (list []string, err error) {
	for i := range conditions {
		change, holds, err := conditions[i].holds(t)
		if err != nil {
			return nil, err
		}
		if holds {
			list = append(list, conditions[i].text+" ("+change+")")
		}
	}
	return list, nil
}
