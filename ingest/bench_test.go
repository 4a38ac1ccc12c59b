package ingest

import (
	"context"
	"os"
	"testing"

	"threadlens/model/modeltest"
)

// BenchmarkLoad reads large traces into models; THREADLENS_BIG lists their files.
func BenchmarkLoad(b *testing.B) {
	modeltest.EachBig(b, func(b *testing.B, name string) {
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
