package keep

import "threadlens/model"

// ViewMeasure is the state of the Measurement view in a ViewFile.
type ViewMeasure struct {
	Tick  model.Time `json:"tick_ns"`
	Phase model.Time `json:"phase_ns"`
	Host  *float64   `json:"host_percent,omitempty"`
	Guest *float64   `json:"guest_percent,omitempty"`

	Everywhere bool `json:"correct_all_views,omitempty"`
}
