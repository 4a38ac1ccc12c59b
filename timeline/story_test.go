package timeline

import (
	"os"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// story is testdata/story.tltxt.
func story(t testing.TB) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, "story.tltxt", string(src))
}

// storyScene shows all of the story in a small picture.
func storyScene(t testing.TB, width, height int, m Metrics) *Scene {
	t.Helper()
	return sceneOf(t, story(t), width, height, m)
}

// thread finds a thread of the story.
func thread(t testing.TB, tr *model.Trace, tid model.TID) model.ThreadIx {
	t.Helper()
	for ix := range tr.Threads {
		if tr.Threads[ix].TID == tid {
			return model.ThreadIx(ix)
		}
	}
	t.Fatalf("no thread %d", tid)
	return 0
}
