package export

import (
	"path/filepath"
	"strings"
)

// Kind is a kind of picture file.
type Kind uint8

// Kinds of picture files.
const (
	PNG Kind = iota // a device pixel of the scene is a pixel
	SVG
	PDF
)

var kindNames = [...]string{"png", "svg", "pdf"}

// String is the kind's file name extension.
func (k Kind) String() string { return kindNames[k] }

// KindOf is the kind of picture that a file's name ends with.
func KindOf(name string) (k Kind, ok bool) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	for i, n := range kindNames {
		if n == ext {
			return Kind(i), true
		}
	}
	return PNG, false
}
