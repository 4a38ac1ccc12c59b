package profiles

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"threadlens/model/measure/calltree"
)

// writeFolded writes a line for each stack: the category and the functions from the start of the thread
// on, joined by semicolons, and the time in ns, or the number of samples if they stand for no time.
// Flame graph programs read such lines: https://github.com/brendangregg/FlameGraph.
func writeFolded(s *Stacks, w io.Writer) error {
	out := bufio.NewWriter(w)
	for i := range s.Trees {
		tree := &s.Trees[i]
		path := make([]string, 0, 64)
		for k := range tree.Nodes {
			n := &tree.Nodes[k]
			path = append(path[:n.Depth], foldedName(rootOf(tree, n)))
			if weight := tree.Weight(n.Own); weight > 0 {
				out.WriteString(strings.Join(path, ";") + " " + strconv.FormatInt(weight, 10) + "\n")
			}
		}
	}
	return out.Flush()
}

// rootOf is the name of a node; the root is called as its tree.
func rootOf(tree *calltree.CallTree, n *calltree.CallNode) string {
	if n.Parent < 0 {
		return treeTitle(tree)
	}
	return n.Name
}

// treeTitle is what the root of a tree stands for.
func treeTitle(tree *calltree.CallTree) string {
	if tree.Sampled {
		return calltree.SampledTitle
	}
	return tree.Category.Title()
}

// foldedName is a name without the character that separates names.
func foldedName(name string) string { return strings.ReplaceAll(name, ";", ":") }
