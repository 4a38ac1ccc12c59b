// Package picture contains the one widget that shows time: overview, ruler, gutter and lanes.
//
// The widget, Surface, is built of nine floors; each embeds the one below, so it can use that and
// cannot even name what is above. From the ground up:
//
//	sizes     sizes.go    the session, the sizes that the user chose, lengths in dp and device pixels
//	scenery   scene.go    the Scene of a frame, with the use by what is selected (selecteduse.go)
//	drawing   drawing.go  the one raster, which package timeline draws as a function of the Scene;
//	                      scrolling; the marks of hits above it (hits.go)
//	pointer   pointer.go  where the pointer is, and what it drags
//	layers    layers.go   what lies above the raster: overlay.go, the filter of the rows
//	                      (filterbox.go), the chart of CPU use (usechart.go)
//	drags     drag.go     what is dragged
//	clicks    clicks.go   what is clicked, and double and right clicks
//	gestures  mouse.go    the pointer as the toolkit reports it, and the wheel
//	Surface   surface.go  the widget: makes the floors, has the keyboard, renders
//
// Canvas objects above the raster show what follows the pointer or the selection: a new raster is a
// new texture, moving an object is not. Each is a part that knows only the floor that it needs:
// flags.go and filterbox.go the drawing; related.go and picked.go, which are placed relative to the
// lanes (lanelayer.go), and the cards the pointer. The overlay places them, and the drawing asks
// for that after each redraw (placeParts). The card of a segment has floors of its own: its facts
// (cardfacts.go), what freezes it (cardfreeze.go), and when it is shown (card.go).
//
// Gestures become changes of the session. The picture keeps no copy of session state and does not
// know the window.
package picture
