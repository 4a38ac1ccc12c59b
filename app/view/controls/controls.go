package controls

import (
	"context"

	"threadlens/app/view/picture"
	"threadlens/app/view/views"
	"threadlens/timeline"
)

// Controls are the commands that move through the picture, arrange its rows and choose what it
// shows.
type Controls struct {
	*views.Views
	Surface    *picture.Surface
	Preparing  context.Context       // for computing the summaries; ends with the trace
	CoresReady *timeline.CoreColours // the colours for which summaries exist
}
