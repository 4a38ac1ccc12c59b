package command

import (
	"io"
	"path/filepath"
	"strings"

	"threadlens/app/export/web"
)

// viewPage is the export of one web page with findings, timeline, charts and tables.
const viewPage = "html"

// isPage reports whether a file name is one of a web page.
func isPage(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".html" || ext == ".htm"
}

// page writes the web page.
func (c *call) page(path string, flags *exportFlags) error {
	if !isPage(c.output.path) {
		return usagef("-o OUT needs a file name that ends in .html")
	}
	if c.layout != (tableFlags{}) {
		return usagef("--columns, --sort and --top apply only to tables, which are .csv, .tsv, .json or .md files")
	}
	look, s, err := c.drawn(path, flags)
	if err != nil {
		return err
	}
	r := web.Report{Trace: look.Trace, Scope: s, Limits: c.userLimits(), Safe: look.Palette.Safe}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error { return r.Write(c.ctx, w) })
}
