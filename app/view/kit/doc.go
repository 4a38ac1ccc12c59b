// Package kit has the widgets of the window: text, buttons, tabs, splits, tables, tooltips,
// layouts, the theme, and the table of commands. They are made of the toolkit's, in the
// colours and sizes of the design, and know no window and no session.
//
// Lengths are in dp, the toolkit's device-independent pixels, for text of the usual size:
// Scaled makes of them lengths for the size in use. Everything here is for the goroutine of
// the window.
package kit
