package model_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
)

func TestNaturalOrder(t *testing.T) {
	got := []string{"worker-10", "Worker-2", "worker-9", "a", "worker-02b", "", "worker"}
	slices.SortStableFunc(got, model.CompareNames)
	want := []string{"", "a", "worker", "Worker-2", "worker-02b", "worker-9", "worker-10"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestStem(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "main": "main", "worker-12": "worker", "worker 3": "worker", "pool/1:2": "pool/1", "GC#7": "GC",
		"42": "42", "x64": "x", "a1b": "a1b",
	} {
		if got := model.Stem(name); got != want {
			t.Errorf("%q is of the group %q, want %q", name, got, want)
		}
	}
}
