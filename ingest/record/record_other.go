//go:build !linux && !windows

package record

import "context"

func record(context.Context, *Options, func(State)) (*Result, error) { return nil, ErrUnsupported }

func abandon() {}

func check(string) error { return ErrUnsupported }

func processes() ([]Process, error) { return nil, nil }
