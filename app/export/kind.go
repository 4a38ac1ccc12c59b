package export

import (
	"fmt"
	"image/png"
	"io"
	"path/filepath"
	"strings"
)

// Kind is a kind of picture file.
type Kind uint8

// Kinds of picture files.
const (
	PNG Kind = iota // one pixel per device pixel of the scene
	SVG
	PDF
)

var kindNames = [...]string{"png", "svg", "pdf"}

// String is the kind's file name extension.
func (k Kind) String() string { return kindNames[k] }

// KindOf is the kind of picture for a file's extension.
func KindOf(name string) (k Kind, ok bool) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	for i, n := range kindNames {
		if n == ext {
			return Kind(i), true
		}
	}
	return PNG, false
}

// Write paints the page: the same bytes each time. It fails with the error of w.
func (d *Drawing) Write(w io.Writer, k Kind) (err error) {
	switch k {
	case SVG:
		err = writeSVG(w, d)
	case PDF:
		err = writePDF(w, d)
	default:
		err = png.Encode(w, d.Pixels())
	}
	if err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	return nil
}
