package model

// Node returns a node of the tree: its frame, and the stack that called it (NoStack
// for the root). Ids run from 1 to Len, callers before callees, so that a single
// pass over them can find for every stack what is on it.
func (s *Stacks) Node(id StackID) (caller StackID, f Frame) {
	if int(id) >= s.count {
		return NoStack, Frame{}
	}
	n := s.at(id)
	return n.caller, n.frame
}
