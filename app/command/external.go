package command

import (
	"fmt"
	"strconv"
	"strings"

	"threadlens/app/session"
	"threadlens/ingest/counters"
	"threadlens/model"
	"threadlens/model/measure"
)

// externalFlags are the flags for the user's knowledge beyond the trace, and for how metrics are
// shown.
type externalFlags struct {
	counters, offset string
	host, guest      string
	metric, by       string
}

func (b *externalFlags) declare(f *flagSet) {
	f.StringVar(&b.counters, "counters", "", "counters that other tools sampled: a `FILE` from typeperf, relog, sar, sadf -d or pidstat, or CSV with a header, times in the first column and counters in the others")
	f.StringVar(&b.offset, "offset", "", "`TIME` to add to the counters' times; may be negative")
	f.StringVar(&b.host, "host", "", "CPU use of the traced guest as the host reports it, in `PERCENT` of the guest's CPUs")
	f.StringVar(&b.guest, "guest", "", "CPU use measured inside the guest, in `PERCENT` of the guest's CPUs; default: from the trace")
	f.StringVar(&b.metric, "metric", "cpu", "values to show, `WHAT`: "+strings.Join(measure.MetricNames(), ", "))
	f.StringVar(&b.by, "by", "time", "group by `WHAT`: time, process, thread, name or all; for the report “inherited”: thread (its default), process, name, lock or span")
}

// externalData is the values of these flags before there is a trace.
type externalData struct {
	counters *counters.File // nil without any
	offset   model.Time
	guest    measure.GuestFigures
	metric   measure.Metric
	by       measure.Grouping
}

// parse checks the flags and reads the counter file, before a long load.
func (b *externalFlags) parse() (p externalData, err error) {
	var ok bool
	if b.metric == "" { // the verb has no such flags
		return p, nil
	}
	if p.metric, ok = measure.ParseMetric(b.metric); !ok {
		return p, fmt.Errorf("--metric %s: needs one of: %s", b.metric, strings.Join(measure.MetricNames(), ", "))
	}
	if p.by, ok = measure.ParseGrouping(b.by); !ok {
		return p, fmt.Errorf("--by %s: needs time, process, thread, name or all; for the report “inherited”: thread, process, name, lock or span", b.by)
	}
	if b.offset != "" {
		size, below := strings.CutPrefix(b.offset, "-")
		if p.offset, err = parseTime(size); err != nil {
			return p, fmt.Errorf("--offset %s: %w", b.offset, err)
		}
		if below {
			p.offset = -p.offset
		}
	}
	if p.guest.Host, p.guest.HasHost, err = parsePercent("host", b.host); err != nil {
		return p, err
	}
	if p.guest.Guest, p.guest.HasGuest, err = parsePercent("guest", b.guest); err != nil {
		return p, err
	}
	if b.counters != "" {
		if p.counters, err = session.ReadCounters(b.counters); err != nil {
			return p, fmt.Errorf("--counters %w", err)
		}
	}
	return p, nil
}

// parsePercent reads a share from 0 to 100 with or without a sign.
func parsePercent(flag, s string) (v float64, given bool, err error) {
	if s == "" {
		return 0, false, nil
	}
	v, err = strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, "%")), 64)
	if err != nil || !(v >= 0 && v <= 100) {
		return 0, false, fmt.Errorf("--%s %s: needs a percentage of the guest's CPUs, from 0 to 100", flag, s)
	}
	return v, true, nil
}

// apply adds the values of the flags to a trace.
func (p *externalData) apply(t *model.Trace, s *measure.Scope) {
	s.Metric, s.GroupBy = p.metric, p.by
	switch {
	case p.guest.HasHost:
		s.Guest = p.guest
	case p.guest.HasGuest:
		s.Guest.Guest, s.Guest.HasGuest = p.guest.Guest, true
	}
	if p.counters == nil {
		return
	}
	s.Counters = session.PlaceCounters(p.counters, t, p.offset, " Specify --offset to shift them.")
}
