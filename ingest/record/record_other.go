//go:build !linux && !windows

package record

import (
	"context"
	"time"
)

func record(context.Context, *Options, func(State)) (*Result, error) { return nil, ErrUnsupported }

func abandon() {}

func check(string) error { return ErrUnsupported }

func costHere(*Options) time.Duration { return 0 }

func processes() ([]Process, error) { return nil, nil }
