package gauge

import (
	"testing"
	"time"
)

func TestLevel(t *testing.T) {
	if Level(9) != "low" || Level(10) != "high" {
		t.Error("wrong level")
	}
}

func TestLate(t *testing.T) {
	if Late(0) || !Late(time.Hour) {
		t.Error("wrong")
	}
}

func TestSum(t *testing.T) {
	if got := Sum([]int{1, 2}); got != 3 {
		t.Errorf("%d", got)
	}
}

func TestBroken(t *testing.T) {
	Level(0)
	t.Error("fails without a mutant: it notices nothing")
}

func TestSkipped(t *testing.T) {
	if Untested(true, false) {
		t.Error("left out")
	}
}
