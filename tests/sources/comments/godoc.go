// Copyright 2013 The Authors
//
// Licensed under the Apache License, Version 2.0

// Package cobra is a commander providing a simple interface, see
// https://example.org/a_b and [Command].
package cobra

// ExactValidArgs returns an error if there are *not* exactly N <args>
// in the `ValidArgs` field of [Command], or in [pflag.FlagSet] or a[i].
//
// # How it works
//
// With a list:
// - one [RFC 1]
// - two
//
// and code:
//
//	x := []int{1}
//	y := *p
//
// Numbers:
//  1. first
//     goes on
//  2. second
//
// [RFC 1]: https://example.org/rfc
//
// Deprecated: use MatchAll(ExactArgs(n), OnlyValidArgs) instead
//
//go:noinline
func ExactValidArgs(n int) {
}

// Above a blank line.

func Undocumented() {}

/*
Block begins here.

	code
*/
func Block() {}

const (
	A = 1 // the first
)
