package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// result is the result of one recording of a case.
type result struct {
	*fieldCase
	skipped     string // why it was not recorded
	err         error  // why it could not be judged
	truth       truths
	disturbance disturbance
	disturbed   string // which limit was exceeded
	found
	verdict
}

// write writes the findings of a case and their verdict.
func (r *result) write(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "## %s: %s\n\n", r.name, r.title)
	switch {
	case r.skipped != "" || r.err != nil:
		fmt.Fprintf(&b, "verdict  %s\n\n", r.outcome())
	default:
		fmt.Fprintf(&b, "truth    %s (%s)\n", r.truth, r.fieldCase.truth)
		fmt.Fprintf(&b, "about    %s\n", r.scope)
		for i := range r.list[:min(len(r.list), firstFive)] {
			f := &r.list[i]
			fmt.Fprintf(&b, "%d        %s, %s, %s, %s, cost %s: %s\n", i+1, f.rule, f.pattern, f.severity, f.threads, quantity{duration, f.cost}, f.sentence)
			if f.try != "" {
				fmt.Fprintf(&b, "         try: %s\n", f.try)
			}
		}
		if n := len(r.list) - firstFive; n > 0 {
			fmt.Fprintf(&b, "         and %d more\n", n)
		}
		if len(r.list) == 0 {
			fmt.Fprintln(&b, "         Nothing was found.")
		}
		fmt.Fprintf(&b, "verdict  %s\n\n", r.outcome())
	}
	_, err := w.Write(b.Bytes())
	return err
}

// outcome is the verdict in words.
func (r *result) outcome() string {
	var words []string
	switch {
	case r.skipped != "":
		return "skipped: " + r.skipped
	case r.err != nil:
		return "not judged: " + strings.TrimSpace(r.err.Error())
	case r.healthy != "" && len(r.wrong) == 0:
		words = append(words, "quiet")
	case r.healthy != "":
		words = append(words, "ALARM: "+strings.Join(r.wrong, "; "))
	case r.place == 0:
		words = append(words, "cause absent")
		if len(r.nearest) > 0 {
			words = append(words, r.nearest...)
		}
	case r.place == 1:
		words = append(words, "cause first")
	default:
		words = append(words, fmt.Sprintf("cause in place %d", r.place))
	}
	if len(r.off) > 0 {
		words = append(words, "number not said: "+strings.Join(r.off, ", "))
	}
	if r.healthy == "" && len(r.wrong) > 0 {
		words = append(words, "FALSE: "+strings.Join(r.wrong, ", "))
	}
	if r.disturbed != "" {
		words = append(words, "disturbed: "+r.disturbed)
	}
	return strings.Join(words, "; ")
}

// right reports whether a case is found as it should be.
func (r *result) right() bool {
	if r.healthy != "" {
		return len(r.wrong) == 0
	}
	return r.place >= 1 && r.place <= firstThree && len(r.off)+len(r.wrong) == 0
}

// results are those of all recordings.
type results []*result

// tally counts the recordings of cases.
type tally struct{ all, first, three, later, absent, off, wrong, right int }

func (t *tally) add(r *result) {
	t.all++
	if r.right() {
		t.right++
	}
	if len(r.off) > 0 {
		t.off++
	}
	if len(r.wrong) > 0 {
		t.wrong++
	}
	switch {
	case r.place == 0:
		t.absent++
	case r.place == 1:
		t.first++
	case r.place <= firstThree:
		t.three++
	default:
		t.later++
	}
}

// write writes one row per recording, and the totals.
func (list results) write(w io.Writer) error {
	var b bytes.Buffer
	var faults, healthy, disturbed tally
	out := 0
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "# All cases\n\ncase\ttruth\tfirst finding\tverdict\n")
	for _, r := range list {
		first := ""
		if len(r.list) > 0 {
			first = r.list[0].rule + " " + r.list[0].pattern
		}
		verdict, _, _ := strings.Cut(r.outcome(), "\n")
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.name, r.truth, first, verdict)
		switch {
		case r.skipped != "" || r.err != nil:
			out++
		case r.disturbed != "":
			disturbed.add(r)
		case r.healthy != "":
			healthy.add(r)
		default:
			faults.add(r)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%d recordings of faults: cause first in %d, in the first three in %d, later in %d, absent in %d; its number not said in %d; a false sentence in %d.\n",
		faults.all, faults.first, faults.first+faults.three, faults.later, faults.absent, faults.off, faults.wrong)
	fmt.Fprintf(&b, "%d recordings of healthy programs: an alarm in %d.\n", healthy.all, healthy.wrong)
	fmt.Fprintf(&b, "Right in all: %d of %d.\n", faults.right+healthy.right, faults.all+healthy.all)
	if disturbed.all > 0 {
		fmt.Fprintf(&b, "Not counted, as other programs disturbed them: %d, of which %d are right.\n", disturbed.all, disturbed.right)
	}
	if out > 0 {
		fmt.Fprintf(&b, "Skipped or not judged: %d.\n", out)
	}
	_, err := w.Write(b.Bytes())
	return err
}
