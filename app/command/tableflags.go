package command

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"threadlens/app/export"
	"threadlens/model/report"
)

// tableFlags are the flags for how a table is written.
type tableFlags struct {
	format        string
	columns, sort string
	top           int
	wide          bool
	colour        string
}

// tables declares the flags of verbs that write a table.
func (c *call) tables() {
	f := &c.layout
	c.flags.StringVar(&f.format, "format", "", "`FORMAT` of the table: text, csv, tsv, json or md; default: from the extension of -o FILE, else text")
	f.choices(c.flags)
	c.flags.BoolVar(&f.wide, "wide", false, "on a terminal, show all columns and do not shorten texts, however long the lines become")
	c.flags.StringVar(&f.colour, "color", "auto", "`WHEN` to colour the text: auto (on a terminal, unless NO_COLOR is set), always or never")
}

// choices declares the flags for what of a table is written.
func (f *tableFlags) choices(set *flagSet) {
	set.StringVar(&f.columns, "columns", "", "only the columns `NAMES`, in the given order, such as tid,name,cpu_ns; --format csv shows the names of all columns")
	set.StringVar(&f.sort, "sort", "", "sort the rows by `COLUMN`, smallest first; -COLUMN: largest first")
	set.IntVar(&f.top, "top", 0, "show only the first `N` rows and, below each of them, only the first N nested rows")
}

// check fails where a flag can be wrong for no table.
func (f *tableFlags) check() error {
	if f.top < 0 {
		return usagef("--top %d: the number of rows must not be negative; 0 shows all", f.top)
	}
	if f.sort == "-" {
		return usagef("--sort -: needs the name of a column")
	}
	switch f.colour {
	case "", "auto", "always", "never":
		return nil
	}
	return usagef("--color %s: needs auto, always or never", f.colour)
}

// choose is what the flags leave of a table.
func (f *tableFlags) choose(t *report.Table) (*report.Table, error) {
	choice := report.Choice{Top: f.top}
	choice.Sort, choice.Descending = strings.CutPrefix(f.sort, "-")
	if f.columns != "" {
		for _, name := range strings.Split(f.columns, ",") {
			choice.Columns = append(choice.Columns, strings.TrimSpace(name))
		}
	}
	chosen, err := t.Choose(choice)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return chosen, nil
}

// leastWidth is the width of the narrowest terminal to which tables are fitted.
const leastWidth = 40

// look is how text is written: to a terminal in lines that fit, and whole to files and pipes, whose
// readers search or sort them. COLUMNS is a terminal's width where it is set.
func (c *call) look() export.Look {
	if c.output.path != "" && c.output.path != "-" {
		return export.Look{Colour: c.layout.colour == "always"}
	}
	screen := c.out
	if p, ok := screen.(*printed); ok {
		screen = p.Writer
	}
	width := terminalWidth(screen)
	look := export.Look{Width: width, Colour: c.layout.colour == "always"}
	if c.layout.colour == "auto" && width > 0 && os.Getenv("TERM") != "dumb" && os.Getenv("NO_COLOR") == "" {
		look.Colour = allowsColour(screen)
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		look.Width = n
	}
	switch {
	case c.layout.wide:
		look.Width = 0
	case look.Width > 0:
		look.Width = max(look.Width, leastWidth)
	}
	return look
}
