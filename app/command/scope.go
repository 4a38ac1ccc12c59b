package command

import (
	"fmt"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
)

// scopeFlags are the flags that select a part of a trace.
type scopeFlags struct {
	from, to, window        string
	process, thread, target string
	percent, bucket         string
	lasting                 string
	tick, phase             string
	view                    string
	all                     bool
	externalData            externalFlags
	trees                   treeFlags
}

// declareTimes declares the flags that select a window.
func (s *scopeFlags) declareTimes(f *flagSet) {
	f.StringVar(&s.from, "from", "", "start of the time window, a `TIME` from trace start: 1.5s, 250ms")
	f.StringVar(&s.to, "to", "", "end of the time window, a `TIME` from trace start")
	f.StringVar(&s.window, "window", "", "start and end of the time window, `FROM-TO`, from trace start: 7340ms-7940ms")
}

// declare declares the flags that all reports share.
func (s *scopeFlags) declare(f *flagSet) {
	s.declareTimes(f)
	f.StringVar(&s.process, "process", "", "only threads of processes that match all words of `FILTER`: a part of the name, /regex/, pid:N, peer:NAME (NAME ended a wait of the process), state:sync>10ms (more than 10 ms in that state); !WORD: does not match WORD")
	f.StringVar(&s.thread, "thread", "", "only threads that match all words of `FILTER`: a part of the name, /regex/, pid:N, tid:N, process:NAME, peer:NAME (NAME ended a wait of the thread), state:sync>10ms (more than 10 ms in that state); !WORD: does not match WORD")
	f.StringVar(&s.target, "target", "", "the target process (“this process” in reports), given by a `FILTER`; default: the process that the trace was recorded for")
	f.BoolVar(&s.all, "all", false, "all threads of the machine; default: only threads of the target process (reports about CPUs and disks always cover the whole machine)")
	f.StringVar(&s.view, "view", "", "use the time window and the threads of a view that Threadlens saved as `FILE`")
	f.StringVar(&s.tick, "tick", "", "period of the emulated clock tick, a `TIME` such as 10ms, 4ms or 1ms; default 15.625ms (64 Hz). At each tick, a sampling tool would read CPU use and the run queue")
}

// declareSome declares the flags that only some reports have a use for, see onlyFor.
func (s *scopeFlags) declareSome(f *flagSet) {
	f.StringVar(&s.percent, "percent", "machine", "CPU use as `WHAT`: machine (percent of all CPUs), core (percent of one CPU) or cores (number of CPUs)")
	f.StringVar(&s.phase, "phase", "", "time of the first emulated clock tick (see --tick), a `TIME` from trace start that is less than the period")
	s.externalData.declare(f)
	s.trees.declare(f)
	f.StringVar(&s.lasting, "lasting", "", "list only the waits, time slices, spans etc. that ended in the window and lasted `FROM-TO`, such as 1ms-2ms")
	f.StringVar(&s.bucket, "bucket", "", "length of the time intervals, a `TIME` such as 10ms; each interval is one row. In the reports “boxplot” and “histogram” with --by time, it is one group of values")
}

// parsedScope is the values of the flags before there is a trace.
type parsedScope struct {
	from, to                model.Time
	hasTo, hasPhase         bool
	process, thread, target filter.Filter
	percent                 measure.Denominator
	bucket, tick, phase     model.Time
	lasting                 model.Range
	view                    *keep.ViewFile // nil without one
	all                     bool
	externalData            externalData
	trees                   treeChoice
}

// parse checks the flags, before a long load.
func (s *scopeFlags) parse() (p parsedScope, err error) {
	if err := s.parseTimes(&p); err != nil {
		return p, err
	}
	if s.lasting != "" {
		if p.lasting, err = parseWindow(s.lasting); err != nil {
			return p, fmt.Errorf("--lasting %s: %w", s.lasting, err)
		}
		if p.lasting.Len() == 0 {
			return p, fmt.Errorf("--lasting %s: FROM must be less than TO", s.lasting)
		}
	}
	for _, f := range []struct {
		name, text string
		to         *filter.Filter
	}{{"process", s.process, &p.process}, {"thread", s.thread, &p.thread}, {"target", s.target, &p.target}} {
		if *f.to, err = filter.Parse(f.text); err != nil {
			return p, fmt.Errorf("--%s %s: %w", f.name, f.text, err)
		}
	}
	p.all = s.all
	if s.view != "" {
		v, err := keep.ReadView(s.view)
		if err != nil {
			return p, fmt.Errorf("--view: %w", err)
		}
		p.view = &v
	}
	if p.externalData, err = s.externalData.parse(); err != nil {
		return p, err
	}
	if p.trees, err = s.trees.parse(); err != nil {
		return p, err
	}
	if s.percent == "" {
		return p, nil
	}
	var ok bool
	if p.percent, ok = measure.ParseDenominator(s.percent); !ok {
		return p, fmt.Errorf("--percent %s: needs machine, core or cores", s.percent)
	}
	return p, nil
}

// parseTimes reads the window and the bucket.
func (s *scopeFlags) parseTimes(p *parsedScope) (err error) {
	if s.window != "" {
		if s.from != "" || s.to != "" {
			return usagef("--window sets both ends: leave out --from and --to")
		}
		r, err := parseWindow(s.window)
		if err != nil {
			return fmt.Errorf("--window %s: %w", s.window, err)
		}
		p.from, p.to = r.From, r.To
	}
	for _, f := range []struct {
		name, text string
		to         *model.Time
	}{{"from", s.from, &p.from}, {"to", s.to, &p.to}, {"bucket", s.bucket, &p.bucket}, {"tick", s.tick, &p.tick}, {"phase", s.phase, &p.phase}} {
		if f.text == "" {
			continue
		}
		if *f.to, err = parseTime(f.text); err != nil {
			return fmt.Errorf("--%s %s: %w", f.name, f.text, err)
		}
	}
	p.hasPhase = s.phase != ""
	p.hasTo = s.window != "" || s.to != ""
	if p.hasTo && p.to <= p.from {
		return fmt.Errorf("the time window ends at %s, which is not after its start at %s", measure.Duration(p.to), measure.Duration(p.from))
	}
	if s.bucket != "" && p.bucket == 0 {
		return fmt.Errorf("--bucket %s: must be more than 0", s.bucket)
	}
	if s.tick != "" && p.tick == 0 {
		return fmt.Errorf("--tick %s: must be more than 0", s.tick)
	}
	return nil
}

// seen narrows a scope to the part of the trace in the view file. A view of another trace is
// refused: its times and threads have another meaning.
func (p *parsedScope) seen(t *model.Trace, s *measure.Scope) error {
	if !p.view.Trace.Same(session.FileSource(t.Info.File).Identify()) {
		return fmt.Errorf("%s: the view of --view belongs to another trace, %s; open that trace, or leave out --view", t.Info.File, p.view.Trace.Name)
	}
	s.Range, s.Threads, s.Guest = session.ScopeOf(t, *p.view)
	return nil
}

// of applies the flags to a trace; their window takes precedence over a view's.
func (p *parsedScope) of(t *model.Trace) (s measure.Scope, err error) {
	s = measure.Scope{Range: t.Held(), Percent: p.percent, Bucket: p.bucket, Tick: p.tick, Phase: p.phase, PhaseGiven: p.hasPhase, Lasting: p.lasting, Threads: measure.Visible(t)}
	if p.view != nil {
		if err = p.seen(t, &s); err != nil {
			return s, err
		}
	}
	if p.from > 0 || p.hasTo {
		s.Range = p.times(t)
	}
	if s.Range.Len() == 0 && t.End > 0 {
		return s, outside(t)
	}
	s.Threads = filter.Threads(filter.Place{Trace: t, Window: s.Range}, s.Threads, p.process, p.thread)
	if len(s.Threads) == 0 && p.chosen() && !p.all {
		return s, fmt.Errorf("%s: no thread matches the filters; list the threads with: threadlens report threads %s", t.Info.File, t.Info.File)
	}
	if s.Target, err = measure.FindTarget(t, p.target); err != nil {
		return s, fmt.Errorf("%s: --target: %w", t.Info.File, err)
	}
	if !p.chosen() {
		s.Threads = measure.TargetThreads(t, s.Target)
	}
	p.externalData.apply(t, &s)
	p.trees.apply(&s)
	return s, nil
}

// times is the window that the flags select.
func (p *parsedScope) times(t *model.Trace) model.Range {
	r := model.Range{From: p.from, To: t.End}
	if p.hasTo {
		r.To = min(p.to, t.End)
	}
	return r
}

// window is the window that the flags select, of what the file holds.
func (p *parsedScope) window(t *model.Trace) (model.Range, error) {
	r := p.times(t).Clip(t.Held())
	if r.Len() == 0 {
		return r, outside(t)
	}
	return r, nil
}

// outside is the error for a window of which the trace has nothing.
func outside(t *model.Trace) error {
	return fmt.Errorf("%s: the time window is outside the trace, which is %s long", t.Info.File, measure.Duration(t.End))
}

// chosen reports whether the flags select threads: otherwise they are the target's.
func (p *parsedScope) chosen() bool {
	return p.all || p.view != nil || !p.process.Empty() || !p.thread.Empty()
}
