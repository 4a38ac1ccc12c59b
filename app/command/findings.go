package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/model/findings"
	"threadlens/model/report"
)

// findingsFlags are the flags of the verb findings.
type findingsFlags struct {
	scope          scopeFlags
	failOn         string
	rules, without string
	limitsFile     string
	limits         []string // "E3.runnable=130"
}

func setupFindings(c *call) func() error {
	var flags findingsFlags
	var list bool
	c.flags.BoolVar(&list, "rules", false, "list the rules with their thresholds")
	c.flags.StringVar(&flags.failOn, "fail-on", "", "exit with 3 when there is a finding of `SEVERITY` or worse: info, warning or problem")
	c.flags.StringVar(&flags.rules, "rule", "", "check only the rules `RULES`, such as E3,E6")
	c.flags.StringVar(&flags.without, "without", "", "do not check the rules `RULES`, such as E9")
	c.flags.StringVar(&flags.limitsFile, "limits", "", "read the thresholds from `FILE`; default: findings.json in Threadlens' settings folder")
	c.flags.Func("limit", "set a threshold, `NAME=NUMBER`, such as E3.runnable=130 (--rules lists names and units); the flag may be repeated", func(s string) error {
		flags.limits = append(flags.limits, s)
		return nil
	})
	c.tables()
	flags.scope.declare(c.flags)
	c.symbols.declare(c.flags)
	c.common()
	c.outputs()
	return func() error {
		if list {
			return c.listRules(&flags)
		}
		return c.findings(&flags)
	}
}

// listRules writes the table of the rules.
func (c *call) listRules(flags *findingsFlags) error {
	if len(c.args) > 0 {
		return usagef("--rules takes no file")
	}
	limits, err := c.limits(flags)
	if err != nil {
		return err
	}
	f, err := c.tableFormat()
	if err != nil {
		return err
	}
	return c.writeTable(findings.RulesTable(limits), export.Meta{}, f)
}

// findings writes the table of the findings, and fails if --fail-on matches one.
func (c *call) findings(flags *findingsFlags) error {
	path, err := c.oneFile(c.args)
	if err != nil {
		return err
	}
	o, err := c.findingsOptions(flags)
	if err != nil {
		return err
	}
	failOn, fails := findings.ParseSeverity(flags.failOn)
	if flags.failOn != "" && !fails {
		return fmt.Errorf("--fail-on %s: needs info, warning or problem", flags.failOn)
	}
	f, err := c.tableFormat()
	if err != nil {
		return err
	}
	scope, err := flags.scope.parse()
	if err != nil {
		return err
	}
	t, err := c.load(path)
	if err != nil {
		return err
	}
	if o.Scope, err = scope.of(t); err != nil {
		return err
	}
	table, list, _, err := findings.Table(c.ctx, t, o)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := c.writeTable(table, export.MetaOf(t), f); err != nil {
		return err
	}
	if n := countFrom(list, failOn); fails && n > 0 {
		return foundError(fmt.Sprintf("%s: findings of severity %s or worse: %d", path, flags.failOn, n))
	}
	return nil
}

// countFrom is how many findings have at least a severity.
func countFrom(list []findings.Finding, least findings.Severity) (n int) {
	for i := range list {
		if list[i].Severity >= least {
			n++
		}
	}
	return n
}

// foundError reports that --fail-on matched, and what.
type foundError string

func (e foundError) Error() string { return string(e) }

// findingsOptions are the flags' values for rules and thresholds.
func (c *call) findingsOptions(flags *findingsFlags) (o findings.Options, err error) {
	if o.Only, err = ruleIDs("rule", flags.rules); err != nil {
		return o, err
	}
	if o.Without, err = ruleIDs("without", flags.without); err != nil {
		return o, err
	}
	o.Limits, err = c.limits(flags)
	return o, err
}

// ruleIDs reads a list of rules.
func ruleIDs(flag, text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	var ids []string
	for _, id := range strings.Split(text, ",") {
		id = strings.ToUpper(strings.TrimSpace(id))
		if _, ok := findings.RuleOf(id); !ok {
			return nil, fmt.Errorf("--%s %s: unknown rule %q; list the rules with: threadlens findings --rules", flag, text, id)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// limits are the thresholds from the user's file, the named file, and the flags. A named file must
// be valid; errors in the user's own are only reported, as in the window.
func (c *call) limits(flags *findingsFlags) (l findings.Limits, err error) {
	if flags.limitsFile == "" {
		l = c.userLimits()
	} else {
		var problems []string
		if l, problems, err = keep.ReadLimits(flags.limitsFile); err != nil {
			return l, fmt.Errorf("--limits %s: %w", flags.limitsFile, err)
		}
		if len(problems) > 0 {
			return l, fmt.Errorf("--limits %s: %s", flags.limitsFile, problems[0])
		}
	}
	for _, text := range flags.limits {
		name, number, ok := strings.Cut(text, "=")
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if !ok || err != nil {
			return l, fmt.Errorf("--limit %s: needs NAME=NUMBER, such as E3.runnable=130", text)
		}
		if l, err = l.With(strings.TrimSpace(name), value); err != nil {
			return l, fmt.Errorf("--limit %s: %w; list the thresholds with: threadlens findings --rules", text, err)
		}
	}
	return l, nil
}

// userLimits are the thresholds from the file in the settings folder; it reports errors in it on
// stderr.
func (c *call) userLimits() findings.Limits {
	dir, err := keep.SettingsDir()
	if err != nil {
		return findings.NewLimits()
	}
	l, problems := keep.LoadLimits(dir)
	for _, p := range problems {
		if !c.quiet {
			fmt.Fprintf(c.err, "threadlens: %s: %s\n", keep.LimitsPath(dir), p)
		}
	}
	return l
}

// reports are all reports, in the order in which they are offered; the findings report, which uses
// several of the others, has the given thresholds.
func reports(ctx context.Context, l findings.Limits) []report.Report {
	return append(report.List(), findings.Report(ctx, l))
}

// findReport is the report with a name. The thresholds of findings are the user's.
func (c *call) findReport(name string) (report.Report, bool) {
	if r := findings.Report(c.ctx, findings.Limits{}); name == r.Name {
		return findings.Report(c.ctx, c.userLimits()), true
	}
	return report.Find(name)
}
