// Package grid is a table as somebody looks at it: which of its columns and rows
// are shown, in which order, and which rows are selected. It knows no toolkit,
// so that all of it can be tested without a window.
//
// What is shown is a Content (content.go): plain rows and columns, made of an
// report.Table (fromtable.go) or by whoever has more to show than one. A Grid
// (grid.go) looks at it: it sorts (sort.go), filters and folds (lines.go), keeps
// the selection (selection.go), and says what the cells are (text.go). A Layout
// (layout.go) is what is remembered of it for the next time.
//
// Rows are told apart by their keys, so that selection and folds stay where they
// are when the figures are recomputed.
package grid
