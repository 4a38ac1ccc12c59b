package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"threadlens/model"
	"threadlens/model/measure"
)

// results are the results of all recordings, by way of recording.
type results struct {
	programs []program
	rounds   int
	titles   []string
	ways     []*judgement
}

// write writes all tables, then the summary.
func (r *results) write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "The zoo: %d programs, each recorded %d times in each way.\n", len(r.programs), r.rounds)
	for i, j := range r.ways {
		fmt.Fprintf(&b, "\n# %s\n\n", r.titles[i])
		j.write(&b)
	}
	fmt.Fprint(&b, "\n# Summary\n\n")
	r.summary(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// summary is a Markdown table, one column per way of recording.
func (r *results) summary(w io.Writer) {
	row := func(title, want string, value func(*judgement) string) {
		fmt.Fprintf(w, "| %s | %s |", title, want)
		for _, j := range r.ways {
			fmt.Fprintf(w, " %s |", value(j))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "| | wanted |")
	for _, title := range r.titles {
		name, _, _ := strings.Cut(title, ":")
		fmt.Fprintf(w, " %s |", name)
	}
	fmt.Fprintf(w, "\n|---|---|%s\n", strings.Repeat("---|", len(r.ways)))
	row("logged waits met in the trace", "", func(j *judgement) string { return fmt.Sprint(j.waits.Met) })
	row("classified waits with the right category", "≥ 97 %", func(j *judgement) string {
		classified, right, _, _ := j.waits.sums()
		return percent(right.count, classified.count)
	})
	row("all waits with the right category", "", func(j *judgement) string {
		_, right, _, _ := j.waits.sums()
		return percent(right.count, j.waits.Met)
	})
	row("waiting time Unclassified", "≤ 5 %, default", func(j *judgement) string {
		classified, _, open, lost := j.waits.sums()
		return percent(open.time, classified.time+open.time+lost.time)
	})
	row("unblockers right", "≥ 99.9 %", func(j *judgement) string { return percent(j.waits.Right, j.waits.Named) })
	row("time claimed held that is not", "≤ 1 %", func(j *judgement) string {
		sum := j.owners.sum()
		return percent(sum.Wrong, sum.Claimed)
	})
	row("findings: precision", "≥ 95 %", func(j *judgement) string { return j.found.sums().precision() })
	row("faults that the recording cannot show, by what it says itself", "", func(j *judgement) string { s := j.found.sums(); return percent(s.Unseen, s.Faults) })
	row("faults of idle CPUs that are absent, since other programs took those", "", func(j *judgement) string { s := j.found.sums(); return percent(s.Absent, s.Faults) })
	row("findings: recall of the others", "≥ 90 %", func(j *judgement) string { return j.found.sums().recall() })
}

// percent is a part in percent, "–" of zero.
func percent[A, B ~int | ~int64](part A, whole B) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(part)/float64(whole))
}

func (t *ownerTally) sum() (sum ownership) {
	for _, o := range t.By {
		sum = sum.plus(o)
	}
	return sum
}

func (t ruleTally) precision() string { return percent(t.Found, t.Found+t.Wrong) }
func (t ruleTally) recall() string    { return percent(t.Found, t.Faults-t.Unseen-t.Absent) }

// write writes the tables of one way of recording.
func (j *judgement) write(w io.Writer) {
	fmt.Fprintf(w, "%d recordings; %d gaps of lost events, %d mismatched switches; the target chosen by default is right in %d.\n",
		j.programs, j.gaps, j.mismatches, j.found.Targets+j.disturbed.Targets)
	for _, s := range j.strange {
		fmt.Fprintf(w, "NOT JUDGED: %s\n", s)
	}
	j.waits.write(w)
	j.owners.write(w)
	fmt.Fprintf(w, "\nFindings, by rule, in %d recordings:\n\n", j.found.Recordings)
	j.found.write(w)
	if n := j.disturbed.Recordings; n > 0 {
		fmt.Fprintf(w, "\nNot counted: findings in %d recordings that other programs disturbed:\n\n", n)
		j.disturbed.write(w)
	}
}

// table aligns columns that are separated by tabs.
func table(w io.Writer, rows func(io.Writer)) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	rows(t)
	t.Flush()
}

func (w *waitTally) write(out io.Writer) {
	fmt.Fprintf(out, "\nCategories: %d waits logged, %d met in the trace. Rows are as logged, columns as shown.\n\n", w.Logged, w.Met)
	w.writeMatrix(out)
	w.writeKinds(out)
	w.writeWakers(out)
}

// writeMatrix writes how often what was logged is shown as what.
func (w *waitTally) writeMatrix(out io.Writer) {
	logged, shown := map[string]bool{}, map[string]bool{}
	for c := range w.Cells {
		logged[c.logged], shown[c.shown] = true, true
	}
	columns := inOrder(shown)
	table(out, func(t io.Writer) {
		fmt.Fprintf(t, "\t%s\tright of classified\ttime unclassified\n", strings.Join(columns, "\t"))
		for _, l := range inOrder(logged) {
			row := waitTally{Cells: map[cell]tally{}}
			fmt.Fprint(t, l)
			for _, s := range columns {
				c := cell{l, s}
				row.Cells[c] = w.Cells[c]
				fmt.Fprintf(t, "\t%d", w.Cells[c].count)
			}
			classified, right, open, lost := row.sums()
			fmt.Fprintf(t, "\t%s\t%s\n", percent(right.count, classified.count), percent(open.time, classified.time+open.time+lost.time))
		}
	})
	classified, right, open, lost := w.sums()
	all := classified.time + open.time + lost.time
	fmt.Fprintf(out, "\nOf %d classified waits %s are right; of the waiting time %s is classified rightly, %s wrongly, %s Unclassified, %s Unknown.\n",
		classified.count, percent(right.count, classified.count), percent(right.time, all), percent(classified.time-right.time, all),
		percent(open.time, all), percent(lost.time, all))
}

// inOrder are names of categories in their usual order.
func inOrder(names map[string]bool) []string {
	list := slices.Collect(maps.Keys(names))
	slices.SortFunc(list, func(a, b string) int {
		ca, _ := model.ParseCategory(a)
		cb, _ := model.ParseCategory(b)
		return cmp.Compare(ca, cb)
	})
	return list
}

// writeKinds lists what is wrong or open, by kind of wait, with the evidence.
func (w *waitTally) writeKinds(out io.Writer) {
	var list []kindCell
	for k := range w.Kinds {
		if k.logged != k.shown {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b kindCell) int {
		return cmp.Or(cmp.Compare(rank(a.shown), rank(b.shown)), cmp.Compare(a.kind, b.kind), cmp.Compare(w.Kinds[b].time, w.Kinds[a].time),
			cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	if len(list) == 0 {
		return
	}
	fmt.Fprint(out, "\nWaits that are shown otherwise, by kind; the wrong ones first:\n\n")
	table(out, func(t io.Writer) {
		fmt.Fprintln(t, "kind\tlogged\tshown\tlikely\treason\tevidence\tended by\twaits\ttime\tfor example, ns")
		for _, k := range list {
			n := w.Kinds[k]
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n",
				k.kind, k.logged, k.shown, cmp.Or(k.likely, "-"), cmp.Or(k.reason, "-"), k.evidence, k.ctx, n.count, measure.Duration(n.time), w.Where[k])
		}
	})
}

// rank sorts what is wrong before what is open.
func rank(shown string) int {
	switch shown {
	case unclassified:
		return 1
	case unknown:
		return 2
	}
	return 0
}

func (w *waitTally) writeWakers(out io.Writer) {
	fmt.Fprintf(out, "\nUnblockers: of %d waits it is known who ended them; %s right.\n", w.Named, percent(w.Right, w.Named))
	if len(w.Wrong) == 0 {
		return
	}
	list := slices.SortedFunc(maps.Keys(w.Wrong), func(a, b wrongWaker) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.how, b.how), cmp.Compare(a.ctx, b.ctx))
	})
	fmt.Fprintln(out)
	table(out, func(t io.Writer) {
		fmt.Fprintln(t, "kind\tshown\tcontext\twaits\tfor example, ns")
		for _, k := range list {
			fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\n", k.kind, k.how, k.ctx, w.Wrong[k], w.Where[k])
		}
	})
}

func (t *ownerTally) write(out io.Writer) {
	fmt.Fprint(out, "\nOwners, by what the address is:\n\n")
	table(out, func(w io.Writer) {
		fmt.Fprintln(w, "object\tobjects\tholds claimed\ttime claimed\tnot held\theld while wanted\tclaimed rightly")
		for _, name := range slices.Sorted(maps.Keys(t.By)) {
			o := t.By[name]
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%s\t%s\n", name, o.Objects, o.Claims,
				measure.Duration(o.Claimed), percent(o.Wrong, o.Claimed), measure.Duration(o.Held), percent(o.HeldAndKnown, o.Held))
		}
	})
	if e := t.Elsewhere; e.Objects > 0 {
		fmt.Fprintf(out, "At %d addresses of which the programs log nothing, %d holds are claimed, %s.\n", e.Objects, e.Claims, measure.Duration(e.Claimed))
	}
}

func (t *findingTally) write(out io.Writer) {
	table(out, func(w io.Writer) {
		fmt.Fprintln(w, "rule\tfaults\tunseen\tabsent\tfound\talso true\twrong\tprecision\trecall")
		for _, rule := range slices.SortedFunc(maps.Keys(t.Rules), byRule) {
			r := t.Rules[rule]
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", rule, r.Faults, r.Unseen, r.Absent, r.Found, r.Also, r.Wrong, r.precision(), r.recall())
		}
		sum := t.sums()
		fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", sum.Faults, sum.Unseen, sum.Absent, sum.Found, sum.Also, sum.Wrong, sum.precision(), sum.recall())
	})
	t.writeAbout(out, "Faults that were not found:", t.Missed)
	t.writeAbout(out, "Findings that are not true:", t.Wrong)
}

func byRule(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func (t *findingTally) writeAbout(out io.Writer, title string, list map[about]int) {
	if len(list) == 0 {
		return
	}
	keys := slices.SortedFunc(maps.Keys(list), func(a, b about) int {
		return cmp.Or(byRule(a.rule, b.rule), cmp.Compare(a.program, b.program), cmp.Compare(a.says, b.says))
	})
	fmt.Fprintf(out, "\n%s\n\n", title)
	for _, k := range keys {
		fmt.Fprintf(out, "  %s %s", k.rule, k.program)
		if n := list[k]; n > 1 {
			fmt.Fprintf(out, " (%d times)", n)
		}
		if k.says != "" {
			fmt.Fprintf(out, ": %s", k.says)
		}
		fmt.Fprintln(out)
	}
}
