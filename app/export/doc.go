// Package export writes what leaves the program: tables as text, CSV, TSV,
// Markdown and JSON, and pictures of the timeline as PNG, SVG and PDF.
//
// Start with table.go, which names the formats and writes a table in any of
// them; text.go (with textcolumn.go and fit.go) and data.go are the writers for people and for
// programs.
//
// page.go makes pictures: a Scene, chosen by the window or by Threads, becomes one display list
// (the frame with title, legend and notes around it), which becomes pixels, or shapes in svg.go and
// pdf.go, as kind.go chooses. Text stays text there (textrun.go), in the program's own fonts (fontset.go,
// subset.go).
//
// chart.go makes charts: a report becomes panels, each a plot of gonum (plotarea.go: axes, grid and
// marks; plottext.go: its texts in our fonts) with a heading and a legend. Plots are recorded and
// drawn over the page when that is painted (drawing.go, pdfplots.go). Every kind of chart has its
// own file, and takes its numbers from the reports; the chart of the CPUs (chartcores.go) puts the
// timeline's own lanes on axes. plotpage.go draws the charts of the window's pages, flame.go draws
// call trees; package profiles writes them for other tools. None of it needs a window: everything here
// runs without a display.
package export
