package command

import (
	"io"
	"path/filepath"
	"strings"

	"threadlens/app/export"
	"threadlens/model/measure/calltree"
)

// viewStacks is the export of call trees: a profile for pprof, or a flame graph.
const viewStacks = "stacks"

// stacks writes call trees.
func (c *call) stacks(path string, flags *exportFlags) error {
	tree, ok := calltree.ParseTree(flags.tree)
	if !ok {
		return usagef("--tree %s: needs one of: %s", flags.tree, strings.Join(calltree.TreeNames(), ", "))
	}
	kind, isPicture := export.KindOf(c.output.path)
	if !isPicture && !export.IsProfile(c.output.path) {
		return usagef("-o OUT needs a file name that ends in .pb.gz (a profile for pprof) or in .png, .svg or .pdf (a flame graph)")
	}
	look, s, err := c.drawn(path, flags)
	if err != nil {
		return err
	}
	g := export.FlameGraph{
		Stacks: export.Stacks{Trace: look.Trace, Kind: tree, Range: s.Range, Trees: calltree.TreesIn(&s, look.Trace, tree)},
		Title:  filepath.Base(look.Trace.Info.File), Palette: look.Palette, Scale: look.Scale, Width: look.Width, Bare: flags.look.plain,
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error {
		if isPicture {
			return g.Draw().Write(w, kind)
		}
		return g.WriteProfile(w)
	})
}
