// Package paint draws frames: a DisplayList is what to draw in device pixels, Raster turns
// it into pixels and Vector into outlines for files.
//
// A list has items (rectangles, texts, shapes, lines) and two kinds of columns: a Lane is a
// row of pixel columns, each a stack of up to sixteen slots (Mix), coloured by a LaneStyle;
// an Area is a layer of a chart. Palette has every colour of the program, Pattern what is
// drawn over them, Face the text.
//
// The package knows categories and classes of CPU use, but no trace and no time. Start with
// displaylist.go and run.go.
package paint
