// Package host is what pages, panes and sheets have of the window in which they stand.
//
// A Host holds what they share: the session, the settings, the table of commands, the look,
// the tooltips. It shows dialogs and menus, asks for files, writes what is exported, and
// connects tables with the window. What only the window itself can do stands in the
// interface Room. A part of the window that takes a *Host knows neither the window nor the
// other parts.
package host
