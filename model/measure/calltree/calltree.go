package calltree

import (
	"cmp"
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/classify"
)

// CallTree sums stacks up (thread_model 6.10): the root stands for the start of a
// thread, and below it the functions that were called on the way to where threads
// stood.
type CallTree struct {
	// Category is what the threads did there.
	Category model.Category
	// Sampled is set for a tree of samples on CPUs without context switches: each
	// counts one period. Where that is not known, all times are 0, and Weight is
	// the number of samples.
	Sampled bool
	// Nodes stand each before those below it, those that were called from the same
	// place by time, the largest first. The first one is the root.
	Nodes []CallNode
}

// CallNode is a function on the way from the start of a thread, as it was called
// from one place.
type CallNode struct {
	Name   string // module!function; in brackets what is no function
	Frame  model.Frame
	Parent int // of Nodes, -1 of the root
	Depth  int // 0 is the root
	// All is what the function and those it called took, Own what was spent in it
	// and in none of those.
	All, Own CallSum
	// Longest is the longest single stretch of All.
	Longest Instance
	// API is the function in which the threads waited, as the rules of package
	// classify name it: "" where none does, SeveralAPIs where not all waited in one.
	API string
}

// SampledTitle is what the root of a tree of samples is called that stand for time
// themselves.
const SampledTitle = "Sampled execution"

// Counts reports whether shares of the tree are of the number of samples, which
// stand for no time.
func (c *CallTree) Counts() bool { return c.Sampled && c.Nodes[0].All.Time == 0 }

// Weight is what a share of the tree is of: time, or the number of samples where
// they stand for no time.
func (c *CallTree) Weight(s CallSum) int64 {
	if c.Counts() {
		return s.Count
	}
	return int64(s.Time)
}

// SeveralAPIs is what stands in CallNode.API for more than one.
const SeveralAPIs = "[several]"

// CallSum is time, clipped to the window, and how many stretches it is made of:
// waits or samples.
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

// longer reports whether i is to be listed rather than o; of equal ones the
// first, so that it does not depend on who found it.
func (i *Instance) longer(o *Instance) bool {
	return cmp.Or(cmp.Compare(i.Len(), o.Len()), cmp.Compare(o.From, i.From), cmp.Compare(o.Thread, i.Thread)) > 0
}

// stackSum is what is summed up for one stack.
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

// stackSums sums up by stack, and beside that by what there is in place of one.
type stackSums struct {
	index  []int32 // of list plus one, by stack
	list   []stackSum
	others map[string]*stackSum
}

func newStackSums(t *model.Trace) *stackSums {
	return &stackSums{index: make([]int32, t.Tables.Stacks.Len()+1), others: map[string]*stackSum{}}
}

// of is the sum of a stack; without one that of what there is in its place.
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

// noProgram is the node of stacks in which no frame is of the program.
const noProgram = "[no code of the program]"

// callTrie makes a CallTree of sums by stack. Frames of one function are one node,
// wherever in it they are.
type callTrie struct {
	frames callFrames
	nodes  []CallNode
	apis   []bool  // of each node: its API is set
	of     []int32 // node plus one, by stack
	child  map[childKey]int32
}

type childKey struct {
	parent int32
	name   string
}

// tree makes the tree of some sums. apis has the functions in which threads wait
// named.
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

// node is the node of a stack: that of its innermost frame which is shown.
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

// below is the node of a function that is called from another.
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

// ordered sums the nodes up and puts them into their order.
func (b *callTrie) ordered() []CallNode {
	below := make([][]int32, len(b.nodes))
	for i := len(b.nodes) - 1; i >= 0; i-- { // those below come later
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

// Shown yields the nodes of the tree whose weight is no less than a share of that of
// all of it, in percent, with their places in Nodes.
func (c *CallTree) Shown(noise float64) func(yield func(int, *CallNode) bool) {
	least := noise / 100 * float64(c.Weight(c.Nodes[0].All))
	return func(yield func(int, *CallNode) bool) {
		for i := range c.Nodes {
			// Those below a node that is left out have no more time than it.
			if n := &c.Nodes[i]; (i == 0 || float64(c.Weight(n.All)) >= least) && !yield(i, n) {
				return
			}
		}
	}
}
