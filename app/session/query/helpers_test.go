package query

import (
	"os"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

const us, ms = model.Time(1000), model.Time(1_000_000)

// story is the example of the paper, as in the tests of the session.
func story(t *testing.T) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("../testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "story", string(src))
}

// thread is the index of a thread by its id.
func thread(t *testing.T, tr *model.Trace, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range tr.Threads {
		if tr.Threads[i].TID == tid && !tr.Threads[i].Idle {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("no thread %d", tid)
	return 0
}
