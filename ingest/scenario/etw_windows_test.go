//go:build windows && (amd64 || arm64)

package scenario

import "testing"

// TestETW: a provider is registered, writes and is released; while nobody listens nothing is
// recorded.
func TestETW(t *testing.T) {
	r, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := r.BeginFor(42, "request")
	s.End()
	for k := begin; k <= message; k++ {
		if !r.sink.write(mark{kind: k, name: "a", id: 1, parent: int64(k)}) {
			t.Errorf("kind %d could not be written", k)
		}
	}
	if n := testing.AllocsPerRun(100, func() { spans(r) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
