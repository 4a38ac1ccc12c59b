// Package grid is the state of a table on screen: which of its columns and rows are shown, in which
// order, and which rows are selected. It knows no toolkit, so that all of it can be tested without
// a window.
//
// What is shown is a Content (content.go): plain rows and columns, made from a report.Table
// (fromtable.go) or by code with more to show. A Grid (grid.go) presents it: it sorts (sort.go),
// filters and folds (lines.go), keeps the selection (selection.go), and formats the cells
// (text.go). A Layout (layout.go) is what is remembered of it for the next time.
//
// Rows are identified by keys, so that selection and folds stay when the figures are recomputed.
package grid
