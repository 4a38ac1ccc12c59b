package model

// linuxState is one row of the prev_state table.
type linuxState struct {
	letter string
	out    Out
	sub    Sub
}

// linuxStates lists the letters of a task's state as the kernel prints them.
// Combinations that are states of their own have their own rows.
var linuxStates = [...]linuxState{
	{"R", OutPreempt, SubRunnable},
	{"R+", OutPreempt, SubRunnable},
	{"S", OutWait, SubInterruptible},
	{"D", OutWait, SubUninterruptible},
	{"T", OutWait, SubSuspended},
	{"t", OutWait, SubTraced},
	{"X", OutDead, SubNone},
	{"Z", OutDead, SubNone},
	{"P", OutWait, SubParked},
	{"I", OutWait, SubKernelIdle},
	{"x", OutDead, SubNone},
	{"W", OutWait, SubInterruptible},
}

// LinuxLetter is the Reason of a prev_state letter; ok is false for unknown
// letters. Qualified states ("D|K") are reduced to the state they qualify, and D
// with N (no load) is the idle kernel thread I.
func LinuxLetter(letter string) (r Reason, ok bool) {
	plain, idle := "", false
	for i := 0; i < len(letter); i++ {
		switch c := letter[i]; {
		case c == '|':
		case c == 'N':
			idle = true
		case c == 'K':
		default:
			plain += string(c)
		}
	}
	if idle && plain == "D" {
		plain = "I"
	}
	for i := range linuxStates {
		if linuxStates[i].letter == plain {
			return reasonLinux | Reason(i), true
		}
	}
	return 0, false
}

// LinuxSwitchOut is the disposition for a Reason made by LinuxLetter. A thread that
// is still runnable is distinguished by the thread that replaces it: priorities are
// kernel values, lower is more urgent, NoPrio is unknown. known is false for a
// Reason that is in no table.
func LinuxSwitchOut(r Reason, toIdle bool, prev, next int16) (out Out, sub Sub, known bool) {
	if _, ok := r.Linux(); !ok {
		return OutWait, SubUnknown, false
	}
	s := &linuxStates[r&0xff]
	switch {
	case s.out != OutPreempt, prev == NoPrio && !toIdle, next == NoPrio && !toIdle:
		return s.out, s.sub, true
	case toIdle:
		return s.out, SubToIdle, true
	case next < prev:
		return s.out, SubHigherPriority, true
	}
	return s.out, SubNotHigher, true
}

// LinuxFlag is one bit of prev_state with the letter the kernel prints for it.
type LinuxFlag struct {
	Bit    uint64
	Letter string
}

// LinuxStateTable returns the prev_state bits of a kernel version, for traces whose
// event format does not list them.
func LinuxStateTable(major, minor int) []LinuxFlag {
	common := []LinuxFlag{{1, "S"}, {2, "D"}, {4, "T"}, {8, "t"}}
	switch v := major*1000 + minor; {
	case v >= 4014:
		return append(common, LinuxFlag{0x10, "X"}, LinuxFlag{0x20, "Z"}, LinuxFlag{0x40, "P"},
			LinuxFlag{0x80, "I"}, LinuxFlag{0x100, "R+"})
	case v >= 4008:
		return append(common, LinuxFlag{0x10, "X"}, LinuxFlag{0x20, "Z"}, LinuxFlag{0x40, "x"},
			LinuxFlag{0x80, "K"}, LinuxFlag{0x100, "W"}, LinuxFlag{0x200, "P"},
			LinuxFlag{0x400, "N"}, LinuxFlag{0x1000, "R+"})
	case v >= 4002:
		return append(common, LinuxFlag{0x10, "Z"}, LinuxFlag{0x20, "X"}, LinuxFlag{0x40, "x"},
			LinuxFlag{0x80, "K"}, LinuxFlag{0x100, "W"}, LinuxFlag{0x200, "P"},
			LinuxFlag{0x400, "N"}, LinuxFlag{0x800, "R+"})
	default:
		return append(common, LinuxFlag{0x10, "Z"}, LinuxFlag{0x20, "X"}, LinuxFlag{0x40, "x"},
			LinuxFlag{0x80, "K"}, LinuxFlag{0x100, "W"}, LinuxFlag{0x200, "P"},
			LinuxFlag{0x400, "R+"})
	}
}

// LinuxState decodes a prev_state value with the bits of flags into a Reason. ok is
// false when bits outside flags are set: the caller counts it, and the thread is
// taken to wait, with low confidence.
func LinuxState(flags []LinuxFlag, value uint64) (r Reason, ok bool) {
	if value == 0 {
		r, _ = LinuxLetter("R")
		return r, true
	}
	letters, known := "", uint64(0)
	for _, f := range flags {
		if f.Bit == 0 || value&f.Bit == 0 {
			continue
		}
		known |= f.Bit
		if f.Letter == "R+" {
			r, _ = LinuxLetter("R+")
			return r, true
		}
		letters += f.Letter
	}
	ok = known == value
	if r, found := LinuxLetter(letters); found {
		return r, ok
	}
	if letters != "" { // a combination: its first letter that is a state decides
		for i := range letters {
			if r, found := LinuxLetter(letters[i : i+1]); found {
				return r, ok
			}
		}
	}
	return 0, false
}
