package symbols

import (
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"threadlens/ingest/given"
	"threadlens/model"
)

// Options are where to look for files.
type Options struct {
	// Paths are files and folders that the user named.
	Paths []string
	// Kallsyms are copies of /proc/kallsyms that came from pipes instead of files.
	Kallsyms []Piped
	// Local also searches where the trace names files, where the system keeps debugging symbols,
	// and the running kernel: on the traced machine these are the same. Only what a build id proves
	// to be the same is used from there.
	Local bool
	// Stores are folders with symbols of Windows programs, as debuggers keep them. Only what is
	// proven to be the same is used from there.
	Stores []string
	// Snapshots are contents of files that Save wrote; those of other traces are ignored.
	Snapshots [][]byte
	// Cache is a folder for the contents of large files, for faster reading the next time; "" keeps
	// nothing.
	Cache string
}

// Piped is a text from a pipe.
type Piped struct {
	Source string // the name of the pipe
	Data   []byte // at most MaxText
}

// debugRoot is where Linux systems keep debugging symbols.
const debugRoot = "/usr/lib/debug"

// search finds the files of modules.
type search struct {
	opt     Options
	linux   bool // the traced system
	windows bool
	running runningKernel
	files   []string // among the paths
	folders []string
	// listings are the names in folders, by their lower-case form.
	listings map[string]map[string]string
	// builds are the ids of symbol files that were opened, by path: the user may name many, and any
	// may belong to a module.
	builds map[string][]string
}

// runningKernel are the files that identify the running kernel and list its functions.
type runningKernel struct{ notes, version, kallsyms string }

func newSearch(opt Options, info *model.Info) *search {
	s := &search{
		opt: opt, linux: info.OS.Family == "linux", windows: info.OS.Family == "windows",
		running: runningKernel{"/sys/kernel/notes", "/proc/sys/kernel/osrelease", "/proc/kallsyms"},
	}
	for _, p := range opt.Paths {
		if st, err := os.Stat(p); err == nil && st.IsDir() {
			s.folders = append(s.folders, p)
		} else {
			s.files = append(s.files, p)
		}
	}
	return s
}

// candidate is a file that may be that of a module.
type candidate struct {
	path string
	// proven is set where only a build id can prove that it is: the user did not name it.
	proven bool
}

// of lists the files that may be a module's, those that the user named first.
func (s *search) of(m *model.Module) []candidate {
	file, _ := strings.CutSuffix(m.Path, " (deleted)")
	base := filepath.Base(filepath.FromSlash(file))
	var list []candidate
	for _, f := range s.files {
		name := filepath.Base(f)
		list = append(list, candidate{f, name != base && name != base+".debug"})
	}
	for _, dir := range s.folders {
		list = append(list, candidate{filepath.Join(dir, filepath.FromSlash(filepath.Clean("/"+file))), false},
			candidate{filepath.Join(dir, base), false}, candidate{filepath.Join(dir, base+".debug"), false})
		list = append(list, byBuildID(dir, m.BuildID)...)
	}
	if s.opt.Local && s.linux && runtime.GOOS == "linux" && m.BuildID != "" {
		if filepath.IsAbs(file) {
			list = append(list, candidate{file, true})
		}
		if home, err := os.UserHomeDir(); err == nil {
			list = append(list, byBuildID(filepath.Join(home, ".debug"), m.BuildID)...)
		}
		list = append(list, byBuildID(debugRoot, m.BuildID)...)
	}
	return slices.Compact(list)
}

// byBuildID are the places of a file in a folder organised by build ids: in the debuggers' layout,
// with or without the folder's usual name, and in perf's.
func byBuildID(dir, id string) []candidate {
	if len(id) < 4 {
		return nil
	}
	var list []candidate
	for _, root := range []string{filepath.Join(dir, ".build-id"), dir} {
		at := filepath.Join(root, id[:2], id[2:])
		list = append(list, candidate{at + ".debug", true}, candidate{filepath.Join(at, "elf"), true}, candidate{filepath.Join(at, "vdso"), true})
	}
	return list
}

// linked are the places of the symbol file that an image names: next to it, and in the folders for
// such files.
func (s *search) linked(image, name string) []string {
	dir := filepath.Dir(image)
	list := []string{filepath.Join(dir, name), filepath.Join(dir, ".debug", name)}
	for _, root := range s.folders {
		list = append(list, filepath.Join(root, name))
	}
	if abs, err := filepath.Abs(dir); err == nil && s.opt.Local && runtime.GOOS == "linux" {
		list = append(list, filepath.Join(debugRoot, abs, name))
	}
	return list
}

// checksum is a file's checksum as in links to debugging symbols.
func checksum(path string) (uint32, bool) {
	f, err := given.Regular(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	h := crc32.NewIEEE()
	_, err = io.Copy(h, f)
	return h.Sum32(), err == nil
}

// openSized opens a regular file and returns its size.
func openSized(path string) (*os.File, int64, error) {
	f, err := given.Regular(path)
	if err != nil {
		return nil, 0, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, st.Size(), nil
}
