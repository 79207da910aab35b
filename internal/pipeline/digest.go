package pipeline

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// digest returns the SHA-256 over the parts, each with its length before it.
func digest(parts ...string) string {
	h := sha256.New()
	var n [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sum returns the SHA-256 of the bytes alone.
func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
