//go:build !linux && !darwin

package pdf

// confine does nothing where the system has no limits by process: the parser's own limit on
// memory holds everywhere.
func confine() {}
