package calltree

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// callFrames selects the frames of stacks that call trees show, and names them.
type callFrames struct {
	t     *model.Trace
	mine  bool // only frames of the program and those that it calls
	names map[symbolKey]string
	user  map[symbolKey]bool
}

func newCallFrames(t *model.Trace, mine bool) callFrames {
	return callFrames{t, mine, map[symbolKey]string{}, map[symbolKey]bool{}}
}

// symbolKey is what determines a frame's name.
type symbolKey struct {
	module, name model.StringID
	addr         uint64 // 0 if there is a name
	kernel       bool
}

func keyOf(f model.Frame) symbolKey {
	k := symbolKey{f.Module, f.Name, 0, f.Kernel}
	if f.Name == model.NoString {
		k.addr = f.Addr
	}
	return k
}

// shown reports whether a frame that was called from a stack is shown.
func (b *callFrames) shown(caller model.StackID, f model.Frame) bool {
	if !b.mine || b.isUser(f) {
		return true
	}
	if caller == model.NoStack {
		return false
	}
	_, by := b.t.Tables.Stacks.Node(caller)
	return b.isUser(by)
}

func (b *callFrames) isUser(f model.Frame) bool {
	k := keyOf(f)
	user, ok := b.user[k]
	if !ok {
		user = measure.UserFrame(b.t, f)
		b.user[k] = user
	}
	return user
}

// name is that of a frame's function.
func (b *callFrames) name(f model.Frame) string {
	k := keyOf(f)
	name, ok := b.names[k]
	if !ok {
		name = measure.FunctionName(b.t, f)
		b.names[k] = name
	}
	return name
}
