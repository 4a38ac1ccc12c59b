// Package controls has the commands that move through the picture, arrange its rows and
// choose what it shows, and the context menus over it.
package controls
