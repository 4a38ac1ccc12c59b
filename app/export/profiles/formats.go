package profiles

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"
)

// Format is a kind of file.
type Format struct {
	// Endings are the ends of names of such files in small letters, the usual one first.
	Endings []string
	// Name is the tool or format, as in menus. Title says what the file is.
	Name, Title string
	// Lives is set for a format that shows each thread at each time, whatever it did; the others
	// write the call trees of a kind.
	Lives bool

	write  func(s *Stacks, w io.Writer) error
	packed bool // with gzip
}

// Formats are all formats.
func Formats() []Format {
	return []Format{
		{Endings: []string{".pb.gz", ".pprof"}, Name: "pprof", Title: "a profile for pprof", write: writeProfile},
		{Endings: []string{".folded", ".collapsedstack.txt"}, Name: "Folded Stacks", Title: "folded stacks for flame graphs", write: writeFolded},
		{Endings: []string{".speedscope.json"}, Name: "speedscope", Title: "thread timelines for speedscope", Lives: true, write: writeSpeedscope},
		{Endings: []string{".json"}, Name: "Firefox Profiler", Title: "thread timelines for the Firefox Profiler", Lives: true, write: writeFirefox},
		{Endings: []string{".json.gz"}, Name: "Firefox Profiler, Compressed", Title: "thread timelines for the Firefox Profiler, compressed", Lives: true, write: writeFirefox, packed: true},
	}
}

// FormatOf is the format for a file's name.
func FormatOf(name string) (f Format, ok bool) {
	name = strings.ToLower(name)
	for _, f := range Formats() {
		for _, ending := range f.Endings {
			if strings.HasSuffix(name, ending) {
				return f, true
			}
		}
	}
	return f, false
}

// Endings are the usual endings of all formats with what the files are: ".pb.gz (a profile for pprof), …".
func Endings() string {
	var list []string
	for _, f := range Formats() {
		list = append(list, f.Endings[0]+" ("+f.Title+")")
	}
	return strings.Join(list, ", ")
}

// Write writes a file: the same bytes each time. It fails with the error of w.
func (f *Format) Write(s *Stacks, w io.Writer) error {
	var packer *gzip.Writer
	to := w
	if f.packed {
		packer = gzip.NewWriter(w)
		to = packer
	}
	err := f.write(s, to)
	if packer != nil && err == nil {
		err = packer.Close()
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.Title, err)
	}
	return nil
}
