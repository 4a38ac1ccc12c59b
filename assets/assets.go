package assets

import _ "embed"

// DemoName is the file name under which the demo trace is shown; its ending shows the format.
const DemoName = "demo.perf.data"

//go:embed demo/demo.perf.data
var demo []byte

//go:embed demo/demo.perf.data.names
var demoNames []byte

//go:embed icon.png
var icon []byte

// Demo returns the demo trace: a perf.data file with zstd-compressed records, less than 1 MiB. The bytes are shared;
// callers must not change them.
func Demo() []byte { return demo }

// DemoNames returns the names of the functions on the stacks of the demo trace, as saved by ingest/symbols: few
// machines have the files from which they come. The bytes are shared; callers must not change them.
func DemoNames() []byte { return demoNames }

// Icon returns the program's icon, a PNG of 256 × 256 pixels. The bytes are shared; callers must not change them.
func Icon() []byte { return icon }
