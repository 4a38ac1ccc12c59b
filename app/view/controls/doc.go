// Package controls contains the commands that move through the picture, arrange its rows and choose
// what it shows, and the picture's context menus.
package controls
