package ingest

import (
	"context"
	"os"
	"testing"
)

// BenchmarkLoad reads a large real trace into a model; THREADLENS_BIG names its
// file.
func BenchmarkLoad(b *testing.B) {
	name := os.Getenv("THREADLENS_BIG")
	if name == "" {
		b.Skip("THREADLENS_BIG is not set to a large trace")
	}
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
}
