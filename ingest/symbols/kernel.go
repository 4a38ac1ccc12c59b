package symbols

import (
	"bytes"
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"threadlens/ingest/given"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// kernelNames finds the functions of the kernel and its modules.
func (s *search) kernelNames(info *model.Info) (n *names, missing string) {
	m := kernelOf(info)
	reason := ""
	for _, p := range s.opt.Kallsyms {
		n, err := kernelIn(bytes.NewReader(p.Data), p.Source, m)
		if err == nil {
			return n, ""
		}
		reason = cmp.Or(reason, fmt.Sprintf("%s %v. ", p.Source, err))
	}
	for _, p := range s.kernelFiles(m) {
		n, err := readKernel(p, m)
		if err == nil {
			return n, ""
		}
		if !errors.Is(err, fs.ErrNotExist) {
			reason = cmp.Or(reason, fmt.Sprintf("%s %v. ", p, err))
		}
	}
	if s.opt.Local && s.linux && runtime.GOOS == "linux" && s.running.is(m, info) {
		n, err := readKernel(s.running.kallsyms, m)
		if err == nil {
			return n, ""
		}
		reason = cmp.Or(reason, fmt.Sprintf("%s %v. ", s.running.kallsyms, err))
	}
	return nil, reason + "Add one of these to the symbol paths: a copy of the traced system's /proc/kallsyms (made as root before that system reboots), " +
		"or the vmlinux file of its kernel."
}

// kernelOf is the kernel among the modules of a trace.
func kernelOf(info *model.Info) *model.Module {
	for i := range info.Modules {
		if m := &info.Modules[i]; m.Kernel && m.Name == "kernel" {
			return m
		}
	}
	return &model.Module{Kernel: true}
}

// kernelFiles are the files that may be the kernel's.
func (s *search) kernelFiles(m *model.Module) []string {
	var list []string
	for _, f := range s.files {
		if base := filepath.Base(f); strings.Contains(base, "kallsyms") || strings.Contains(base, "vmlinux") {
			list = append(list, f)
		}
	}
	for _, dir := range s.folders {
		for _, c := range byBuildID(dir, m.BuildID) {
			list = append(list, c.path, filepath.Join(filepath.Dir(c.path), "kallsyms"))
		}
		for _, name := range []string{"kallsyms", "kallsyms.gz", "vmlinux"} {
			list = append(list, filepath.Join(dir, name))
		}
	}
	if home, err := os.UserHomeDir(); err == nil && s.opt.Local && len(m.BuildID) > 2 {
		list = append(list, filepath.Join(home, ".debug", ".build-id", m.BuildID[:2], m.BuildID[2:], "kallsyms"))
	}
	return list
}

// readKernel reads the functions of the kernel, unless the file is of a kernel other than the
// traced one.
func readKernel(path string, m *model.Module) (*names, error) {
	if im, err := openImage(path); err == nil {
		defer im.close()
		return imageKernel(im, path, m)
	}
	f, err := given.Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return kernelIn(f, path, m)
}

// kernelIn reads a copy of /proc/kallsyms.
func kernelIn(r io.Reader, source string, m *model.Module) (*names, error) {
	k, err := readKallsyms(r)
	if err != nil {
		return nil, err
	}
	if !k.fits(m) {
		return nil, errors.New("is from another kernel")
	}
	return kernelAt(k.table, source, k.text, m), nil
}

// mostCode is the largest size of a kernel's code, bytes: where perf did not know its end, it wrote
// the end of all addresses.
const mostCode = 1 << 28

// fits reports whether the code has the size of the traced kernel's; perf counts the data as code
// where it knows their end.
func (k *kernelTable) fits(m *model.Module) bool {
	return m.Size == 0 || m.Size >= mostCode || k.text == 0 || k.end == 0 || m.Size == k.end-k.text || m.Size == k.data-k.text
}

// imageKernel reads a vmlinux.
func imageKernel(im *image, path string, m *model.Module) (*names, error) {
	if m.BuildID != "" && im.buildID != "" && im.buildID != m.BuildID {
		return nil, errors.New("is from another kernel")
	}
	list, err := im.functions(elf.SHT_SYMTAB)
	if err != nil || len(list) == 0 {
		return nil, errors.New("has no kernel function names")
	}
	text := uint64(0)
	for i := range list {
		if list[i].name == "_text" {
			text = list[i].start
		}
	}
	return kernelAt(newTable(list), path, text, m), nil
}

// kernelAt are functions at their addresses on the traced system, which may have relocated the
// kernel at boot. Its modules do not move along.
func kernelAt(t *table, path string, text uint64, m *model.Module) *names {
	shift := uint64(0)
	if m.Base != 0 && text != 0 {
		shift = m.Base - text
	}
	return &names{table: t, source: path, readable: readable, address: func(f place) (uint64, bool) {
		return f.addr - shift, shift == 0 || f.addr >= m.Base && f.addr-m.Base < max(m.Size, mostCode)
	}}
}

// is reports whether the traced kernel is the one that runs here.
func (r *runningKernel) is(m *model.Module, info *model.Info) bool {
	if m.BuildID != "" {
		data, err := os.ReadFile(r.notes)
		return err == nil && buildIDOf(data, wire.Little) == m.BuildID
	}
	data, err := os.ReadFile(r.version)
	return err == nil && info.OS.Version != "" && strings.TrimSpace(string(data)) == info.OS.Version
}
