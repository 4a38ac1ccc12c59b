package container

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// roles are what a file of a recording is about, in the order in which a group
// lists them. It stands between the recording's name and the ending; the main
// file, the first, has nothing there. TraceEvent, and with it PerfView, takes
// NAME.etl, NAME.kernel*.etl, NAME.clr*.etl and NAME.user*.etl together
// (TraceEventSession.MergeInPlace, ZippedETLWriter); Visual Studio's
// Diagnostics Hub writes diaghub.etl, diaghub.kernel.1.etl and
// diaghub.user_*.1.etl; the Concurrency Visualizer NAME.kernel.etl and
// NAME.user.etl, without a main file.
var roles = []string{"", "kernel", "clr", "user"}

// etlName is a file's name taken apart.
type etlName struct {
	full   string
	isETL  bool
	folder string // with its last slash
	base   string // what the files of a recording have in common
	role   int    // index in roles
	part   string // what follows the base, in small letters
	number int    // and the number behind that
}

func parse(name string) etlName {
	at := strings.LastIndexAny(name, `/\`) + 1
	n := etlName{full: name, folder: name[:at]}
	stem, ok := cutEnding(name[at:], ".etl")
	if !ok {
		return n
	}
	n.isETL, n.base = true, stem
	rest, number := stem, 0
	if dot := strings.LastIndexByte(stem, '.'); dot > 0 {
		if v, err := strconv.ParseUint(stem[dot+1:], 10, 31); err == nil {
			rest, number = stem[:dot], int(v)
		}
	}
	dot := strings.LastIndexByte(rest, '.')
	if dot <= 0 {
		return n
	}
	part := strings.ToLower(rest[dot+1:])
	for i := 1; i < len(roles); i++ {
		if strings.HasPrefix(part, roles[i]) {
			n.base, n.role, n.part, n.number = rest[:dot], i, part, number
		}
	}
	return n
}

// cutEnding removes an ending in whatever letters from a name that has more.
func cutEnding(name, ending string) (stem string, ok bool) {
	at := len(name) - len(ending)
	if at <= 0 || !strings.EqualFold(name[at:], ending) {
		return name, false
	}
	return name[:at], true
}

// recording is what the names of one recording's files have in common, and
// loosely those of others by chance.
func (n etlName) recording(loosely bool) string {
	if !loosely {
		return n.folder + n.base
	}
	var folders string
	for folder := range strings.FieldsFuncSeq(n.folder, func(r rune) bool { return r == '/' || r == '\\' }) {
		if !isGUID(folder) {
			folders += folder + "/"
		}
	}
	return strings.ToLower(folders + n.base)
}

// isGUID reports whether a folder's name is a GUID, in braces or not.
func isGUID(s string) bool {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "{"), "}")
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !strings.ContainsRune("0123456789abcdefABCDEF", rune(s[i])) {
			return false
		}
	}
	return true
}

// compare orders the files of a recording.
func (n etlName) compare(o etlName) int {
	return cmp.Or(cmp.Compare(n.role, o.role), cmp.Compare(n.number, o.number),
		strings.Compare(n.part, o.part), strings.Compare(n.full, o.full))
}

// Groups tells which files belong to one recording, by their names, which may
// have folders in front: x.etl with x.kernel.etl, x.clr*.etl and x.user*.etl,
// the files of a Diagnostics Hub session (diaghub.etl, diaghub.kernel.1.etl,
// diaghub.user_*.1.etl), PerfView's (PerfViewData.etl, PerfViewData.kernel.etl,
// PerfViewData.clrRundown.etl) and the Concurrency Visualizer's (x.kernel.etl,
// x.user.etl). Every other .etl file, and whatever has another ending, is a
// group of its own.
//
// Files of different folders do not belong together, unless the folders are
// named by a GUID, as those are in which a .diagsession has its files one by
// one. Small and capital letters are the same, as on Windows. But where that
// would give a recording two files of the same kind, letters and folders count.
//
// The groups come in the order of their first names; within a group the main
// file comes first, then those of the kernel, the runtime and the user.
func Groups(names []string) [][]string {
	files := make([]etlName, len(names))
	loosely := map[string][]etlName{}
	for i, name := range names {
		if files[i] = parse(name); files[i].isETL {
			key := files[i].recording(true)
			loosely[key] = append(loosely[key], files[i])
		}
	}
	strictly := map[string]bool{}
	for key, bucket := range loosely {
		strictly[key] = ambiguous(bucket)
	}
	var groups [][]etlName
	index := map[string]int{} // of groups, by recording
	for _, n := range files {
		key := n.recording(true)
		if strictly[key] {
			key = n.recording(false)
		}
		i, known := index[key]
		if !known || !n.isETL {
			i = len(groups)
			groups = append(groups, nil)
		}
		if n.isETL {
			index[key] = i
		}
		groups[i] = append(groups[i], n)
	}
	sorted := make([][]string, len(groups))
	for i, g := range groups {
		slices.SortStableFunc(g, etlName.compare)
		for _, n := range g {
			sorted[i] = append(sorted[i], n.full)
		}
	}
	return sorted
}

// ambiguous reports whether files that seem to be of one recording cannot be.
func ambiguous(files []etlName) bool {
	type kind struct {
		part   string
		number int
	}
	seen := map[kind]bool{}
	for _, n := range files {
		k := kind{n.part, n.number}
		if seen[k] {
			return true
		}
		seen[k] = true
	}
	return false
}
