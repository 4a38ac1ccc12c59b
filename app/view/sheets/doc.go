// Package sheets is the dialogs above the window: settings, keys, help, trace health and
// properties, symbols, marks. Sheets (sheets.go) opens them and has their commands.
package sheets
