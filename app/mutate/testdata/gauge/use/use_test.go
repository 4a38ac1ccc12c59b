package use

import "testing"

func TestTwo(t *testing.T) {
	if Two() != 2 {
		t.Error("not 2")
	}
}
