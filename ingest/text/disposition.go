package text

import (
	"strconv"
	"strings"

	"threadlens/model"
)

// windowsReady is the CSwitch state of a thread that is still runnable.
const windowsReady = 1

// parseDisposition reads the settings of a switch that explain why it happened.
func parseDisposition(s *statement, e *model.Event) {
	e.Prio = option(s, "prio", [2]int16{model.NoPrio, model.NoPrio}, "two priorities such as 120,100", parsePrio)
	parseReason(s, e)
	sub, given := s.setting("sub")
	if !given {
		e.Out, e.Sub = derive(e)
		return
	}
	var ok bool
	if e.Sub, ok = parseSub(sub); !ok {
		s.fail("a reason code such as Futex after sub=", shown(sub))
	}
}

// parseReason reads the raw reason in one system's notation.
func parseReason(s *statement, e *model.Event) {
	reasons := [...]struct {
		key, want string
		parse     func(string) (model.Reason, bool)
	}{
		{"win", "a KWAIT_REASON number from 0 to 255", parseWindows},
		{"linux", "a prev_state letter", model.LinuxLetter},
		{"go", "a wait reason of the Go runtime, such as select,", parseGo},
	}
	given := ""
	for _, r := range reasons {
		text, ok := s.setting(r.key)
		if !ok {
			continue
		}
		if given != "" {
			s.fail("no second reason after "+given+"=", shown(r.key+"="+text))
		}
		given = r.key
		if e.Reason, ok = r.parse(text); !ok {
			s.fail(r.want+" after "+r.key+"=", shown(text))
		}
	}
}

func parseWindows(s string) (model.Reason, bool) {
	n, ok := parseUint(s, 8)
	return model.WindowsReason(uint8(n)), ok
}

func parseGo(s string) (model.Reason, bool) {
	d := model.GoSwitchOut(s, false)
	return d.Reason, d.Reason != 0
}

// parseSub reads a sub-reason's name; a dash is SubNone.
func parseSub(s string) (model.Sub, bool) {
	if s == "-" {
		return model.SubNone, true
	}
	sub, ok := model.ParseSub(s)
	return sub, ok && sub != model.SubNone
}

func parsePrio(s string) (p [2]int16, ok bool) {
	before, after, _ := strings.Cut(s, ",")
	for i, v := range [...]string{before, after} {
		p[i] = model.NoPrio
		if v == "-" {
			continue
		}
		n, err := strconv.ParseInt(v, 10, 16)
		if err != nil {
			return p, false
		}
		p[i] = int16(n)
	}
	return p, true
}

func appendPrio(dst []byte, p int16) []byte {
	if p == model.NoPrio {
		return append(dst, '-')
	}
	return strconv.AppendInt(dst, int64(p), 10)
}

// derive is the disposition and sub-reason of a switch that does not name its sub-reason: what the
// reason implies as far as it fits the disposition. Only a Windows reason that contradicts the word
// "wait" outweighs it, by the rule of the model.
func derive(e *model.Event) (model.Out, model.Sub) {
	d := model.Disposition{Out: e.Out}
	if code, ok := e.Reason.Windows(); ok {
		if e.Out == model.OutWait {
			d = model.WindowsWait(code)
			return d.Out, d.Sub
		}
		d = model.WindowsSwitchOut(windowsReady, code)
	} else if _, ok := e.Reason.Linux(); ok {
		d.Out, d.Sub, _ = model.LinuxSwitchOut(e.Reason, e.Other == model.IdleTID, e.Prio[0], e.Prio[1])
	} else if text, ok := e.Reason.Go(); ok {
		d = model.GoSwitchOut(text, false)
	}
	return e.Out, fit(e.Out, d)
}

// fit is the sub-reason of d if d agrees with out on what becomes of the thread, otherwise the
// default of out.
func fit(out model.Out, d model.Disposition) model.Sub {
	runnable := d.Out == model.OutPreempt || d.Out == model.OutYield
	switch out {
	case model.OutPreempt:
		if runnable && d.Sub != model.SubNone {
			return d.Sub
		}
		return model.SubRunnable
	case model.OutYield:
		return model.SubYield
	case model.OutWait:
		if d.Out == model.OutWait && d.Sub != model.SubNone {
			return d.Sub
		}
		return model.SubUnknown
	}
	return model.SubNone
}
