// Package fonts embeds the typefaces that the timeline draws with: Noto Sans,
// the family that the window's toolkit carries too, so that text in pictures and
// text in widgets look the same. Package timeline turns them into glyphs.
//
// The fonts are under the SIL Open Font License 1.1 (LICENSE-NotoSans.txt).
package fonts

import _ "embed" // for the font files

// Regular is Noto Sans Regular, a TrueType file.
//
//go:embed NotoSans-Regular.ttf
var Regular []byte

// Bold is Noto Sans Bold, a TrueType file.
//
//go:embed NotoSans-Bold.ttf
var Bold []byte
