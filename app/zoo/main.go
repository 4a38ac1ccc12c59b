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
	threadlens, programs, readme string
	keep                         string
	again                        bool
	rounds, nice                 int
	disturbed, taken             float64
	recordings, only             string
	debian                       bool
	scripts                      string
}

func main() {
	var o options
	flag.StringVar(&o.threadlens, "threadlens", "./threadlens-nogui", "the `PROGRAM` that records")
	flag.StringVar(&o.programs, "programs", "app/zoo/programs", "the `FOLDER` of the programs' sources")
	flag.StringVar(&o.readme, "readme", "README.md", "the `FILE` with the command for perf")
	flag.StringVar(&o.keep, "keep", "", "keep recordings and logs in `FOLDER`")
	flag.BoolVar(&o.again, "again", false, "record nothing, judge what -keep has kept")
	flag.IntVar(&o.rounds, "rounds", 1, "record each program `N` times in each way")
	flag.IntVar(&o.nice, "nice", 0, "niceness of recorder and program, so that what else runs disturbs less")
	flag.Float64Var(&o.taken, "taken", 50, "the part of the CPU time that the program leaves, in `PERCENT`, that other programs take before faults of idle CPUs are absent")
	flag.Float64Var(&o.disturbed, "disturbed", 10, "the part of the program's demand for CPU, in `PERCENT`, that waits for other programs before findings are not counted")
	flag.StringVar(&o.recordings, "recordings", "default,plain,readme", "`NAMES` of default, plain, readme, stacks, full")
	flag.StringVar(&o.only, "only", "", "only programs whose names contain one of `WORDS`, with commas between")
	flag.BoolVar(&o.debian, "debian", false, "judge programs of Debian by a second observer instead of those that log their waits")
	flag.StringVar(&o.scripts, "scripts", "app/zoo/debian", "the `FOLDER` with what starts the programs of Debian")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	do := run
	if o.debian {
		do = runDebian
	}
	if err := do(ctx, &o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "zoo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o *options, out, progress io.Writer) error {
	ways, err := recordings(o.threadlens, o.readme, strings.Split(o.recordings, ","))
	if err != nil {
		return err
	}
	dir, done, err := o.folder()
	if err != nil {
		return err
	}
	defer done()
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		return err
	}
	var only []string
	if o.only != "" {
		only = strings.Split(o.only, ",")
	}
	list, err := build(ctx, o.programs, bin, only)
	if err != nil {
		return err
	}
	res := results{programs: list, rounds: o.rounds}
	for _, way := range ways {
		res.ways = append(res.ways, newJudgement())
		res.titles = append(res.titles, way.name+": "+way.title)
	}
	for round := range o.rounds {
		for _, p := range list {
			for i := range ways {
				fmt.Fprintf(progress, "\r\033[Kzoo: %s, %s, %d of %d", p.name, ways[i].name, round+1, o.rounds)
				base := filepath.Join(dir, fmt.Sprintf("%s.%s.%d", p.name, ways[i].name, round+1))
				j, err := o.one(ctx, &ways[i], p, base)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					j = newJudgement()
					j.strange = []string{fmt.Sprintf("%s, round %d: %v", p.name, round+1, err)}
				}
				res.ways[i].add(j)
			}
		}
	}
	fmt.Fprint(progress, "\r\033[K")
	return res.write(out)
}

// folder is where recordings go, and a function that removes it if they are not kept.
func (o *options) folder() (dir string, done func(), err error) {
	if o.keep != "" {
		return o.keep, func() {}, os.MkdirAll(o.keep, 0o700)
	}
	if o.again {
		return "", nil, fmt.Errorf("-again judges what -keep has kept: name its folder")
	}
	dir, err = os.MkdirTemp("", "zoo")
	return dir, func() { os.RemoveAll(dir) }, err
}

// attempts is how often a program is recorded at most: perf sometimes fails by itself, and other
// programs may disturb a recording.
const attempts = 3

// one records a program once and judges the recording.
func (o *options) one(ctx context.Context, way *recording, p program, base string) (*judgement, error) {
	trace, log := base+".perf.data", base+".log"
	var r *recorded
	var err error
	for k := range attempts {
		if !o.again {
			if err = way.run(ctx, p, trace, log, o.nice); err != nil && (ctx.Err() != nil || k == attempts-1) {
				return nil, err
			} else if err != nil {
				continue
			}
		}
		if r, err = load(ctx, trace, log); err != nil {
			return nil, err
		}
		if o.again || !o.isDisturbed(r, way) {
			break
		}
	}
	if o.keep == "" {
		if err := os.Remove(trace); err != nil {
			return nil, err
		}
	}
	var absent []string
	if 100*r.taken(filepath.Base(way.command[0])) > o.taken {
		absent = ofIdle
	}
	return judge(ctx, p.name, r, o.isDisturbed(r, way), absent)
}

// isDisturbed reports whether other programs took too much from the program for the findings of a
// recording to be about the program itself.
func (o *options) isDisturbed(r *recorded, way *recording) bool {
	return 100*r.disturbance(filepath.Base(way.command[0])) > o.disturbed
}
