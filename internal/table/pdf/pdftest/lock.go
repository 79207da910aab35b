package pdftest

import (
	"crypto/md5" //nolint:gosec // what PDF 1.1's encryption is made of
	"crypto/rc4" //nolint:gosec // likewise
	"encoding/binary"
	"fmt"
)

// A lock is the standard security handler in its first revision: a key of 40 bits.
type lock struct {
	id, owner, user, key []byte
}

// padding fills passwords up, by ISO 32000-1, 7.6.3.3.
const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

const permissions = -4 // all; as bits ^3

func newLock(password string) *lock {
	padded := []byte((password + padding)[:32])
	l := &lock{id: []byte("rowproof's tests")}
	l.owner = cipher(digest(padded)[:5], padded)
	l.key = digest(padded, l.owner, binary.LittleEndian.AppendUint32(nil, ^uint32(3)), l.id)[:5]
	l.user = cipher(l.key, []byte(padding))
	return l
}

func (l *lock) dictionary() string {
	return fmt.Sprintf("<</Filter/Standard/V 1/R 2/O<%x>/U<%x>/P %d>>", l.owner, l.user, permissions)
}

// seal encrypts the stream of an object.
func (l *lock) seal(object int, data string) string {
	key := digest(l.key, []byte{byte(object), byte(object >> 8), byte(object >> 16), 0, 0})[:10]
	return string(cipher(key, []byte(data)))
}

func digest(parts ...[]byte) []byte {
	h := md5.New() //nolint:gosec // as above
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

func cipher(key, data []byte) []byte {
	c, err := rc4.NewCipher(key) //nolint:gosec // as above
	if err != nil {
		panic(err) // keys have 5 or 10 bytes
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}
