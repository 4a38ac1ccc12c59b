package command

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"threadlens/model/report"
)

// Reports that share a flag.
var (
	callTrees   = []string{"execution", "blocking", "unblocking"}
	distributed = []string{"boxplot", "histogram"}
	ofWaits     = append([]string{"waits"}, distributed...)
	corrected   = []string{"vm", "cpu", "monitor"}
	counted     = append([]string{"counters", "host", "steal", "boxplot", "histogram"}, corrected...)
	ticking     = []string{"sampling", "intervals", "queue"}
)

// onlyFor are the flags that only some reports use, with the names of these.
var onlyFor = map[string][]string{
	"bucket":        {"utilization", "intervals", "ratios", "steal", "boxplot", "histogram"},
	"by":            append([]string{"inherited"}, distributed...),
	"category":      append([]string{"blocking", "unblocking"}, ofWaits...),
	"counters":      counted,
	"follow-causes": {"critical-path", "critical-hops"},
	"function":      append([]string{"runs", "preempted"}, ofWaits...),
	"guest":         corrected,
	"host":          corrected,
	"just-my-code":  callTrees,
	"lasting":       {"ready", "preempted", "runs", "waits", "holds", "spans"},
	"metric":        distributed,
	"noise":         callTrees,
	"offset":        counted,
	"percent":       append([]string{"sampling", "intervals", "counters", "boxplot", "histogram"}, corrected...),
	"phase":         ticking,
	"reason":        append([]string{"preempted"}, ofWaits...),
	"tick":          append([]string{"slices", "clumps", "findings"}, ticking...),
}

// notFor are the flags that all reports use but some: those about the machine do not depend on the
// threads that are chosen, or on the target.
var notFor = map[string]func(report.Report) bool{
	"process": report.Report.OnlyMachine,
	"thread":  report.Report.OnlyMachine,
	"target":  func(a report.Report) bool { return a.OfMachine() && !slices.Contains(targeted, a.Name) },
}

// targeted are the reports about the machine that distinguish the target.
var targeted = []string{"cpu", "utilization", "steal", "health", "vm"}

// useless fails for the first given flag that has no effect on a report, or whose value has none.
func (c *call) useless(a report.Report) (err error) {
	c.flags.Visit(func(f *flag.Flag) {
		reports, limited := onlyFor[f.Name]
		switch {
		case err != nil:
		case limited && !slices.Contains(reports, a.Name):
			err = usagef("--%s has no effect on the report %s; it applies only to: %s", f.Name, a.Name, strings.Join(reports, ", "))
		case f.Name == "by" && a.Name == "inherited" && slices.Contains([]string{"time", "all"}, f.Value.String()):
			err = fmt.Errorf("--by %s: the report “inherited” needs thread, process, name, lock or span", f.Value)
		case notFor[f.Name] != nil && notFor[f.Name](a):
			err = usagef("--%s has no effect on the report %s, which is about the whole machine", f.Name, a.Name)
		}
	})
	return err
}

// describeReport lists the flags for all reports, and below them those for some with the names of
// these.
func (f *flagSet) describeReport(w io.Writer) {
	f.VisitAll(func(g *flag.Flag) {
		if onlyFor[g.Name] == nil {
			describe(w, g)
		}
	})
	fmt.Fprint(w, "Flags for some reports only:\n")
	f.VisitAll(func(g *flag.Flag) {
		if of := onlyFor[g.Name]; of != nil {
			describe(w, g)
			fmt.Fprintf(w, "  %-18s for %s\n", "", strings.Join(of, ", "))
		}
	})
}
