// Package picture contains the one widget that shows time: overview, ruler, gutter and lanes.
//
// Its base is one raster (surface.go), which package timeline draws as a function of a Scene.
// Canvas objects above it show what follows the pointer or the selection (overlay.go, flags.go,
// card.go): a new raster is a new texture, moving an object is not. mouse.go and drag.go turn
// gestures into changes of the session. The picture keeps no copy of session state and does not
// know the window.
package picture
