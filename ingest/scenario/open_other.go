//go:build !linux && !(windows && (amd64 || arm64))

package scenario

import "errors"

func openSystem(*Options) (sink, error) {
	return nil, errors.New("scenario: no way to mark on this system; Create writes a file")
}
