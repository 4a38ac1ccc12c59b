package modeltest

import (
	"os"
	"path/filepath"
	"testing"
)

// EachBig runs a benchmark on each of the large real traces that the environment
// lists in THREADLENS_BIG, as paths; it is skipped if there are none.
func EachBig(b *testing.B, do func(b *testing.B, path string)) {
	files := filepath.SplitList(os.Getenv("THREADLENS_BIG"))
	if len(files) == 0 {
		b.Skip("THREADLENS_BIG names no large trace")
	}
	for _, path := range files {
		b.Run(filepath.Base(path), func(b *testing.B) { do(b, path) })
	}
}
