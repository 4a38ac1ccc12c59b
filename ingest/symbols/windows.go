package symbols

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"threadlens/ingest/symbols/pdb"
	"threadlens/ingest/symbols/pe"
	"threadlens/ingest/symbols/undecorate"
	"threadlens/model"
)

// windowsNames finds the functions of a Windows image: in its symbol file, or else in the image
// itself.
func (s *search) windowsNames(ctx context.Context, m *model.Module) (n *names, missing string) {
	if strings.HasPrefix(m.Path, "[") || windowsBase(m.Path) == "" {
		return nil, "The module is not a file, so Threadlens cannot find its symbols."
	}
	reasons := notes{}
	if n := s.pdbNames(ctx, m, m.BuildID, m.PDB, &reasons); n != nil {
		return n, ""
	}
	for _, c := range s.windowsImages(m) {
		n, err := s.peNames(ctx, c, m, &reasons)
		if n != nil {
			return n, ""
		}
		if !errors.Is(err, fs.ErrNotExist) && err != nil {
			reasons.add(c, err.Error())
		}
	}
	return nil, reasons.text + wantedOnWindows(m)
}

// windowsImages are the files that may be an image.
func (s *search) windowsImages(m *model.Module) []candidate {
	base := windowsBase(m.Path)
	list := s.windowsFiles(base, m.ImageID, false)
	for _, dir := range s.folders {
		if p := s.within(dir, windowsParts(m.Path)...); p != "" {
			list = append(list, candidate{p, false})
		}
	}
	if file := driveFile(m.Path); file != "" && s.opt.Local && runtime.GOOS == "windows" {
		list = append(list, candidate{file, true})
	}
	return unique(list)
}

// windowsFiles are the files with a name among those that the user named, and in the folders for
// symbols. Files that the user did not name must be proven.
func (s *search) windowsFiles(name, id string, prove bool) (list []candidate) {
	for _, f := range s.files {
		list = append(list, candidate{f, prove || !strings.EqualFold(filepath.Base(f), name)})
	}
	for _, dir := range slices.Concat(s.folders, s.opt.Stores) {
		for i, place := range stored(name, id) {
			if p := s.within(dir, place...); p != "" {
				list = append(list, candidate{p, prove || i > 0 || !slices.Contains(s.folders, dir)})
			}
		}
	}
	return list
}

func unique(list []candidate) []candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c candidate) bool {
		was := seen[c.path]
		seen[c.path] = true
		return was
	})
}

// pdbNames finds the symbol file of a build, whose name the linker noted.
func (s *search) pdbNames(ctx context.Context, m *model.Module, id, noted string, reasons *notes) *names {
	name := windowsBase(noted)
	if id == "" || name == "" {
		return nil
	}
	list := s.windowsFiles(name, id, true)
	ext := strings.TrimPrefix(filepath.Ext(windowsBase(m.Path)), ".")
	for _, dir := range slices.Concat(s.folders, s.opt.Stores) {
		for _, place := range [][]string{{ext, name}, {"symbols", ext, name}} {
			if p := s.within(dir, place...); p != "" {
				list = append(list, candidate{p, true})
			}
		}
	}
	if s.opt.Local && runtime.GOOS == "windows" {
		for _, p := range []string{driveFile(noted), driveFile(m.Path)} {
			if p != "" {
				list = append(list, candidate{filepath.Join(filepath.Dir(p), name), true})
			}
		}
	}
	for _, c := range unique(list) {
		if strings.EqualFold(filepath.Ext(c.path), ".pdb") {
			n, err := s.readPDB(ctx, c.path, id)
			if err == nil {
				return n
			}
			if !errors.Is(err, fs.ErrNotExist) {
				c.proven = !strings.EqualFold(filepath.Base(c.path), name)
				reasons.add(c, err.Error())
			}
		}
	}
	return nil
}

var errOther = errors.New(anotherBuild)

// readPDB reads a symbol file, unless it is of another build.
func (s *search) readPDB(ctx context.Context, path, id string) (*names, error) {
	same := func(have string) bool { return strings.EqualFold(have, id) }
	if ids := s.builds[path]; len(ids) > 0 && !slices.ContainsFunc(ids, same) {
		return nil, errOther
	}
	r, size, err := openSized(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := pdb.Open(r, size)
	if err != nil {
		return nil, err
	}
	if s.builds == nil {
		s.builds = map[string][]string{}
	}
	s.builds[path] = f.IDs
	if !slices.ContainsFunc(f.IDs, same) {
		return nil, errOther
	}
	x, err := cache(s.opt.Cache).read(r, "pdb "+id, func() (*contents, error) { return functionsOf(ctx, f) })
	if err != nil {
		return nil, err
	}
	if len(x.list) == 0 {
		return nil, errNoNames
	}
	x86, moves := f.X86, x.moves
	return &names{
		table: newTable(x.list), source: path,
		address: func(p place) (uint64, bool) {
			if !p.inFile {
				return 0, false
			}
			return moves.Address(p.offset)
		},
		readable: func(name string) string { return windowsName(name, x86) },
	}, nil
}

// functionsOf are the functions in a symbol file.
func functionsOf(ctx context.Context, f *pdb.File) (*contents, error) {
	functions, moves, err := f.Functions(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]symbol, len(functions))
	for i, fn := range functions {
		list[i] = symbol{start: uint64(fn.Start), end: uint64(fn.End), name: fn.Name}
		if !fn.Public {
			list[i].rank = 1
		}
	}
	return &contents{newTable(list).list, moves}, nil
}

// windowsName is a name as in the source code, of any compiler.
func windowsName(name string, x86 bool) string { return demangled(undecorate.Name(name, x86)) }

// peNames reads an image, if it is the module's, and finds its symbol file where the trace does not
// contain which that is.
func (s *search) peNames(ctx context.Context, c candidate, m *model.Module, reasons *notes) (*names, error) {
	r, size, err := openSized(c.path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	im, err := pe.Open(r, size)
	if err == nil {
		err = sameImage(im, c, m)
	}
	if err != nil {
		return nil, err
	}
	if m.BuildID == "" {
		if n := s.pdbNames(ctx, m, im.BuildID, im.PDB, reasons); n != nil {
			return n, nil
		}
	}
	functions, all, err := im.Functions(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]symbol, 0, len(functions))
	for _, fn := range functions {
		list = append(list, symbol{start: uint64(fn.Start), end: uint64(fn.End), name: fn.Name})
	}
	if len(list) == 0 {
		return nil, errNoNames
	}
	n := &names{
		table: newTable(list), source: c.path,
		address:  func(p place) (uint64, bool) { return p.offset, p.inFile },
		readable: func(name string) string { return windowsName(name, im.X86) },
	}
	if !all {
		n.missing = wantedSymbols(im.PDB, im.BuildID)
	}
	return n, nil
}

// sameImage is nil for an image that is the module's: both have the same symbol file, or else the
// same date and size.
func sameImage(im *pe.Image, c candidate, m *model.Module) error {
	same := false
	switch {
	case m.BuildID != "" && im.BuildID != "":
		same = strings.EqualFold(m.BuildID, im.BuildID)
	case m.ImageID != "":
		same = strings.EqualFold(m.ImageID, im.ID)
	case c.proven:
		return errors.New("may be from another build: the trace does not record which build was loaded")
	default:
		same = true
	}
	if !same {
		return errOther
	}
	return nil
}

// File is a symbol file of a Windows image: its name, and GUID and age in the notation of symbol
// servers.
type File struct{ Name, ID string }

// String is the place of the file below a symbol folder or server.
func (f File) String() string { return strings.Join([]string{f.Name, f.ID, f.Name}, "/") }

// Wanted are the files that would name more functions of a trace that Resolve has processed, as far
// as the trace identifies them. Each is listed once.
func Wanted(t *model.Trace) (list []File) {
	seen := map[string]bool{}
	for i := range t.Info.Modules {
		m := &t.Info.Modules[i]
		f := File{windowsBase(m.PDB), m.BuildID}
		key := strings.ToLower(f.String())
		if t.Info.OS.Family == "windows" && m.Missing != "" && f.Name != "" && f.ID != "" && !seen[key] {
			seen[key] = true
			list = append(list, f)
		}
	}
	return list
}

// wantedSymbols names the file that has the names of all functions.
func wantedSymbols(noted, id string) string {
	name := windowsBase(noted)
	if id == "" || name == "" {
		return "The file contains only the names of exported functions, and does not state which symbol file (PDB) contains the others."
	}
	return fmt.Sprintf("To get the names of functions that are not exported, download %s from a symbol server and add it to the symbol paths.", File{name, id})
}

// wantedOnWindows states what would provide the names of a module.
func wantedOnWindows(m *model.Module) string {
	base, name := windowsBase(m.Path), windowsBase(m.PDB)
	image := base
	if m.ImageID != "" {
		image = File{base, m.ImageID}.String()
	}
	if m.BuildID == "" || name == "" {
		return fmt.Sprintf("Add the module's own file, %s, to the symbol paths.", image)
	}
	return fmt.Sprintf("Download %s from a symbol server and add it to the symbol paths. If only the names of exported functions are needed, the module's own file, %s, is enough.",
		File{name, m.BuildID}, image)
}
