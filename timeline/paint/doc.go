// Package paint draws frames: a DisplayList says what to draw in device pixels, Raster makes
// pixels of it and Vector outlines for files.
//
// A list has items (rectangles, texts, shapes, lines) and two kinds of columns: a Lane is a
// row of pixel columns, each a stack of up to sixteen slots (Mix), that a LaneStyle colours;
// an Area is a layer of a chart. Palette has every colour of the program, Pattern what is
// drawn over them, Face the letters.
//
// The package knows categories and classes of CPU use, but no trace and no time. Begin with
// displaylist.go and run.go.
package paint
