package text

import (
	"time"

	"threadlens/model"
)

// headerStatement is one kind of statement that is not an event.
type headerStatement struct {
	name     string
	parse    func(*statement)
	anywhere bool // allowed after the first event
}

var headerStatements = [...]headerStatement{
	{"cpus", parseCPUs, false},
	{"place", parsePlace, false},
	{"span", parseSpan, false},
	{"cut", parseCut, false},
	{"os", parseOS, false},
	{"process", declareProcess, false},
	{"thread", declareThread, false},
	{"clock", parseClock, false},
	{"wall", parseWall, false},
	{"target", parseTarget, false},
	{"recorder", parseRecorder, false},
	{"eventcost", parseEventCost, false},
	{"command", parseCommand, false},
	{"pertask", parsePerTask, false},
	{"partialran", parsePartialRan, false},
	{"sampleperiod", parseSamplePeriod, false},
	{"has", parseHas, false},
	{"recorded", parseRecorded, false},
	{"twoclocks", parseTwoClocks, false},
	{"group", parseGroup, false},
	{"around", parseAround, false},
	{"stack", parseStack, true},
	{"lost", parseLost, true},
	{"module", parseModule, true},
	{"records", parseRecords, true},
	{"eventsof", parseEventsOf, true},
	{"diagnostic", parseDiagnostic, true},
}

func parseHeader(s *statement) {
	keyword := s.word("a statement")
	for i := range headerStatements {
		h := &headerStatements[i]
		if h.name != keyword {
			continue
		}
		if s.p.started && !h.anywhere {
			s.fail(h.name+" before the first event", h.name+" after an event")
			return
		}
		h.parse(s)
		return
	}
	if s.p.started {
		s.fail("an event that begins with a time", shown(keyword))
		return
	}
	s.fail("a header statement, or an event that begins with a time", shown(keyword))
}

func parseCPUs(s *statement) {
	s.p.info.CPUs = take(s, "a number of CPUs from 1 to 16384", func(v string) (int, bool) {
		n, ok := parseUint(v, 31)
		return int(n), ok && 1 <= n && n <= model.MaxCPUs
	})
}

func parsePlace(s *statement) {
	cpu := s.cpu("a CPU such as cpu0")
	p := model.Nowhere
	for _, f := range []struct {
		key string
		to  *int32
	}{{"socket", &p.Socket}, {"node", &p.Node}, {"core", &p.Core}} {
		*f.to = option(s, f.key, -1, "a number", func(v string) (int32, bool) {
			n, ok := parseUint(v, 31)
			return int32(n), ok
		})
	}
	p.Class = s.text("class")
	if s.bad.want == "" && cpu < model.MaxCPUs {
		s.p.info.SetPlace(cpu, func(to *model.Place) { *to = p })
	}
}

func parseSpan(s *statement) {
	s.p.t0 = take(s, wantTime, parseTime)
	if !s.more() {
		return
	}
	end := s.time()
	if end < 0 {
		s.fail("an end of the trace that is not before its start", "an end before the start")
		return
	}
	s.p.info.End = end
}

func parseCut(s *statement) {
	from := s.time()
	if to := s.time(); 0 <= from && from < to {
		s.p.info.Cut = model.Range{From: from, To: to}
		return
	}
	s.fail("a start that is not negative, and a later end", "other times")
}

func parseOS(s *statement) {
	os := &s.p.info.OS
	os.Family = take(s, "windows, linux, go or other", func(v string) (string, bool) {
		return v, v == "windows" || v == "linux" || v == "go" || v == "other"
	})
	os.Version = s.text("version")
	os.Machine = s.text("machine")
	os.Processor = s.text("processor")
}

func declareProcess(s *statement) {
	e := blank
	e.Kind = model.KindProcess
	parseProcess(s, &e)
	if s.bad.want != "" {
		return
	}
	if e.Arg == int64(model.ClassTarget) && s.p.info.TargetPID == model.NoPID {
		s.p.info.TargetPID = e.PID
	}
	s.p.emit(&e)
}

// parseProcess is shared by the header statement and the event.
func parseProcess(s *statement, e *model.Event) {
	e.PID = take(s, "a process id", parsePID)
	e.Name = s.name("a process name")
	if s.more() {
		e.Arg = int64(take(s, "target, other, system or idle", model.ParseClass))
	}
	e.Arg2 = int64(option(s, "parent", 0, "a process id", parsePID))
}

func declareThread(s *statement) {
	e := blank
	e.Kind, e.TID = model.KindExists, s.tid()
	e.PID = s.pidOption(model.NoPID)
	name := s.nameOption("name")
	if s.bad.want != "" {
		return
	}
	s.p.emit(&e)
	if e.PID != model.NoPID {
		s.p.pids[e.TID] = e.PID
		s.p.cost += entryCost
	}
	if name != model.NoString {
		e.Kind, e.Name = model.KindName, name
		s.p.emit(&e)
	}
}

func parseClock(s *statement) {
	c := &s.p.info.Clock
	c.Name = s.word("a clock name such as CLOCK_MONOTONIC")
	c.StartNS = option(s, "start", 0, wantNS, parseNS)
	c.ResolutionNS = option(s, "res", 0, wantNS, parseNS)
}

func parseWall(s *statement) {
	s.p.info.StartWall = take(s, "a time of day such as 2026-01-31T12:00:00Z", func(v string) (time.Time, bool) {
		t, err := time.Parse(time.RFC3339Nano, v)
		return t.UTC(), err == nil
	})
}

func parseTarget(s *statement) {
	s.p.info.TargetPID = take(s, "a process id", parsePID)
}

func parseRecorder(s *statement) {
	s.p.info.Recorder = take(s, "a process id", parsePID)
}

func parseEventCost(s *statement) {
	s.p.info.EventCost = take(s, "a duration above zero and up to 1ms, such as 900ns", func(v string) (model.Time, bool) {
		t, ok := parseTime(v)
		return t, ok && t > 0 && t <= model.MostEventCost
	})
}

func parseCommand(s *statement) { s.p.info.Command = s.word("a command line") }

func parsePerTask(s *statement) { s.p.info.PerTask = true }

func parsePartialRan(s *statement) { s.p.info.PartialRan = true }

func parseSamplePeriod(s *statement) {
	s.p.info.SampleEvery = take(s, "a duration above zero, such as 1ms", func(v string) (model.Time, bool) {
		t, ok := parseTime(v)
		return t, ok && t > 0
	})
}

// hasField is one word of the has statement.
type hasField struct {
	name string
	bit  *bool
}

func hasFields(h *model.Has) []hasField {
	return []hasField{
		{"switches", &h.Switches},
		{"wakes", &h.Wakes},
		{"stacks", &h.Stacks},
		{"samples", &h.Samples},
		{"interrupts", &h.Interrupts},
		{"disk", &h.Disk},
		{"faults", &h.Faults},
		{"counters", &h.Counters},
		{"calls", &h.Calls},
	}
}

func parseHas(s *statement) {
	s.p.hasGiven = true
	s.p.info.Has = model.Has{}
	fields := hasFields(&s.p.info.Has)
	for s.more() {
		bit := take(s, "a kind of data such as switches or wakes", func(v string) (*bool, bool) {
			for _, f := range fields {
				if f.name == v {
					return f.bit, true
				}
			}
			return nil, false
		})
		if bit == nil {
			return
		}
		*bit = true
	}
}

// parseRecorded reads what was recorded throughout: faults, their starts, calls for all system
// calls, or the names of calls.
func parseRecorded(s *statement) {
	r := &s.p.info.Recorded
	for s.more() {
		switch word := s.word("faults, faultstarts, calls, blocking, or the name of a system call"); word {
		case "faults":
			r.Faults = true
		case "faultstarts":
			r.FaultStarts = true
		case "calls":
			r.AllCalls = true
		case "blocking":
			r.Blocking = true
		default:
			s.p.cost += int64(len(word) + stringCost)
			r.Calls = append(r.Calls, word)
		}
	}
}

func parseTwoClocks(s *statement) { s.p.info.TwoClocks = true }

func parseLost(s *statement) {
	s.p.info.LostEvents = take(s, "a number of lost events", parseInt)
	s.p.info.LostBuffers = s.intOption("buffers")
}

func parseModule(s *statement) {
	m := model.Module{
		Name: s.word("a module name"), Path: s.text("path"), BuildID: s.text("buildid"), ImageID: s.text("imageid"),
		PDB: s.text("pdb"), Symbols: s.text("symbols"), Missing: s.text("missing"),
	}
	m.Kernel = s.flag("kernel", 1) != 0
	m.Base = s.addressOption("base")
	m.Size = s.addressOption("size")
	s.p.cost += int64(len(m.Name) + moduleCost)
	if s.bad.want == "" {
		s.p.info.Modules = append(s.p.info.Modules, m)
	}
}

// parseRecords reads how many records of a kind were in the file from which this one was made. Such
// a file has no records of its own.
func parseRecords(s *statement) {
	e := model.SourceEvent{
		Name: s.word("the name of a record type"), Count: take(s, "a number of records", parseInt),
		Provider: s.text("provider"), ID: int(s.intOption("id")), Version: int(s.intOption("version")),
	}
	s.p.cost += int64(len(e.Name) + diagnosisCost)
	if s.bad.want == "" {
		s.p.info.SourceEvents = append(s.p.info.SourceEvents, e)
	}
}

// parseEventsOf reads how many events were recorded in a process. A line takes no more memory than
// its bytes allow.
func parseEventsOf(s *statement) {
	c := model.ProcessEvents{PID: take(s, "a process id", parsePID)}
	c.Events = take(s, "a number of events, at least 1", func(v string) (int64, bool) {
		n, ok := parseInt(v)
		return n, ok && n > 0
	})
	if s.bad.want == "" {
		s.p.info.ByProcess = append(s.p.info.ByProcess, c)
	}
}

func parseDiagnostic(s *statement) {
	d := model.Diagnostic{
		Severity: take(s, "info, warning or error", parseSeverity),
		Code:     s.word("a diagnostic code"),
		Text:     s.word("a diagnostic text"),
		Count:    s.intOption("n"),
	}
	d.Range.From = option(s, "from", 0, wantTime, s.p.time)
	d.Range.To = option(s, "to", 0, wantTime, s.p.time)
	s.p.cost += int64(len(d.Code) + len(d.Text) + diagnosisCost)
	if s.bad.want == "" {
		s.p.info.Diagnostics = append(s.p.info.Diagnostics, d)
	}
}

func parseSeverity(v string) (model.Severity, bool) {
	for sev := model.SeverityInfo; sev <= model.SeverityError; sev++ {
		if sev.String() == v {
			return sev, true
		}
	}
	return 0, false
}
