package query

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure/calltree"
)

func TestCallChoices(t *testing.T) {
	for c, want := range map[model.Category]CallChoice{
		model.Execution: {calltree.TreeExecution, AllBlocking, 3},
		model.IO:        {calltree.TreeBlocking, model.IO, 3},
		model.Dispatch:  {},
		model.Interrupt: {},
	} {
		got, ok := CallChoiceOf(c, 3)
		if got != want || ok != (want != CallChoice{}) {
			t.Errorf("%v: %+v, %v", c, got, ok)
		}
	}
	for want, c := range map[string]CallChoice{
		"Execution":                {Kind: calltree.TreeExecution, Category: AllBlocking},
		"Blocking, all categories": {Kind: calltree.TreeBlocking, Category: AllBlocking},
		"Sleep":                    {Kind: calltree.TreeBlocking, Category: model.Sleep},
		"Unblocking":               {Kind: calltree.TreeUnblocking, Category: AllBlocking},
		"Unblocking of Sleep":      {Kind: calltree.TreeUnblocking, Category: model.Sleep},
	} {
		if got := c.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
