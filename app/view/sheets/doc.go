// Package sheets contains the dialogs above the window: settings, keys, help, trace health and
// properties, symbols, marks. Sheets (sheets.go) opens them and contains their commands.
package sheets
