package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// score counts mutants.
type score struct{ tried, noticed, equivalent, survived int }

// percent is the noticed part of those that could be noticed.
func (s score) percent() string {
	if s.tried == s.equivalent {
		return "-"
	}
	return fmt.Sprintf("%d %%", (200*s.noticed/(s.tried-s.equivalent)+1)/2)
}

// report is what is printed at the end.
type report struct {
	root         string // import path
	mutants      []*mutant
	verdicts     []verdict
	equivalents  []equivalent
	tests, sites int
	unfit        []string
}

// dropUntried keeps only the mutants that were tried.
func (r *report) dropUntried() {
	var mutants []*mutant
	var verdicts []verdict
	for i, v := range r.verdicts {
		if v.tried {
			mutants, verdicts = append(mutants, r.mutants[i]), append(verdicts, v)
		}
	}
	r.mutants, r.verdicts = mutants, verdicts
}

// counts adds up mutants by a common property.
func (r *report) counts(by func(*mutant) string) (rows map[string]score, all score) {
	rows = map[string]score{}
	for i, m := range r.mutants {
		s := rows[by(m)]
		for _, s := range []*score{&s, &all} {
			s.tried++
			switch {
			case m.isIn(r.equivalents):
				s.equivalent++
			case r.verdicts[i].noticed:
				s.noticed++
			default:
				s.survived++
			}
		}
		rows[by(m)] = s
	}
	return rows, all
}

// write prints the tables and the survivors.
func (r *report) write(w io.Writer) error {
	fmt.Fprintf(w, "%d mutants of %d possible ones, %d tests.\n", len(r.mutants), r.sites, r.tests)
	packages, all := r.counts(func(m *mutant) string { return r.short(m.pkg) })
	if err := table(w, "package", sortedKeys(packages), packages, all); err != nil {
		return err
	}
	byKind, _ := r.counts(func(m *mutant) string { return string(m.kind) })
	var names []string
	for _, k := range kinds {
		if byKind[string(k.kind)].tried > 0 {
			names = append(names, string(k.kind))
		}
	}
	if err := table(w, "kind", names, byKind, all); err != nil {
		return err
	}
	r.list(w, "Survivors, with how many tests reach them:", func(m *mutant, v verdict) bool {
		return !v.noticed && !m.isIn(r.equivalents)
	})
	r.list(w, "In the list of equivalent mutants, but noticed:", func(m *mutant, v verdict) bool {
		return v.noticed && m.isIn(r.equivalents)
	})
	if len(r.unfit) > 0 {
		fmt.Fprintf(w, "\nTests that were left out, since they failed without a mutant or took too long:\n\n%s\n", strings.Join(r.unfit, "\n"))
	}
	return nil
}

// short is an import path in the module.
func (r *report) short(path string) string {
	return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(path, r.root), "/"), ".")
}

func table(w io.Writer, title string, names []string, rows map[string]score, all score) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	width := len(title)
	for _, name := range names {
		width = max(width, len(name))
	}
	fmt.Fprintf(t, "\n%-*s\ttried\tnoticed\tequivalent\tsurvived\tscore\t\n", width, title)
	row := func(name string, s score) {
		fmt.Fprintf(t, "%-*s\t%d\t%d\t%d\t%d\t%s\t\n", width, name, s.tried, s.noticed, s.equivalent, s.survived, s.percent())
	}
	for _, name := range names {
		row(name, rows[name])
	}
	row("all", all)
	return t.Flush()
}

// list prints mutants in the form of equivalent.txt, except for the first line.
func (r *report) list(w io.Writer, title string, which func(*mutant, verdict) bool) {
	for i, m := range r.mutants {
		if !which(m, r.verdicts[i]) {
			continue
		}
		if title != "" {
			fmt.Fprintf(w, "\n%s\n", title)
			title = ""
		}
		ordinal := ""
		if m.ordinal > 1 {
			ordinal = fmt.Sprint(" ", m.ordinal)
		}
		fmt.Fprintf(w, "\n%s:%d %s%s (%s, %s)\n- %s\n+ %s\n", m.file, m.line, m.function, ordinal, m.kind, plural(r.verdicts[i].tests, "test"), m.before, m.after)
	}
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

// sortedKeys are the keys of a map, in order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
