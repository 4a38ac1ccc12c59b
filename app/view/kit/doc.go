// Package kit contains the widgets of the window: text, buttons, tabs, splits, tables, tooltips,
// layouts, the theme, and the table of commands. They are built on the toolkit's widgets, use the
// colours and sizes of the design, and know neither window nor session.
//
// Lengths are in dp, the toolkit's device-independent pixels, for text of the usual size: Scaled
// converts them to lengths for the size in use. Everything here runs on the window's goroutine.
package kit
