package export

import (
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
