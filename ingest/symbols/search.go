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

// Options say where files are looked for.
type Options struct {
	// Paths are files and folders that the user named.
	Paths []string
	// Kallsyms are copies of /proc/kallsyms that are no files, but came from pipes.
	Kallsyms []Piped
	// Local is set to look also where the trace says that the files were, where
	// the system keeps debugging symbols, and at the running kernel: on the
	// machine that was traced these are the same. Only what a build id proves to
	// be the same is taken from there.
	Local bool
	// Stores are folders with symbols of Windows programs, as debuggers keep them.
	// Only what is proven to be the same is taken from there.
	Stores []string
	// Snapshots are contents of files that Save wrote; those of other traces are not
	// heeded.
	Snapshots [][]byte
	// Cache is a folder for what large files tell, to be read faster the next time;
	// "" keeps nothing.
	Cache string
}

// Piped is a text that came from a pipe.
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
	// listings are the names in folders, by those in small letters.
	listings map[string]map[string]string
	// builds are the ids of files of symbols that were opened, by path: the user may
	// name many, and any may be that of a module.
	builds map[string][]string
}

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
	// proven is set where only a build id can tell that it is: nobody said so.
	proven bool
}

// of lists the files that may be a module's, those first that the user named.
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

// byBuildID are the places of a file in a folder that is ordered by build ids: as
// debuggers have it, with or without the folder's usual name, and as perf does.
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

// linked are the places of the file with the symbols that an image names: beside
// it, and in the folders that have such files.
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

// checksum is that of a file as links to debugging symbols have it.
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
