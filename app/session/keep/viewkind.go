package keep

// ViewKind is the view in which the trace is shown.
type ViewKind uint8

// The views, in the order of the keys from Ctrl+1 on.
const (
	ViewUtilization ViewKind = iota
	ViewThreads
	ViewCores
	ViewMeasurement
	ViewMonitor
	numViews
)

// viewKeys name the views in files.
var viewKeys = [numViews]string{"utilization", "threads", "cores", "measurement", "monitor"}

// Key is the name of the view in files.
func (v ViewKind) Key() string { return viewKeys[v] }

// ParseView parses a name that Key returns.
func ParseView(key string) (v ViewKind, ok bool) {
	for i, k := range viewKeys {
		if k == key {
			return ViewKind(i), true
		}
	}
	return ViewThreads, false
}
