// Package importtest holds what the whole tree keeps to, as tests over its source: the direction of
// imports, what a package may reach for, and that the documentation names every package. The table in
// import_test.go is the architecture diagram: a package may import what its line names and nothing
// else of ours.
package importtest
