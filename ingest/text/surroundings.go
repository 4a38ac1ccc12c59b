package text

import (
	"strconv"

	"threadlens/model"
)

// parseGroup reads a control group with a quota.
func parseGroup(s *statement) {
	g := model.Group{Path: s.word("a control group's path"), Quota: s.time0(), Period: s.time0()}
	for _, a := range []*model.GroupAccount{&g.First, &g.Last} {
		a.At = s.time()
		a.Periods = take(s, "the number of quota periods", parseNumber)
		a.Throttled = take(s, "the number of quota periods", parseNumber)
		a.Time = s.time0()
	}
	s.p.cost += int64(len(g.Path) + diagnosisCost)
	if s.bad.want == "" {
		s.p.info.Groups = append(s.p.info.Groups, g)
	}
}

// time0 takes a length of time.
func (s *statement) time0() model.Time {
	return take(s, "a duration such as 1ms", func(v string) (model.Time, bool) {
		t, ok := parseTime(v)
		return t, ok && t >= 0
	})
}

// parseNumber reads a number that is not negative.
func parseNumber(v string) (int64, bool) {
	n, ok := parseInt(v)
	return n, ok && n >= 0
}

// parseAround reads the surroundings of a process.
func parseAround(s *statement) {
	a := model.Surroundings{
		PID: take(s, "a process id", parsePID), At: option(s, "at", 0, wantTime, s.p.time),
		Group: s.text("group"), Policy: s.text("policy"), Nice: int(s.intOption("nice")), CPUs: s.text("cpus"),
		MemoryLimit: s.intOption("memory"), MajorFaults: s.intOption("majorfaults"),
	}
	s.p.cost += diagnosisCost
	for s.more() {
		a.Arguments = append(a.Arguments, s.word("a command-line argument"))
		s.p.cost += int64(len(a.Arguments[len(a.Arguments)-1]) + stringCost)
	}
	if s.bad.want == "" {
		s.p.info.Surroundings = append(s.p.info.Surroundings, a)
	}
}

// surroundings writes the control groups, and what is known of processes besides events.
func (w *Writer) surroundings() {
	for i := range w.info.Groups {
		g := &w.info.Groups[i]
		w.statement("group")
		w.words(g.Path)
		w.time(g.Quota)
		w.time(g.Period)
		for _, a := range []*model.GroupAccount{&g.First, &g.Last} {
			w.time(a.At)
			w.words(strconv.FormatInt(a.Periods, 10), strconv.FormatInt(a.Throttled, 10))
			w.time(a.Time)
		}
		w.end()
	}
	for i := range w.info.Surroundings {
		a := &w.info.Surroundings[i]
		w.statement("around")
		w.line = appendPID(append(w.line, ' '), a.PID)
		w.words(a.Arguments...)
		w.timeSetting("at", a.At)
		w.setting("group", a.Group)
		w.setting("policy", a.Policy)
		w.number("nice", int64(a.Nice))
		w.setting("cpus", a.CPUs)
		w.number("memory", a.MemoryLimit)
		w.number("majorfaults", a.MajorFaults)
		w.end()
	}
}
