// Package configs embeds the one documented configuration file, which is the default.
package configs

import _ "embed"

// Default is the file as it stands in the folder.
//
//go:embed extract.yaml
var Default []byte
