// Package host is what pages, panes and sheets see of the window that contains them.
//
// A Host holds what they share: the session, the settings, the table of commands, the look, the
// tooltips. It shows dialogs and menus, asks for files, writes exported files, and connects tables
// with the window. The interface Room lists what only the window itself can do. A part of the
// window that takes a *Host knows neither the window nor the other parts.
package host
