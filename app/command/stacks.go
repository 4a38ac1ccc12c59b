package command

import (
	"flag"
	"io"
	"path/filepath"
	"strings"

	"threadlens/app/export"
	"threadlens/app/export/profiles"
	"threadlens/model/measure/calltree"
)

// viewStacks is the export of call trees: a flame graph, or a file for other tools.
const viewStacks = "stacks"

// stacks writes call trees.
func (c *call) stacks(path string, flags *exportFlags) error {
	tree, ok := calltree.ParseTree(flags.tree)
	if !ok {
		return usagef("--tree %s: needs one of: %s", flags.tree, strings.Join(calltree.TreeNames(), ", "))
	}
	kind, isPicture := export.KindOf(c.output.path)
	format, isProfile := profiles.FormatOf(c.output.path)
	switch {
	case !isPicture && !isProfile:
		return usagef("-o OUT needs a file name that ends in .png, .svg or .pdf (a flame graph), or in %s", profiles.Endings())
	case isProfile && format.Lives && c.given("tree"):
		return usagef("--tree does not apply to %s files, which always contain both execution and waits", format.Endings[0])
	}
	look, s, err := c.drawn(path, flags)
	if err != nil {
		return err
	}
	stacks := profiles.Stacks{Trace: look.Trace, Kind: tree, Range: s.Range, Threads: s.Threads, Mine: s.Tree.Mine}
	if !format.Lives {
		stacks.Trees = calltree.TreesIn(&s, look.Trace, tree)
	}
	g := export.FlameGraph{
		Stacks: stacks, Title: filepath.Base(look.Trace.Info.File), Palette: look.Palette, Scale: look.Scale, Width: look.Width, Bare: flags.look.plain,
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error {
		if isPicture {
			return g.Draw().Write(w, kind)
		}
		return format.Write(&stacks, w)
	})
}

// given reports whether a flag was on the command line.
func (c *call) given(name string) (yes bool) {
	c.flags.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}
