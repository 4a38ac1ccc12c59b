package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/measure/calltree"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// exportFlags are the flags of export.
type exportFlags struct {
	scope    scopeFlags
	look     lookFlags
	colourBy string
	asShown  bool
	unfold   bool
	path     bool
	tree     string
}

// lookFlags are the flags for the look of a picture.
type lookFlags struct {
	theme, colours, size string
	scale                float64
	plain                bool
}

func (l *lookFlags) declare(f *flagSet) {
	f.StringVar(&l.theme, "theme", "light", "`THEME` of a picture: light or dark")
	f.StringVar(&l.colours, "colours", "classic", "`SET` of category colours: classic, or safe (for red-green colour blindness)")
	f.StringVar(&l.size, "size", "", "size of the timeline or of a chart's plots, `WxH` in pixels at scale 1; default: 1600 wide, as high as the content needs")
	f.Float64Var(&l.scale, "scale", 1, "scale of a PNG, `N` from 0.5 to 4, default 1; in SVG and PDF, a larger N only draws finer detail")
	f.BoolVar(&l.plain, "plain", false, "draw only the timeline or the plots, without title, legend and notes")
}

func setupExport(c *call) func() error {
	var flags exportFlags
	flags.scope.declare(c.flags)
	flags.scope.declareSome(c.flags)
	flags.look.declare(c.flags)
	c.layout.choices(c.flags)
	c.symbols.declare(c.flags)
	c.countLikely()
	c.flags.StringVar(&flags.colourBy, "colour-by", "thread", "for the view “cores”: colour the time slices by `WHAT`: thread, process, priority, category or ipc (instructions per cycle)")
	c.flags.StringVar(&flags.tree, "tree", "blocking", "for the view “stacks”: the `KIND` of call trees: "+strings.Join(calltree.TreeNames(), ", ")+"; "+
		"not for .json, .json.gz and .speedscope.json, which always contain both execution and waits")
	c.flags.BoolVar(&flags.asShown, "as-shown", false, "for the views “cores” and “utilization”: draw the view as in the graphical interface, instead of a chart with axes")
	c.flags.BoolVar(&flags.unfold, "unfold", false, "for the view “threads”: a lane for each thread that only waits for work, instead of one row per process for all of them")
	c.flags.BoolVar(&flags.path, "path", false, "for the view “threads”: add a lane with the critical path of a thread: the one whose exit ended the target process, otherwise the one that ran longest; --thread limits the choice to matching threads")
	c.common()
	c.outputs()
	return func() error { return c.export(&flags) }
}

// The views that can be drawn as in the window; they are also names of reports.
const viewThreads, viewCores, viewUtilization = "threads", "cores", "utilization"

func (c *call) export(flags *exportFlags) error {
	if len(c.args) == 0 {
		return usagef("the name of a view, chart or report is missing; the views and charts are %s, %s; list the reports with: "+
			"threadlens report --list", viewPage, pictured())
	}
	name := c.args[0]
	a, isReport := c.findReport(name)
	if !isReport && !export.IsChart(name) && name != viewStacks && name != viewPage {
		return usagef("%q is not a view, chart or report; the views and charts are %s, %s; list the reports with: threadlens report --list", name, viewPage, pictured())
	}
	path, err := c.oneFile(c.args[1:])
	if err != nil {
		return err
	}
	switch name {
	case viewStacks:
		return c.stacks(path, flags)
	case viewPage:
		return c.page(path, flags)
	}
	if kind, ok := export.KindOf(c.output.path); ok {
		return c.draw(name, path, kind, flags)
	}
	format, ok := tableKind(c.output.path)
	switch {
	case !ok:
		return c.noKind()
	case !isReport:
		return usagef("%s can only be exported as .png, .svg or .pdf", name)
	}
	if err := first(c.useless(a), c.layout.check()); err != nil {
		return err
	}
	return c.table(a, path, format, &flags.scope)
}

// draw writes a picture or a chart.
func (c *call) draw(name, path string, kind export.Kind, flags *exportFlags) error {
	if c.layout != (tableFlags{}) {
		return usagef("--columns, --sort and --top apply only to tables, which are .csv, .tsv, .json or .md files")
	}
	if flags.path && name != viewThreads {
		return usagef("--path applies only to the view “threads”")
	}
	if flags.unfold && name != viewThreads {
		return usagef("--unfold applies only to the view “threads”")
	}
	isChart := export.IsChart(name)
	isShown := name == viewThreads || name == viewCores || name == viewUtilization
	switch {
	case isChart && !flags.asShown:
		return c.chart(name, path, kind, flags)
	case isShown:
		return c.picture(name, path, kind, flags)
	case isChart:
		return usagef("--as-shown applies only to the views “cores” and “utilization”")
	}
	return usagef("only %s can be exported as pictures; %s can only be exported as .csv, .tsv, .json or .md", pictured(), name)
}

// noKind is the error that lists the possible extensions of the output's name.
func (c *call) noKind() error {
	const endings = "in .png, .svg or .pdf (a picture), in .csv, .tsv, .json or .md (a table) or in .html (the view “html”)"
	if c.output.path == "" || c.output.path == "-" {
		return usagef("-o OUT is missing; OUT is a file name that ends %s", endings)
	}
	return usagef("%s: the file name must end %s", c.output.path, endings)
}

// tableKind is the table format of a file's extension.
func tableKind(path string) (export.Format, bool) {
	f, ok := export.ParseFormat(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
	return f, ok && f != export.Text
}

// colours is what the colours of cores distinguish.
func (f *exportFlags) colours() (timeline.ColourBy, error) {
	by, ok := timeline.ParseColourBy(f.colourBy)
	if !ok {
		return by, usagef("--colour-by %s: needs thread, process, priority, category or ipc", f.colourBy)
	}
	return by, nil
}

// tellsColours fails where a trace does not contain what the colours would distinguish.
func tellsColours(t *model.Trace, by timeline.ColourBy) error {
	if by == timeline.ColourIPC && !t.HasIPC() {
		return usagef("--colour-by ipc: the trace has no counters of cycles and instructions")
	}
	return nil
}

// picture draws a view as in the window.
func (c *call) picture(view, path string, kind export.Kind, flags *exportFlags) error {
	by, err := flags.colours()
	if err != nil {
		return err
	}
	look, s, err := c.drawn(path, flags)
	if err != nil {
		return err
	}
	if err := tellsColours(look.Trace, by); err != nil {
		return err
	}
	look.Range, look.Targets = s.Range, s.Target.Procs
	p := export.Picture{Title: filepath.Base(look.Trace.Info.File), Targets: s.Target.Procs, Bare: flags.look.plain}
	switch view {
	case viewCores:
		p.Scene = look.Cores(by)
	case viewUtilization:
		p.Scene = look.Use(query.PercentOf(s.Percent))
	default:
		if flags.path {
			if look.Path, err = pathPicture(look.Trace, s); err != nil {
				return err
			}
		}
		if err := c.arrange(&look, s); err != nil {
			return err
		}
		look.Unfolded = flags.unfold
		p.Scene = look.Scene()
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error { return p.Write(w, kind) })
}

// arrange makes the lanes follow the findings in their scope, as in the window.
func (c *call) arrange(look *export.Threads, s measure.Scope) error {
	if !findings.Askable(look.Trace) {
		return nil
	}
	list, err := findings.Find(c.ctx, look.Trace, findings.Options{Scope: s, Limits: c.userLimits()})
	look.Relevant, look.Named = query.Relevance(list)
	return err
}

// pathPicture is the critical path requested by a scope.
func pathPicture(t *model.Trace, s measure.Scope) (*timeline.Path, error) {
	path := blocking.PathIn(&s, t)
	if path.Thread == model.NoThread {
		return nil, errors.New("--path: no thread is selected, so there is no critical path; --all selects all threads")
	}
	return session.PathPicture(t, path), nil
}

// drawn is what to draw, and its scope; Only contains threads only if they were requested.
func (c *call) drawn(path string, flags *exportFlags) (look export.Threads, s measure.Scope, err error) {
	if look, err = flags.look.parse(); err != nil {
		return look, s, err
	}
	scope, err := flags.scope.parse()
	if err != nil {
		return look, s, err
	}
	if look.Trace, err = c.load(path); err != nil {
		return look, s, err
	}
	s, err = scope.of(look.Trace)
	if scope.view != nil || !scope.process.Empty() || !scope.thread.Empty() {
		look.Only = s.Threads
	}
	return look, s, err
}

// pictureWidth is the width of pictures, dp.
const pictureWidth = 1600

// parse checks the flags, before a long load.
func (l *lookFlags) parse() (s export.Threads, err error) {
	if l.theme != "light" && l.theme != "dark" {
		return s, fmt.Errorf("--theme %s: needs light or dark", l.theme)
	}
	if l.colours != "classic" && l.colours != "safe" {
		return s, fmt.Errorf("--colours %s: needs classic or safe", l.colours)
	}
	if !(l.scale >= 0.5 && l.scale <= 4) {
		return s, fmt.Errorf("--scale %v: needs a number from 0.5 to 4", l.scale)
	}
	s.Palette = paint.NewPalette(l.theme == "dark", l.colours == "safe")
	s.Scale, s.Width = float32(l.scale), pictureWidth
	if l.size != "" {
		if s.Width, s.Height, err = parsePixels(l.size); err != nil {
			return s, fmt.Errorf("--size %s: %w", l.size, err)
		}
		if float64(s.Width)*float64(s.Height)*l.scale*l.scale > mostPixels {
			return s, fmt.Errorf("--size %s --scale %v: the picture would have more than %d million pixels; reduce one of the two", l.size, l.scale, mostPixels>>20)
		}
	}
	return s, nil
}

// Limits of pictures: smaller ones have no room for a lane, larger ones do not fit into memory.
const (
	leastPicture = 320
	mostPicture  = 8000
	mostPixels   = 1 << 27
)

// parsePixels reads "1600x900".
func parsePixels(s string) (width, height float32, err error) {
	w, h, _ := strings.Cut(strings.ReplaceAll(s, "×", "x"), "x")
	x, errX := strconv.Atoi(w)
	y, errY := strconv.Atoi(h)
	if errX != nil || errY != nil || x < leastPicture || y < leastPicture/2 || max(x, y) > mostPicture {
		return 0, 0, fmt.Errorf("needs a width and a height such as 1600x900, from %dx%d to %dx%d",
			leastPicture, leastPicture/2, mostPicture, mostPicture)
	}
	return float32(x), float32(y), nil
}
