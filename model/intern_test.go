package model

import "testing"

// TestStacksAppend copies a tree with Append and looks its stacks up with Push.
func TestStacksAppend(t *testing.T) {
	var tree, copied Stacks
	callers := []StackID{NoStack}
	for i := range 500 {
		caller := callers[i*7%len(callers)]
		f := Frame{Addr: uint64(i % 90), Kernel: i%2 == 0}
		n := tree.Len()
		id := tree.Push(caller, f)
		if tree.Len() == n {
			continue
		}
		callers = append(callers, id)
		if got := copied.Append(caller, f); got != id {
			t.Fatalf("stack %d is %d in the copy", id, got)
		}
		if i%100 == 99 {
			if got := copied.Push(caller, f); got != id {
				t.Fatalf("stack %d is found as %d", id, got)
			}
		}
	}
	for id := StackID(1); int(id) <= tree.Len(); id++ {
		if got := copied.Push(tree.Node(id)); got != id {
			t.Fatalf("stack %d is found as %d in the end", id, got)
		}
	}
	if tree.Len() != copied.Len() {
		t.Fatalf("%d stacks, %d in the copy", tree.Len(), copied.Len())
	}
}
