package kit

// Sizes that many parts of the window share, dp.
const (
	FactHeight   = 20 // of a line of facts
	LegendHeight = 20 // of a row of a legend
	PaneMargin   = 16 // left and right of a pane's content
	BannerHeight = 30 // of a strip above the picture
	CardInset    = 12 // of the text of a card, left and right
)
