package panes

import (
	"strconv"
	"strings"

	"threadlens/app/session/query"
	"threadlens/model/measure/calltree"
)

// What the titles of the commands begin with.
const (
	CallsTitle = "Call Tree: "
	NoiseTitle = "Noise Reduction: "
)

// noises are the percentages that the menu offers.
var noises = []float64{0, 0.5, 1, query.DefaultNoise, 5, 10, 20}

func noiseText(percent float64) string {
	if percent == 0 {
		return "none"
	}
	return strconv.FormatFloat(percent, 'f', -1, 64) + "%"
}

// callChoices are the call trees of all threads that can be chosen.
func callChoices() []query.CallChoice {
	list := []query.CallChoice{
		{Kind: calltree.TreeExecution, Category: query.AllBlocking}, {Kind: calltree.TreeBlocking, Category: query.AllBlocking},
	}
	for _, c := range query.BlockingCategories() {
		list = append(list, query.CallChoice{Kind: calltree.TreeBlocking, Category: c})
	}
	return append(list, query.CallChoice{Kind: calltree.TreeUnblocking, Category: query.AllBlocking})
}

// callKey is a choice as used in the id of a command.
func callKey(c query.CallChoice) string {
	if c.Kind == calltree.TreeBlocking && c.Category != query.AllBlocking {
		return strings.ToLower(c.Category.String())
	}
	return c.Kind.String()
}
