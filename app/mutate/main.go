package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"threadlens/app/mutate/on"
)

// options are the flags.
type options struct {
	root, tags string
	seed       uint64
	mutants    int
	packages   string
	tests      string
	at         string
	skip       string
	slowest    time.Duration
	grace      time.Duration
	procs      int
	choice     bool
}

// unmutated are packages that are left out unless they are named: test helpers, tools, and code
// that only a recording reaches.
const unmutated = `^(app|app/(e2e|mutate|zoo)(/.*)?|ingest/(live(/.*)?|record|scenario|etl/etltest|internal/(recorded|fault))|model/modeltest|switchedon)$`

// unwanted are the tests that are left out.
const unwanted = `^Test(Record(ForPerf|Keep|Killed|Tree|TreeOf|Workloads)?|ScenarioRecording|Live.*|(Shared)?Damage|DamagedFiles|Shared(Cut|Flip)|(Flip|Cut)Story)$`

func main() {
	var o options
	flag.StringVar(&o.root, "root", ".", "the `FOLDER` of the module")
	flag.StringVar(&o.tags, "tags", "nogui", "build `TAGS`")
	flag.Uint64Var(&o.seed, "seed", 1, "the `NUMBER` that decides which mutants are made")
	flag.IntVar(&o.mutants, "mutants", 150, "make `N` of them")
	flag.StringVar(&o.packages, "packages", "", "`PATTERNS` of packages to mutate, with spaces between; otherwise all but tools, helpers of tests, and recording")
	flag.StringVar(&o.tests, "tests", "", "run only the tests of packages that match `PATTERNS`, with spaces between; otherwise all that could notice")
	flag.StringVar(&o.at, "at", "", "instead of a choice, all mutants at `PLACES` like model/lines.go:12, or in model/lines.go, with spaces between")
	flag.StringVar(&o.skip, "skip", unwanted, "a `PATTERN` of tests that are left out")
	flag.DurationVar(&o.slowest, "slowest", time.Minute, "tests that take longer than `TIME` are left out")
	flag.DurationVar(&o.grace, "grace", 10*time.Second, "with a mutant, a test may take ten times its own time and `TIME`")
	flag.IntVar(&o.procs, "procs", runtime.NumCPU(), "run `N` tests at a time")
	flag.BoolVar(&o.choice, "choice", false, "print the choice, and try nothing")
	flag.Parse()
	if flag.NArg() > 0 || o.mutants < 1 || o.mutants > on.Limit || o.procs < 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := o.run(ctx, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func (o *options) run(ctx context.Context, out, progress io.Writer) error {
	skip, err := regexp.Compile(o.skip)
	if err != nil {
		return err
	}
	equivalents, err := readEquivalents(equivalentText)
	if err != nil {
		return fmt.Errorf("equivalent.txt: %w", err)
	}
	temp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	// A test can start itself as a user without rights.
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	say := func(format string, args ...any) { fmt.Fprintf(progress, "\r\033[Kmutate: "+format, args...) }
	defer fmt.Fprint(progress, "\r\033[K")

	say("reading the code")
	c, err := load(ctx, o.root, o.tags, temp, "./...")
	if err != nil {
		return err
	}
	ch, err := o.choose(ctx, c)
	if err != nil {
		return err
	}
	r := report{root: c.path, mutants: ch.mutants, equivalents: equivalents, sites: ch.sites}
	if o.choice {
		r.verdicts = make([]verdict, len(r.mutants))
		r.list(out, "Mutants:", func(*mutant, verdict) bool { return true })
		return nil
	}
	say("compiling %d mutants into the tests", len(ch.mutants))
	tested, err := c.match(ctx, strings.Fields(cmp.Or(o.tests, "./...")))
	if err != nil {
		return err
	}
	binaries, err := c.build(ctx, tested, ch, o.procs)
	if err != nil {
		return err
	}
	t := trial{binaries: binaries, skip: skip, procs: o.procs, slowest: o.slowest, grace: o.grace, temp: temp, progress: say}
	if err := t.survey(ctx); err != nil {
		return err
	}
	r.verdicts, err = t.tryAll(ctx, ch.mutants)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if r.tests, r.unfit = t.count, t.unfit; err != nil {
		r.dropUntried()
		err = fmt.Errorf("interrupted: %d mutants of %d were tried", len(r.mutants), len(ch.mutants))
	}
	fmt.Fprint(progress, "\r\033[K")
	return errors.Join(err, r.write(out))
}

// choose picks mutants, or takes those at the requested places.
func (o *options) choose(ctx context.Context, c *code) (*choice, error) {
	packages, err := o.wanted(ctx, c)
	if err != nil {
		return nil, err
	}
	code, found, counts := map[string]*parsed{}, map[string][]*site{}, map[string]int{}
	for _, path := range packages {
		p, err := c.parse(path)
		if err != nil {
			return nil, err
		}
		sites := o.there(c.find(p))
		if len(sites) > 0 {
			code[path], found[path], counts[path] = p, sites, len(sites)
		}
	}
	n := o.mutants
	if o.at != "" {
		n = on.Limit
	}
	ch := &choice{copies: map[string][]byte{}, mutated: map[string]bool{}}
	shares := shares(counts, n)
	for _, path := range sortedKeys(found) {
		ch.sites += counts[path]
		mutants, copies, err := c.install(code[path], order(found[path], o.seed), shares[path], len(ch.mutants))
		if err != nil {
			return nil, err
		}
		ch.mutants = append(ch.mutants, mutants...)
		ch.mutated[path] = len(mutants) > 0
		for name, text := range copies {
			ch.copies[name] = text
		}
	}
	inOrder(ch.mutants)
	if len(ch.mutants) == 0 {
		return nil, fmt.Errorf("there is nothing to mutate")
	}
	return ch, nil
}

// wanted are the packages in which to look for mutants.
func (o *options) wanted(ctx context.Context, c *code) ([]string, error) {
	if o.packages != "" {
		return c.match(ctx, strings.Fields(o.packages))
	}
	all, err := c.match(ctx, []string{"./..."})
	out := regexp.MustCompile(unmutated)
	return slices.DeleteFunc(all, func(path string) bool {
		return out.MatchString(strings.TrimPrefix(strings.TrimPrefix(path, c.path), "/"))
	}), err
}

// there returns the sites at the requested places.
func (o *options) there(sites []*site) []*site {
	if o.at == "" {
		return sites
	}
	return slices.DeleteFunc(sites, func(s *site) bool {
		return !slices.ContainsFunc(strings.Fields(o.at), func(place string) bool {
			return place == s.file || place == s.file+":"+strconv.Itoa(s.line)
		})
	})
}
