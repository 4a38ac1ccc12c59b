// Package grid is the state of a table on screen: which of its columns and rows are shown, in which
// order, and which rows are selected. It knows no toolkit, so that all of it can be tested without
// a window.
//
// What is shown is a Content (content.go): plain rows and columns, made from a report.Table
// (fromtable.go) or by code with more to show. A Layout (layout.go) is what is remembered of how it
// is shown for the next time. A Grid presents it. It is built of eight floors; each embeds the one
// below, so it can use that and cannot even name what is above. From the ground up:
//
//	sheet      columns.go    the content and the columns that are shown
//	cells      text.go       texts of cells and headers
//	filtered   filtered.go   the rows that the filter selects, and their total
//	ordered    sort.go       the order of the rows
//	visible    lines.go      the lines: the rows that the filter and the folds leave
//	selection  selection.go  the selected rows, and tables of rows
//	folds      folds.go      folding and unfolding
//	Grid       grid.go       what changes content, layout and filter
//
// Rows are identified by keys, so that selection and folds stay when the figures are recomputed.
package grid
