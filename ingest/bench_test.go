package ingest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkLoad reads large traces into models; THREADLENS_BIG lists their files.
func BenchmarkLoad(b *testing.B) {
	files := filepath.SplitList(os.Getenv("THREADLENS_BIG"))
	if len(files) == 0 {
		b.Skip("THREADLENS_BIG names no large trace")
	}
	for _, name := range files {
		b.Run(filepath.Base(name), func(b *testing.B) {
			st, err := os.Stat(name)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(st.Size())
			for b.Loop() {
				if _, err := Load(context.Background(), name, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
