package prompt

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// A Key is everything that changes an answer.
type Key struct {
	Provider   string
	Model      string
	Parameters []string // "temperature=0", in a fixed order
	Round      int      // asking again is another question
	System     string
	User       string
	Schema     []byte
}

// Fingerprint returns the SHA-256 over the key and the version of the prompts, each part with
// its length before it, so that no two keys share their bytes.
func (k *Key) Fingerprint() string {
	h := sha256.New()
	part(h, Version)
	part(h, k.Provider)
	part(h, k.Model)
	number(h, len(k.Parameters))
	for _, p := range k.Parameters {
		part(h, p)
	}
	number(h, k.Round)
	part(h, k.System)
	part(h, k.User)
	part(h, string(k.Schema))
	return hex.EncodeToString(h.Sum(nil))
}

func part(h hash.Hash, s string) {
	number(h, len(s))
	h.Write([]byte(s))
}

func number(h hash.Hash, n int) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}
