package measure

import (
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/classify"
)

// UserFrame reports whether a frame is code of the program, as far as the trace
// shows: not of the kernel, and not of a library of the system or of a runtime.
func UserFrame(t *model.Trace, f model.Frame) bool {
	return !f.Kernel && !SystemModule(t.String(f.Module))
}

// FunctionName is FrameName without the position inside the function.
func FunctionName(t *model.Trace, f model.Frame) string {
	name := FrameName(t, f)
	if i := strings.LastIndex(name, "+0x"); i > 0 && name[i-1] != '!' {
		return name[:i]
	}
	return name
}

// SystemModule reports whether a module belongs to the system or a runtime.
func SystemModule(module string) bool { return classify.Default().Library(module) }

// FrameName is a frame for people: module!function, or as much as is known.
func FrameName(t *model.Trace, f model.Frame) string {
	name, module := t.String(f.Name), t.String(f.Module)
	if name == "" {
		name = "0x" + strconv.FormatUint(f.Addr, 16)
	}
	if module == "" {
		return name
	}
	return module + "!" + name
}
