package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

// options are the flags.
type options struct {
	recorder
	cases, only string
	keep        string
	again       bool
	rounds      int
	disturbed   float64
}

func main() {
	o := options{recorder: recorder{longest: usualTimes}}
	flag.StringVar(&o.threadlens, "threadlens", "./threadlens-nogui", "the `PROGRAM` that records and finds")
	flag.StringVar(&o.cases, "cases", "app/field/cases", "the `FOLDER` of the scripts")
	flag.StringVar(&o.only, "only", "", "only cases whose names contain one of `WORDS`, with commas between")
	flag.StringVar(&o.record, "record", "", "`FLAGS` of threadlens record besides the default ones: \"--light\"")
	flag.StringVar(&o.keep, "keep", "", "keep recordings and truths in `FOLDER`")
	flag.BoolVar(&o.again, "again", false, "record nothing, judge what -keep has kept")
	flag.IntVar(&o.rounds, "rounds", 1, "record each case `N` times")
	flag.Float64Var(&o.disturbed, "disturbed", 10, "the part of a case's demand for CPU, or of the recording if that is more, in `PERCENT`, that waits for other programs before it is recorded again, three times at most")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, &o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "field:", err)
		os.Exit(1)
	}
}

// run judges all cases and writes the tables, each case as soon as it is judged.
func run(ctx context.Context, o *options, out, progress io.Writer) error {
	list, err := readCases(o.cases, o.only)
	if err != nil {
		return err
	}
	dir, done, err := o.folder()
	if err != nil {
		return err
	}
	defer done()
	if err := adoptOrphans(); err != nil {
		return err
	}
	var all results
	for round := range o.rounds {
		for i := range list {
			c := &list[i]
			fmt.Fprintf(progress, "\r\033[Kfield: %s, %d of %d", c.name, round+1, o.rounds)
			r := o.judge(ctx, c, filepath.Join(dir, fmt.Sprintf("%s.%d", c.name, round+1)))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			fmt.Fprint(progress, "\r\033[K")
			if err := r.write(out); err != nil {
				return err
			}
			all = append(all, r)
		}
	}
	return all.write(out)
}

// folder is where recordings go, and a function that removes it if they are not kept.
func (o *options) folder() (dir string, done func(), err error) {
	if o.keep != "" {
		return o.keep, func() {}, os.MkdirAll(o.keep, 0o700)
	}
	if o.again {
		return "", nil, fmt.Errorf("-again judges what -keep has kept: name its folder")
	}
	dir, err = os.MkdirTemp("", "field")
	return dir, func() { os.RemoveAll(dir) }, err
}

// attempts is how often a case is recorded at most where other programs disturb it.
const attempts = 3

// judge records a case, unless it judges a kept recording, and judges the findings.
func (o *options) judge(ctx context.Context, c *fieldCase, base string) *result {
	r := &result{fieldCase: c}
	files := recordedFiles{trace: base + ".perf.data", truth: base + ".truth", own: base + ".own"}
	if !o.again {
		if missing := c.missing(); len(missing) > 0 {
			r.skipped = "needs " + strings.Join(missing, ", ")
			return r
		}
	}
	for range attempts {
		if !o.again {
			if r.err = files.record(ctx, &o.recorder, c); r.err != nil {
				return r
			}
		}
		if r.disturbance, r.err = files.disturbance(ctx); r.err != nil {
			return r
		}
		r.disturbed = c.disturbedBy(r.disturbance, o.disturbed)
		if o.again || r.disturbed == "" || ctx.Err() != nil {
			break
		}
	}
	if r.truth, r.err = readTruth(files.truth); r.err != nil {
		return r
	}
	var f *found
	if f, r.err = findings(ctx, o.threadlens, files.trace); r.err != nil {
		return r
	}
	r.found = *f
	r.verdict = c.judge(r.list, r.truth)
	if o.keep == "" {
		r.err = files.remove()
	}
	return r
}
