package etl

import (
	"context"

	"threadlens/ingest/format"
)

// RecordStacks is the command that records what Threadlens shows, with stacks.
const RecordStacks = "xperf -on PROC_THREAD+LOADER+CSWITCH+DISPATCHER+PROFILE+INTERRUPT+DPC+DISK_IO+HARD_FAULTS -stackwalk Profile+CSwitch+ReadyThread"

// Format is the event trace log of Windows.
func Format() format.Format {
	return format.Format{
		Name: "etl", Title: "Windows ETL", Extensions: []string{".etl", ".zip", ".7z", ".diagsession"},
		Recipes: []format.Recipe{
			{What: "Start the recording (as administrator)", Command: RecordStacks},
			{What: "Stop and save the recording", Command: "xperf -d trace.etl"},
		},
		Sniff: Sniff, Several: true,
		Open: func(ctx context.Context, p []format.Part, name string, progress format.Progress) (format.Reader, error) {
			files := make([]File, len(p))
			for i := range p {
				files[i] = File{Name: p[i].Name, Reader: p[i].Source, Size: p[i].Size}
			}
			return format.Opened(OpenFiles(ctx, files, name, progress))
		},
	}
}
