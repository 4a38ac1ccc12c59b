package symbols

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Local are Options for files that the user named and for what this machine has: also the folders
// that the environment names for debuggers on Windows. The contents of large files are kept in the
// user's cache folder.
func Local(paths []string) Options {
	opt := Options{Paths: paths, Local: true}
	for _, name := range []string{"_NT_SYMBOL_PATH", "_NT_ALT_SYMBOL_PATH"} {
		for _, dir := range storesOf(os.Getenv(name)) {
			if !slices.Contains(opt.Stores, dir) {
				opt.Stores = append(opt.Stores, dir)
			}
		}
	}
	if dir, err := os.UserCacheDir(); err == nil {
		opt.Cache = filepath.Join(dir, "threadlens", "symbols")
	}
	if dir, err := Downloads(); err == nil {
		opt.Stores = append(opt.Stores, dir)
	}
	return opt
}

// Downloads is the folder for files that the user downloads from symbol servers. Local searches it
// too.
func Downloads() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "threadlens", "pdb"), err
}

// storesOf are the folders of this machine in a symbol path of Windows debuggers: folders, and
// chains of them that end at a server, as srv*C:\cache*https://server; separated by semicolons.
// Servers, and folders of other machines, are left out: no network is used.
func storesOf(path string) (folders []string) {
	for entry := range strings.SplitSeq(path, ";") {
		parts := strings.Split(strings.TrimSpace(entry), "*")
		switch strings.ToLower(parts[0]) {
		case "symsrv": // the library that downloads, then as srv
			parts = parts[min(2, len(parts)):]
		case "srv", "cache":
			parts = parts[1:]
		}
		for _, dir := range parts {
			if dir = strings.TrimSpace(dir); dir != "" && !strings.Contains(dir, "://") && !remote(dir) {
				folders = append(folders, filepath.Clean(dir))
			}
		}
	}
	return folders
}

// remote reports whether a Windows path is on another machine, or a device.
func remote(path string) bool {
	return strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//")
}

// driveFile is a path on this machine that a trace names, "" where it has no drive: the author of a
// trace must not make this machine contact others.
func driveFile(path string) string {
	if len(path) > 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/') && !strings.Contains(path[2:], ":") {
		return path
	}
	return ""
}

// windowsParts are the parts of a Windows path without its drive.
func windowsParts(path string) []string {
	if driveFile(path) != "" {
		path = path[2:]
	}
	return strings.FieldsFunc(path, func(r rune) bool { return r == '\\' || r == '/' })
}

// windowsBase is the last part of a Windows path, "" without one.
func windowsBase(path string) string {
	if parts := windowsParts(path); len(parts) > 0 {
		return parts[len(parts)-1]
	}
	return ""
}

// within is the file at a place below a folder, in any case: Windows names ignore it. "" if there
// is none: symbol servers have folders with the names of files in them.
func (s *search) within(dir string, elem ...string) string {
	for _, e := range elem {
		if e == "" || e == "." || e == ".." || strings.ContainsAny(e, `/\:`) {
			return ""
		}
		exact := filepath.Join(dir, e)
		if _, err := os.Stat(exact); err == nil {
			dir = exact
			continue
		}
		name, ok := s.listing(dir)[strings.ToLower(e)]
		if !ok {
			return ""
		}
		dir = filepath.Join(dir, name)
	}
	if st, err := os.Stat(dir); err != nil || st.IsDir() {
		return ""
	}
	return dir
}

// listing is the contents of a folder, by lower-case name.
func (s *search) listing(dir string) map[string]string {
	if list, ok := s.listings[dir]; ok {
		return list
	}
	list := map[string]string{}
	if f, err := os.Open(dir); err == nil && len(s.listings) < maxListings {
		names, _ := f.Readdirnames(maxListed)
		f.Close()
		slices.Sort(names)
		for _, n := range names {
			list[strings.ToLower(n)] = n
		}
	}
	if s.listings == nil {
		s.listings = map[string]map[string]string{}
	}
	if len(s.listings) < maxListings {
		s.listings[dir] = list
	}
	return list
}

// stored are the places of a file in a folder: the file itself, or in a symbol server's layout, in
// a folder named by its id; large ones have a first level of folders by the first letters.
func stored(name, id string) [][]string {
	list := [][]string{{name}}
	if id != "" && len(name) > 2 {
		list = append(list, []string{name, id, name}, []string{name[:2], name, id, name})
	}
	return list
}
