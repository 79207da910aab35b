package xlsx

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash"
	"io"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"
)

// errPassword says that a password does not open a workbook; any other error of the
// decryption says that the container is damaged or of a kind that is not read.
var errPassword = errors.New("the password does not open it")

// maxSpin bounds the rounds of the key derivation, which the file chooses.
const maxSpin = 10_000_000

// A vault is an encrypted workbook taken out of its compound file.
type vault struct{ info, data []byte }

// openVault reads the two streams of an encrypted workbook.
func openVault(raw []byte) (v vault, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the compound file is damaged: %v", p)
		}
	}()
	doc, err := mscfb.New(bytes.NewReader(raw))
	if err != nil {
		return v, err
	}
	for entry, err := doc.Next(); err == nil; entry, err = doc.Next() {
		var into *[]byte
		switch entry.Name {
		case "EncryptionInfo":
			into = &v.info
		case "EncryptedPackage":
			into = &v.data
		default:
			continue
		}
		if *into, err = io.ReadAll(io.LimitReader(entry, int64(len(raw)))); err != nil {
			return v, err
		}
		if int64(len(*into)) != entry.Size {
			return v, errors.New("the compound file is cut off")
		}
	}
	if len(v.info) < 8 || len(v.data) < 8 {
		return v, errors.New("the compound file lacks what encrypts it")
	}
	return v, nil
}

// open decrypts the workbook.
func (v vault) open(password string) ([]byte, error) {
	major, minor := binary.LittleEndian.Uint16(v.info), binary.LittleEndian.Uint16(v.info[2:])
	switch {
	case major == 4 && minor == 4:
		return v.openAgile(password)
	case minor == 2 && major >= 2 && major <= 4:
		return v.openStandard(password)
	}
	return nil, fmt.Errorf("encryption version %d.%d is not read", major, minor)
}

// size returns the length of the plain workbook that the data begins with.
func (v vault) size() (int, error) {
	n := binary.LittleEndian.Uint64(v.data)
	if n > uint64(len(v.data)-8) {
		return 0, errors.New("the encrypted workbook is cut off")
	}
	return int(n), nil
}

func utf16Bytes(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// spin derives the hash of a password over a number of rounds.
func spin(newHash func() hash.Hash, salt []byte, password string, rounds int) []byte {
	h := newHash()
	h.Write(salt)
	h.Write(utf16Bytes(password))
	sum := h.Sum(nil)
	var counter [4]byte
	for i := range rounds {
		binary.LittleEndian.PutUint32(counter[:], uint32(i))
		h.Reset()
		h.Write(counter[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum
}

func hashOf(newHash func() hash.Hash, parts ...[]byte) []byte {
	h := newHash()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// fit cuts or fills a key to n bytes.
func fit(b []byte, n int) []byte {
	out := bytes.Repeat([]byte{0x36}, n)
	copy(out, b)
	return out
}

// openStandard opens the encryption of Office 2007: AES in single blocks, a key from SHA-1.
func (v vault) openStandard(password string) ([]byte, error) {
	const header = 12
	size := int(binary.LittleEndian.Uint32(v.info[8:min(len(v.info), 12)]))
	if len(v.info) < header+size+4+16+16+4+32 || size < 32 {
		return nil, errors.New("the description of the encryption is cut off")
	}
	bits := int(binary.LittleEndian.Uint32(v.info[header+16:]))
	verifier := v.info[header+size:]
	if binary.LittleEndian.Uint32(verifier) != 16 || bits != 128 && bits != 192 && bits != 256 {
		return nil, fmt.Errorf("a key of %d bits is not read", bits)
	}
	sum := spin(sha1.New, verifier[4:20], password, 50_000)
	sum = hashOf(sha1.New, sum, make([]byte, 4))
	key := make([]byte, 0, 40)
	for _, pad := range [...]byte{0x36, 0x5c} {
		block := bytes.Repeat([]byte{pad}, 64)
		for i, c := range sum {
			block[i] ^= c
		}
		key = append(key, hashOf(sha1.New, block)...)
	}
	c, err := aes.NewCipher(key[:bits/8])
	if err != nil {
		return nil, err
	}
	got, want := singleBlocks(c, verifier[20:36]), singleBlocks(c, verifier[40:72])
	if !bytes.Equal(hashOf(sha1.New, got), want[:sha1.Size]) {
		return nil, errPassword
	}
	n, err := v.size()
	if err != nil {
		return nil, err
	}
	plain := singleBlocks(c, v.data[8:])
	return plain[:min(n, len(plain))], nil
}

// singleBlocks decrypts each block by itself; what is no whole block is dropped.
func singleBlocks(c cipher.Block, b []byte) []byte {
	n := c.BlockSize()
	out := make([]byte, len(b)/n*n)
	for i := 0; i < len(out); i += n {
		c.Decrypt(out[i:i+n], b[i:i+n])
	}
	return out
}

// agile is the description of the encryption of Office 2010 and later.
type agile struct {
	Data struct {
		agileCipher
	} `xml:"keyData"`
	Integrity struct {
		Key   string `xml:"encryptedHmacKey,attr"`
		Value string `xml:"encryptedHmacValue,attr"`
	} `xml:"dataIntegrity"`
	Keys []struct {
		agileCipher
		Spin     int    `xml:"spinCount,attr"`
		Input    string `xml:"encryptedVerifierHashInput,attr"`
		Value    string `xml:"encryptedVerifierHashValue,attr"`
		KeyValue string `xml:"encryptedKeyValue,attr"`
	} `xml:"keyEncryptors>keyEncryptor>encryptedKey"`
}

type agileCipher struct {
	BlockSize int    `xml:"blockSize,attr"`
	KeyBits   int    `xml:"keyBits,attr"`
	HashSize  int    `xml:"hashSize,attr"`
	Cipher    string `xml:"cipherAlgorithm,attr"`
	Chaining  string `xml:"cipherChaining,attr"`
	Hash      string `xml:"hashAlgorithm,attr"`
	Salt      string `xml:"saltValue,attr"`
}

func (c *agileCipher) hash() (func() hash.Hash, error) {
	switch c.Hash {
	case "SHA1", "SHA-1":
		return sha1.New, nil
	case "SHA256", "SHA-256":
		return sha256.New, nil
	case "SHA384", "SHA-384":
		return sha512.New384, nil
	case "SHA512", "SHA-512":
		return sha512.New, nil
	}
	return nil, fmt.Errorf("the hash %.20q is not read", c.Hash)
}

func (c *agileCipher) check() error {
	if c.Cipher != "AES" || c.Chaining != "ChainingModeCBC" || c.BlockSize != aes.BlockSize {
		return fmt.Errorf("the cipher %.20q is not read", c.Cipher+" "+c.Chaining)
	}
	if c.KeyBits != 128 && c.KeyBits != 192 && c.KeyBits != 256 {
		return fmt.Errorf("a key of %d bits is not read", c.KeyBits)
	}
	return nil
}

// The keys that the derived hash is mixed with for each purpose.
var (
	forInput     = []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79}
	forValue     = []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e}
	forKey       = []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6}
	forHmacKey   = []byte{0x5f, 0xb2, 0xad, 0x01, 0x0c, 0xb9, 0xe1, 0xf6}
	forHmacValue = []byte{0xa0, 0x67, 0x7f, 0x02, 0xb2, 0x2c, 0x84, 0x33}
)

func (v vault) openAgile(password string) ([]byte, error) {
	var a agile
	if err := xml.Unmarshal(v.info[8:], &a); err != nil {
		return nil, fmt.Errorf("the description of the encryption: %w", err)
	}
	if len(a.Keys) != 1 {
		return nil, fmt.Errorf("%d keys instead of one for a password", len(a.Keys))
	}
	secret, err := a.secret(password)
	if err != nil {
		return nil, err
	}
	if err := a.intact(secret, v.data); err != nil {
		return nil, err
	}
	n, err := v.size()
	if err != nil {
		return nil, err
	}
	newHash, err := a.Data.hash()
	if err != nil {
		return nil, err
	}
	salt, err := base64.StdEncoding.DecodeString(a.Data.Salt)
	if err != nil {
		return nil, err
	}
	const segment = 4096
	data := v.data[8:]
	out := make([]byte, 0, len(data))
	for i := 0; i*segment < len(data); i++ {
		var index [4]byte
		binary.LittleEndian.PutUint32(index[:], uint32(i))
		part := data[i*segment : min(len(data), (i+1)*segment)]
		plain, err := chained(secret, hashOf(newHash, salt, index[:]), part)
		if err != nil {
			return nil, err
		}
		out = append(out, plain...)
	}
	return out[:min(n, len(out))], nil
}

// secret checks the password and returns the key of the data.
func (a *agile) secret(password string) ([]byte, error) {
	k := &a.Keys[0]
	if err := k.check(); err != nil {
		return nil, err
	}
	if err := a.Data.check(); err != nil {
		return nil, err
	}
	newHash, err := k.hash()
	if err != nil {
		return nil, err
	}
	if k.Spin < 0 || k.Spin > maxSpin {
		return nil, fmt.Errorf("%d rounds of the key derivation", k.Spin)
	}
	salt, err := base64.StdEncoding.DecodeString(k.Salt)
	if err != nil {
		return nil, err
	}
	sum := spin(newHash, salt, password, k.Spin)
	decode := func(text string, purpose []byte) ([]byte, error) {
		b, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, err
		}
		return chained(fit(hashOf(newHash, sum, purpose), k.KeyBits/8), salt, b)
	}
	input, err := decode(k.Input, forInput)
	if err != nil {
		return nil, err
	}
	value, err := decode(k.Value, forValue)
	if err != nil {
		return nil, err
	}
	want := hashOf(newHash, input[:min(len(input), len(salt))])
	if !bytes.HasPrefix(value, want) {
		return nil, errPassword
	}
	key, err := decode(k.KeyValue, forKey)
	if err != nil {
		return nil, err
	}
	if len(key) < a.Data.KeyBits/8 {
		return nil, errors.New("the key of the data is cut off")
	}
	return key[:a.Data.KeyBits/8], nil
}

// intact checks the encrypted data against the code that the file holds for it; a file without one
// is taken as it is.
func (a *agile) intact(secret, data []byte) error {
	if a.Integrity.Value == "" {
		return nil
	}
	newHash, err := a.Data.hash()
	if err != nil {
		return err
	}
	salt, err := base64.StdEncoding.DecodeString(a.Data.Salt)
	if err != nil {
		return err
	}
	var codes [2][]byte
	for i, x := range []struct {
		text    string
		purpose []byte
	}{{a.Integrity.Key, forHmacKey}, {a.Integrity.Value, forHmacValue}} {
		b, err := base64.StdEncoding.DecodeString(x.text)
		if err != nil {
			return err
		}
		if codes[i], err = chained(secret, hashOf(newHash, salt, x.purpose), b); err != nil {
			return err
		}
	}
	size := newHash().Size()
	if len(codes[0]) < size || len(codes[1]) < size {
		return errors.New("the code that protects the data is cut off")
	}
	mac := hmac.New(newHash, codes[0][:size])
	mac.Write(data)
	if !hmac.Equal(mac.Sum(nil), codes[1][:size]) {
		return errors.New("the encrypted data is not what its code says")
	}
	return nil
}

// chained decrypts AES in chained blocks; what is no whole block is dropped.
func chained(key, vector, b []byte) ([]byte, error) {
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(b)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(c, fit(vector, aes.BlockSize)[:aes.BlockSize]).CryptBlocks(out, b[:len(out)])
	return out, nil
}
