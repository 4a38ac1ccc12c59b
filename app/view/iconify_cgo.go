//go:build cgo

package view

import "github.com/go-gl/glfw/v3.3/glfw"

// iconify minimizes the window that OpenGL draws to.
func iconify() {
	if w := glfw.GetCurrentContext(); w != nil {
		w.Iconify()
	}
}
