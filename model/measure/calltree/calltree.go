package calltree

import (
	"cmp"
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/classify"
)

// CallTree sums up stacks: the root stands for the start of a thread, and below it
// are the functions that were called on the way to where threads were.
type CallTree struct {
	// Category is what the threads did there.
	Category model.Category
	// Sampled is set for a tree of samples on CPUs without context switches: each
	// counts one period. If that is unknown, all times are 0, and Weight is the
	// number of samples.
	Sampled bool
	// Nodes are in preorder, siblings in descending order of time. The first one is
	// the root.
	Nodes []CallNode
}

// CallNode is a function on the way from the start of a thread, as called from one
// place.
type CallNode struct {
	Name   string // module!function; in brackets if it is not a function
	Frame  model.Frame
	Parent int // of Nodes, -1 for the root
	Depth  int // 0 is the root
	// All is the time of the function including those it called, Own the time in
	// itself alone.
	All, Own CallSum
	// Longest is the longest single stretch of All.
	Longest Instance
	// API is the function in which the threads waited, as named by the rules of
	// package classify: "" if none does, SeveralAPIs if not all waited in the same
	// one.
	API string
}

// SampledTitle is the name of the root of a tree of samples that stand for time
// themselves.
const SampledTitle = "Sampled execution"

// Counts reports whether shares of the tree are of the number of samples, which
// stand for no time.
func (c *CallTree) Counts() bool { return c.Sampled && c.Nodes[0].All.Time == 0 }

// Weight is what shares of the tree are shares of: time, or the number of samples
// if they stand for no time.
func (c *CallTree) Weight(s CallSum) int64 {
	if c.Counts() {
		return s.Count
	}
	return int64(s.Time)
}

// SeveralAPIs is the value of CallNode.API for more than one.
const SeveralAPIs = "[several]"

// CallSum is time, clipped to the window, and the number of stretches, waits or
// samples, that make it up.
type CallSum struct {
	Time  model.Time
	Count int64
}

func (s *CallSum) add(o CallSum) {
	s.Time += o.Time
	s.Count += o.Count
}

// Instance is a stretch of a thread's life.
type Instance struct {
	model.Range
	Thread model.ThreadIx
}

// longer reports whether i is to be listed rather than o; of equal ones the first,
// so that the result does not depend on which worker found it.
func (i *Instance) longer(o *Instance) bool {
	return cmp.Or(cmp.Compare(i.Len(), o.Len()), cmp.Compare(o.From, i.From), cmp.Compare(o.Thread, i.Thread)) > 0
}

// stackSum is the sum for one stack.
type stackSum struct {
	stack   model.StackID
	sum     CallSum
	longest Instance
}

func (s *stackSum) add(sum CallSum, longest *Instance) {
	s.sum.add(sum)
	if longest.longer(&s.longest) {
		s.longest = *longest
	}
}

// stackSums sums up by stack, and separately by the entry in place of one.
type stackSums struct {
	index  []int32 // of list plus one, by stack
	list   []stackSum
	others map[string]*stackSum
}

func newStackSums(t *model.Trace) *stackSums {
	return &stackSums{index: make([]int32, t.Tables.Stacks.Len()+1), others: map[string]*stackSum{}}
}

// of is the sum for a stack or, without one, for the entry in its place.
func (s *stackSums) of(id model.StackID, instead string) *stackSum {
	if id == model.NoStack || int(id) >= len(s.index) {
		sum := s.others[instead]
		if sum == nil {
			sum = &stackSum{longest: Instance{Thread: model.NoThread}}
			s.others[instead] = sum
		}
		return sum
	}
	i := s.index[id]
	if i == 0 {
		s.list = append(s.list, stackSum{stack: id, longest: Instance{Thread: model.NoThread}})
		i = int32(len(s.list))
		s.index[id] = i
	}
	return &s.list[i-1]
}

// merge adds other sums.
func (s *stackSums) merge(o *stackSums) {
	for i := range o.list {
		x := &o.list[i]
		s.of(x.stack, "").add(x.sum, &x.longest)
	}
	for name, x := range o.others {
		s.of(model.NoStack, name).add(x.sum, &x.longest)
	}
}

// noProgram is the node for stacks without a frame of the program.
const noProgram = "[no program code]"

// callTrie builds a CallTree from sums by stack. Frames of one function are one
// node, wherever in the function they are.
type callTrie struct {
	frames callFrames
	nodes  []CallNode
	apis   []bool  // for each node: its API is set
	of     []int32 // node plus one, by stack
	child  map[childKey]int32
}

type childKey struct {
	parent int32
	name   string
}

// tree builds the tree of some sums. apis makes it name the functions in which
// threads wait.
func (s *stackSums) tree(t *model.Trace, c model.Category, mine, apis bool) CallTree {
	b := callTrie{
		frames: newCallFrames(t, mine), of: make([]int32, len(s.index)), child: map[childKey]int32{},
		nodes: []CallNode{{Name: c.Title(), Parent: -1, Longest: Instance{Thread: model.NoThread}}}, apis: make([]bool, 1),
	}
	var verdicts *classify.Verdicts
	if apis {
		verdicts = classify.Of(t)
	}
	for i := range s.list {
		x := &s.list[i]
		n := b.node(x.stack)
		if n == 0 {
			n = b.below(0, noProgram, model.Frame{})
		}
		api := ""
		if v, ok := verdicts.Wait(model.NoThread, 0, x.stack); ok {
			api = b.frames.name(v.Frame)
		}
		b.put(n, x, api)
	}
	for _, name := range slices.Sorted(maps.Keys(s.others)) {
		b.put(b.below(0, name, model.Frame{}), s.others[name], "")
	}
	return CallTree{Category: c, Nodes: b.ordered()}
}

func (b *callTrie) put(n int32, x *stackSum, api string) {
	b.nodes[n].Own.add(x.sum)
	if x.longest.longer(&b.nodes[n].Longest) {
		b.nodes[n].Longest = x.longest
	}
	b.setAPI(n, api)
}

// setAPI notes in which function threads waited in a node.
func (b *callTrie) setAPI(n int32, api string) {
	switch node := &b.nodes[n]; {
	case !b.apis[n]:
		node.API, b.apis[n] = api, true
	case node.API != api:
		node.API = SeveralAPIs
	}
}

// node is the node of a stack: that of its innermost frame that is shown.
func (b *callTrie) node(id model.StackID) int32 {
	if id == model.NoStack {
		return 0
	}
	if n := b.of[id]; n != 0 {
		return n - 1
	}
	caller, f := b.frames.t.Tables.Stacks.Node(id)
	n := b.node(caller)
	if b.frames.shown(caller, f) {
		n = b.below(n, b.frames.name(f), f)
	}
	b.of[id] = n + 1
	return n
}

// below is the node of a function that is called from another one.
func (b *callTrie) below(parent int32, name string, f model.Frame) int32 {
	k := childKey{parent, name}
	n, ok := b.child[k]
	if !ok {
		n = int32(len(b.nodes))
		b.child[k] = n
		b.apis = append(b.apis, false)
		b.nodes = append(b.nodes, CallNode{
			Name: name, Frame: f, Parent: int(parent), Depth: b.nodes[parent].Depth + 1, Longest: Instance{Thread: model.NoThread},
		})
	}
	return n
}

// ordered sums up the nodes and puts them in order.
func (b *callTrie) ordered() []CallNode {
	below := make([][]int32, len(b.nodes))
	for i := len(b.nodes) - 1; i >= 0; i-- { // children come later
		n := &b.nodes[i]
		n.All.add(n.Own)
		slices.SortFunc(below[i], func(x, y int32) int {
			p, q := &b.nodes[x], &b.nodes[y]
			return cmp.Or(cmp.Compare(q.All.Time, p.All.Time), cmp.Compare(q.All.Count, p.All.Count), cmp.Compare(p.Name, q.Name))
		})
		if i == 0 {
			break
		}
		up := &b.nodes[n.Parent]
		up.All.add(n.All)
		if b.apis[i] {
			b.setAPI(int32(n.Parent), n.API)
		}
		if n.Longest.longer(&up.Longest) {
			up.Longest = n.Longest
		}
		below[n.Parent] = append(below[n.Parent], int32(i))
	}
	list := make([]CallNode, 0, len(b.nodes))
	type visit struct {
		node   int32
		parent int
	}
	for todo := []visit{{0, -1}}; len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := b.nodes[v.node]
		n.Parent = v.parent
		for _, c := range slices.Backward(below[v.node]) {
			todo = append(todo, visit{c, len(list)})
		}
		list = append(list, n)
	}
	return list
}

// Shown yields the nodes of the tree whose weight is at least a share, in percent,
// of that of the whole tree, with their indexes in Nodes.
func (c *CallTree) Shown(noise float64) func(yield func(int, *CallNode) bool) {
	least := noise / 100 * float64(c.Weight(c.Nodes[0].All))
	return func(yield func(int, *CallNode) bool) {
		for i := range c.Nodes {
			// Descendants of a node that is left out have no more time than it.
			if n := &c.Nodes[i]; (i == 0 || float64(c.Weight(n.All)) >= least) && !yield(i, n) {
				return
			}
		}
	}
}
