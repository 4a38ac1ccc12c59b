// Package fonts embeds the typefaces that the timeline draws with. They are the
// files that the window's toolkit carries too, so that text in pictures and text
// in widgets look the same. Package timeline turns them into glyphs.
//
// Noto Sans is under the SIL Open Font License 1.1 (LICENSE-NotoSans.txt),
// DejaVu Sans Mono under the Bitstream Vera licence (LICENSE-DejaVu.txt).
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

// Mono is DejaVu Sans Mono, a TrueType file. It also has what Noto Sans lacks of
// the signs this program writes: ≥, ≈, the minus sign, arrows.
//
//go:embed DejaVuSansMono-Powerline.ttf
var Mono []byte
