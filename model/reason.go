package model

import "strconv"

// Reason is the raw code from which the sub-reason of a switch came, kept so that a
// trace can be written out as it was read. Its high byte is the table.
type Reason uint16

const (
	reasonWindows Reason = 1 << 8
	reasonLinux   Reason = 2 << 8
	reasonGo      Reason = 3 << 8
)

// Disposition is the meaning of a switch-out: where the thread goes and why.
type Disposition struct {
	Out      Out
	Sub      Sub
	Reason   Reason
	Conflict bool // state and wait reason in the source contradict each other
	Unknown  bool // the code is in no table: LowConfidence, counted
}

// Windows is the KWAIT_REASON number of r, if r came from Windows.
func (r Reason) Windows() (code uint8, ok bool) {
	return uint8(r), r&^0xff == reasonWindows
}

// Linux is the prev_state letter of r, if r came from Linux.
func (r Reason) Linux() (letter string, ok bool) {
	if r&^0xff != reasonLinux || int(r&0xff) >= len(linuxStates) {
		return "", false
	}
	return linuxStates[r&0xff].letter, true
}

// Go is the reason text of r, if r came from a Go trace and the text is known.
func (r Reason) Go() (text string, ok bool) {
	if r&^0xff != reasonGo || int(r&0xff) >= len(goReasons) {
		return "", false
	}
	return goReasons[r&0xff].text, true
}

// String describes r in the terms of its source, "" for none.
func (r Reason) String() string {
	if c, ok := r.Windows(); ok {
		if int(c) < len(windowsReasons) {
			return windowsReasons[c].name
		}
		return "wait reason " + strconv.Itoa(int(c))
	}
	if l, ok := r.Linux(); ok {
		return l
	}
	g, _ := r.Go()
	return g
}

// waitVerdict is the category of a wait with sub-reason s and raw reason r and the
// flags that come with it, before classification. The reason decides where a
// sub-reason occurs in several categories (Windows KernelGeneric).
func waitVerdict(s Sub, r Reason) (Category, SegmentFlags) {
	if c, ok := r.Windows(); ok && windowsVerdicts[c].sub == s {
		return windowsVerdicts[c].cat, windowsVerdicts[c].flags
	}
	v := &subVerdicts[min(s, NumSubs)]
	return v.cat, v.flags
}

// subVerdicts and windowsVerdicts hold the results of waitVerdict, precomputed:
// they are needed at every switch, and branching on flags would be unpredictable.
var (
	subVerdicts = func() (list [NumSubs + 1]verdict) {
		for s := range list {
			list[s] = verdict{sub: Sub(s), cat: Sub(s).Category(), flags: Sub(s).flags().with(Sub(s).evidence())}
		}
		return list
	}()
	windowsVerdicts = func() (list [256]verdict) {
		for c := range list {
			if c >= len(windowsReasons) {
				list[c].sub = NumSubs // not for a wait
				continue
			}
			w := &windowsReasons[c]
			list[c] = verdict{sub: w.sub, cat: w.cat, flags: (w.sub.flags() &^ LowConfidence).with(w.sub.evidence())}
			if w.weak {
				list[c].flags |= LowConfidence
			}
		}
		return list
	}()
)
