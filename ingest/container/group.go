package container

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// roles are the roles of a recording's files, in the order in which a group lists them. The role is
// between the recording's name and the ending; the main file, the first, has none. TraceEvent, and
// with it PerfView, reads NAME.etl, NAME.kernel*.etl, NAME.clr*.etl and NAME.user*.etl together
// (TraceEventSession.MergeInPlace, ZippedETLWriter); Visual Studio's Diagnostics Hub writes
// diaghub.etl, diaghub.kernel.1.etl and diaghub.user_*.1.etl; the Concurrency Visualizer
// NAME.kernel.etl and NAME.user.etl, without a main file.
var roles = []string{"", "kernel", "clr", "user"}

// etlName is a parsed file name.
type etlName struct {
	full   string
	isETL  bool
	folder string // with its last slash
	base   string // common to the files of a recording
	role   int    // index in roles
	part   string // what follows the base, in lower case
	number int    // and the number after that
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

// cutEnding removes an ending in any case from a name that is longer.
func cutEnding(name, ending string) (stem string, ok bool) {
	at := len(name) - len(ending)
	if at <= 0 || !strings.EqualFold(name[at:], ending) {
		return name, false
	}
	return name[:at], true
}

// recording is the common part of the names of one recording's files; loosely, unrelated files may
// share it by chance.
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

// Groups finds the files of each recording by their names, which may include folders: x.etl with
// x.kernel.etl, x.clr*.etl and x.user*.etl, the files of a Diagnostics Hub session (diaghub.etl,
// diaghub.kernel.1.etl, diaghub.user_*.1.etl), PerfView's (PerfViewData.etl,
// PerfViewData.kernel.etl, PerfViewData.clrRundown.etl) and the Concurrency Visualizer's
// (x.kernel.etl, x.user.etl). Every other .etl file, and any file with another ending, is a
// separate group.
//
// Files of different folders do not belong together, unless the folders are named by a GUID, like
// those that a .diagsession has for each file. Case does not matter, as on Windows. But where that
// would give a recording two files of the same kind, case and folders count.
//
// The groups come in the order of their first names; within a group the main file comes first, then
// the files of the kernel, the runtime and the user.
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

// ambiguous reports whether files that seem to belong to one recording cannot.
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
