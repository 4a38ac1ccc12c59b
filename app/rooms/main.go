package main

import (
	"errors"
	"flag"
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	files := flag.Bool("files", false, "list the files of each package, those that need no other first, and the circles of files")
	without := flag.String("without", "", "list what FILES of a package, with commas between, need of its other files")
	flag.Parse()
	write := (*room).row
	switch {
	case *files:
		write = (*room).layers
	case *without != "":
		write = func(r *room, to io.Writer) { r.needs(to, strings.Split(*without, ",")) }
	}
	if err := run(os.Stdout, flag.Args(), write); err != nil {
		fmt.Fprintln(os.Stderr, "rooms:", err)
		os.Exit(1)
	}
}

// run reports on the packages in folders; a folder that ends in /... includes all below it.
// Without folders it reports on all packages below the current one.
func run(to io.Writer, folders []string, write func(*room, io.Writer)) error {
	if len(folders) == 0 {
		folders = []string{"./..."}
	}
	var dirs []string
	for _, f := range folders {
		below, all := strings.CutSuffix(f, "/...")
		if !all {
			dirs = append(dirs, f)
			continue
		}
		err := filepath.WalkDir(below, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() != "testdata" {
				dirs = append(dirs, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, dir := range dirs {
		r, err := look(dir)
		if err != nil && !noGo(err) {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if err == nil {
			write(r, to)
		}
	}
	return nil
}

// noGo reports whether an error means that a folder has no Go files to build.
func noGo(err error) bool {
	var none *build.NoGoError
	return errors.As(err, &none)
}

// smallFile is the number of lines below which a file is small, unless it is a doc.go.
const smallFile = 40

// row writes the numbers of a package in a line: lines, files, small files, the receiver with the
// most methods and their number, the part of the references in cycles.
func (r *room) row(to io.Writer) {
	small := 0
	for _, f := range r.files {
		if f.lines < smallFile && f.name != "doc.go" {
			small++
		}
	}
	name, methods := r.largest()
	receiver := ""
	if methods > 0 {
		receiver = fmt.Sprintf("%s %d", name, methods)
	}
	inside, all := r.inCircles()
	circles := ""
	if all > 0 {
		circles = fmt.Sprintf("%.0f %%", 100*float64(inside)/float64(all))
	}
	fmt.Fprintf(to, "%6d %5d %5d %-28s %7s  %s\n", r.lines, len(r.files), small, receiver, circles, filepath.ToSlash(r.dir))
}

// needs writes what some files need from the others.
func (r *room) needs(to io.Writer, names []string) {
	for from, f := range r.files {
		if !slices.Contains(names, f.name) {
			continue
		}
		for _, k := range f.uses {
			if !slices.Contains(names, r.files[k].name) {
				fmt.Fprintf(to, "%-20s %-20s %s\n", f.name, r.files[k].name, strings.Join(r.names[reference{from, k}], " "))
			}
		}
	}
}

// layers writes the files of a package from the bottom up, those of a cycle in one paragraph, each
// with the files to which it refers.
func (r *room) layers(to io.Writer) {
	fmt.Fprintf(to, "%s\n", filepath.ToSlash(r.dir))
	for _, circle := range r.circles() {
		slices.Sort(circle)
		if len(circle) > 1 {
			fmt.Fprintf(to, "  circle of %d\n", len(circle))
		}
		for _, i := range circle {
			var uses []string
			for _, k := range r.files[i].uses {
				uses = append(uses, r.files[k].name)
			}
			fmt.Fprintf(to, "  %-24s %4d  %s\n", r.files[i].name, r.files[i].lines, strings.Join(uses, " "))
		}
	}
}
