//go:build !unix || darwin

// Package locale has nothing to do on this system.
package locale
