package controls

import (
	"context"

	"threadlens/app/view/picture"
	"threadlens/app/view/views"
	"threadlens/timeline"
)

// Controls move through the picture, arrange its rows and choose what it shows.
type Controls struct {
	*views.Views
	Surface    *picture.Surface
	Preparing  context.Context       // of the summaries; ends with the trace
	CoresReady *timeline.CoreColours // for which summaries are made
}
