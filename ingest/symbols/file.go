package symbols

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"threadlens/ingest/given"
	"threadlens/model"
)

// fileNames finds the functions of a module that is a file; if there are none it states what would
// provide them.
func (s *search) fileNames(m *model.Module) (n *names, missing string) {
	if strings.HasPrefix(m.Path, "[") && m.BuildID == "" {
		return nil, "The module is not a file, and the trace has no build ID for it: Threadlens cannot find its symbols."
	}
	reasons := notes{}
	for _, c := range s.of(m) {
		im, err := openImage(c.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			reasons.add(c, err.Error())
			continue
		}
		n, why := s.imageNames(im, c, m)
		im.close()
		if n != nil {
			return n, ""
		}
		reasons.add(c, why)
	}
	return nil, reasons.sentence(m)
}

// imageNames are the names in an image, if it is the module's.
func (s *search) imageNames(im *image, c candidate, m *model.Module) (n *names, why string) {
	switch {
	case m.BuildID != "" && im.buildID != m.BuildID:
		return nil, anotherBuild
	case m.BuildID == "" && c.proven:
		return nil, "may be from another build: the trace has no build ID for this module"
	case im.debugOnly():
		return nil, "has only debugging symbols and no code: the executable or library itself is needed too"
	}
	n = &names{source: c.path, readable: readable, address: func(f place) (uint64, bool) {
		if !f.inFile {
			return 0, false
		}
		return im.address(f.offset)
	}}
	list, err := s.functions(im, elf.SHT_SYMTAB)
	if len(list) == 0 && err == nil {
		if list, n.source = s.debugFunctions(im, c.path, m); len(list) == 0 {
			n.source = c.path
			n.missing = "The file contains only the names of exported functions. For the other names, add the file's debugging symbols to the symbol paths."
			list, err = s.functions(im, elf.SHT_DYNSYM)
		}
	}
	switch {
	case err != nil:
		return nil, err.Error()
	case len(list) == 0:
		return nil, errNoNames.Error()
	}
	n.table = newTable(list)
	return n, ""
}

// functions are those of a symbol table of a file, each address once.
func (s *search) functions(im *image, kind elf.SectionType) ([]symbol, error) {
	id := ""
	if im.buildID != "" {
		id = fmt.Sprintf("elf %d %s", kind, im.buildID)
	}
	x, err := cache(s.opt.Cache).read(im.file, id, func() (*contents, error) {
		list, err := im.functions(kind)
		return &contents{list: newTable(list).list}, err
	})
	if err != nil {
		return nil, err
	}
	return x.list, nil
}

// debugFunctions are the functions in the symbol file of an image, and that file.
func (s *search) debugFunctions(im *image, path string, m *model.Module) (list []symbol, source string) {
	read := func(path string, same func(*image) bool) bool {
		d, err := openImage(path)
		if err != nil {
			return false
		}
		defer d.close()
		if same(d) {
			list, _ = s.functions(d, elf.SHT_SYMTAB)
			source = path
		}
		return len(list) > 0
	}
	for _, c := range s.of(&model.Module{Path: m.Path, BuildID: im.buildID}) {
		if im.buildID != "" && c.path != path && read(c.path, func(d *image) bool { return d.buildID == im.buildID }) {
			return list, source
		}
	}
	name, crc, ok := im.debugLink()
	if !ok {
		return nil, ""
	}
	for _, p := range s.linked(path, name) {
		if read(p, func(d *image) bool {
			if d.buildID != "" && im.buildID != "" {
				return d.buildID == im.buildID
			}
			sum, ok := checksum(p)
			return ok && sum == crc
		}) {
			return list, source
		}
	}
	return nil, ""
}

// mapNames finds what a JIT compiler lists about its code.
func (s *search) mapNames(m *model.Module) (n *names, missing string) {
	reasons := notes{}
	for _, c := range s.of(m) {
		if c.proven {
			continue
		}
		f, err := given.Regular(c.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var t *table
		if err == nil {
			t, err = readPerfMap(f)
			f.Close()
		}
		if err == nil {
			return &names{table: t, source: c.path, readable: readable, address: func(f place) (uint64, bool) { return f.addr, true }}, ""
		}
		reasons.add(c, err.Error())
	}
	return nil, reasons.text + fmt.Sprintf("The code was generated at run time: the program can list its functions in %s (Java: -XX:+DumpPerfMapAtExit, .NET: DOTNET_PerfMapEnabled=1, "+
		"Node.js: --perf-basic-prof); add that file to the symbol paths.", m.Path)
}

// notes are the reasons why files were not used.
type notes struct{ text string }

// add adds one reason; for files that nobody named as the right ones, only another build is worth
// reporting.
func (r *notes) add(c candidate, why string) {
	if r.text == "" && (!c.proven || why == anotherBuild) {
		r.text = fmt.Sprintf("%s %s. ", c.path, why)
	}
}

// sentence states what would provide the names of a module.
func (r *notes) sentence(m *model.Module) string {
	file, _ := strings.CutSuffix(m.Path, " (deleted)")
	build := ""
	if m.BuildID != "" {
		build = " with the build ID " + m.BuildID
	}
	return fmt.Sprintf("%sAdd the file %s%s to the symbol paths.", r.text, filepath.Base(filepath.FromSlash(file)), build)
}
