package timeline

import "threadlens/model"

// Key is the row's key in RowsOptions.Toggled; ok is false for rows that cannot
// be expanded or collapsed by it.
func (r *Row) Key() (key model.ProcIx, ok bool) {
	switch {
	case r.Kind == RowProcess:
		return r.Proc, true
	case r.Kind == RowKernel:
		return KernelGroup, true
	}
	return r.Group, r.Kind == RowDisk || r.Kind == RowProcessors || r.folds()
}
