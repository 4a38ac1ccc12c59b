package text

import (
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
)

// parseStack reads "stack ID FRAME...", innermost frame first.
func parseStack(s *statement) {
	id := take(s, "a stack number", func(v string) (uint64, bool) { return parseUint(v, 64) })
	if _, twice := s.p.stacks[id]; twice {
		s.fail("a stack number that is not defined yet", "a number defined above")
	}
	var frames []model.Frame
	for i := range s.words {
		w := &s.words[i]
		if w.taken || s.bad.want != "" {
			continue
		}
		w.taken = true
		switch {
		case w.key == "":
			frames = append(frames, s.p.frame(s, w))
		case len(frames) == 0:
			s.fail("a stack frame", shown(w.key+"="+w.text))
		default:
			s.p.frameSetting(s, w, &frames[len(frames)-1])
		}
	}
	if len(frames) == 0 {
		s.fail("a stack frame", lineEnd)
	}
	if s.bad.want != "" {
		return
	}
	stack := model.NoStack
	for _, f := range slices.Backward(frames) {
		stack = s.p.tables.Stacks.Push(stack, f)
	}
	s.p.stacks[id] = stack
	s.p.cost += entryCost
}

// frame reads "module!function", or an address that is not quoted.
func (p *parser) frame(s *statement, w *word) model.Frame {
	if !w.quoted && strings.HasPrefix(w.text, "0x") {
		addr, ok := parseUint(w.text, 64)
		if !ok {
			s.fail("a 64-bit address", shown(w.text))
		}
		return model.Frame{Addr: addr}
	}
	module, function, found := strings.Cut(w.text, "!")
	if !found {
		module, function = "", w.text
	}
	// One after another: the order of evaluation determines the string ids.
	f := model.Frame{Module: p.name(module)}
	f.Name = p.name(function)
	return f
}

// frameSetting applies a setting to the frame before it.
func (p *parser) frameSetting(s *statement, w *word, f *model.Frame) {
	switch w.key {
	case "at":
		addr, ok := parseUint(w.text, 64)
		if !ok {
			s.fail("a 64-bit address after at=", shown(w.text))
		}
		f.Addr = addr
	case "kernel":
		if w.text != "0" && w.text != "1" {
			s.fail("0 or 1 after kernel=", shown(w.text))
		}
		f.Kernel = w.text == "1"
	case "in":
		f.Module = p.name(w.text)
	default:
		s.fail("at=, kernel= or in= after a frame", shown(w.key+"="))
	}
}

// appendFrame prints f so that frame and frameSetting read it back.
func appendFrame(dst []byte, f model.Frame, t *model.Strings) []byte {
	module, function := t.Get(f.Module), t.Get(f.Name)
	odd := strings.Contains(module, "!")
	bare := module == "" && function == ""
	switch {
	case bare:
		dst = appendHex(dst, f.Addr)
	case module == "" && !strings.Contains(function, "!"):
		dst = strconv.AppendQuote(dst, function)
	case odd:
		dst = strconv.AppendQuote(dst, "!"+function)
		dst = strconv.AppendQuote(append(dst, " in="...), module)
	default:
		dst = strconv.AppendQuote(dst, module+"!"+function)
	}
	if f.Addr != 0 && !bare {
		dst = appendHex(append(dst, " at="...), f.Addr)
	}
	if f.Kernel {
		dst = append(dst, " kernel=1"...)
	}
	return dst
}
