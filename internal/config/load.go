package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/rowproof/rowproof/configs"
	"github.com/rowproof/rowproof/internal/words"
)

// Default returns the embedded defaults.
func Default() (*Config, error) {
	c := &Config{}
	if err := c.File("default", configs.Default); err != nil {
		return nil, err
	}
	seen := c.origins
	for _, f := range c.fields() {
		if _, ok := seen[f.key]; !ok {
			return nil, fmt.Errorf("configs/extract.yaml gives no default for %s", f.key)
		}
	}
	c.origins = nil
	return c, nil
}

// File takes the settings of a YAML file. All errors of the file are returned at once, each
// with its line.
func (c *Config) File(name string, data []byte) error {
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var errs []error
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		for _, group := range mapping(doc.Body) {
			for _, item := range mapping(group.Value) {
				line := item.Key.GetToken().Position.Line
				key := group.Key.GetToken().Value + "." + item.Key.GetToken().Value
				text, ok := scalar(item.Value)
				if !ok {
					errs = append(errs, fmt.Errorf("%s, line %d: %s must be a single value", name, line, key))
					continue
				}
				if err := c.Set(key, text, fmt.Sprintf("%s, line %d", name, line)); err != nil {
					errs = append(errs, c.near(err, key))
				}
			}
			if len(mapping(group.Value)) == 0 {
				line := group.Key.GetToken().Position.Line
				errs = append(errs, fmt.Errorf("%s, line %d: %s must hold settings", name, line, group.Key.GetToken().Value))
			}
		}
	}
	return errors.Join(errs...)
}

// Environment takes the settings of EXTRACT_ variables, given as "NAME=value".
func (c *Config) Environment(environ []string) error {
	names := map[string]string{}
	for _, f := range c.fields() {
		names[EnvironmentName(f.key)] = f.key
	}
	var errs []error
	for _, e := range environ {
		name, text, _ := strings.Cut(e, "=")
		if key, ok := names[name]; ok {
			if err := c.Set(key, text, "environment "+name); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// EnvironmentName returns the name of the environment variable of a setting.
func EnvironmentName(key string) string {
	return "EXTRACT_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func mapping(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.NullNode:
		return "", true
	case ast.ScalarNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// near adds the setting that a misspelt key may mean.
func (c *Config) near(err error, key string) error {
	if !strings.Contains(err.Error(), "there is no setting") {
		return err
	}
	_, last, _ := strings.Cut(key, ".")
	var keys []string
	for _, f := range c.fields() {
		if _, name, _ := strings.Cut(f.key, "."); name == last {
			return fmt.Errorf("%w; did you mean %s?", err, f.key)
		}
		keys = append(keys, f.key)
	}
	if k := words.Near(key, keys); k != "" {
		return fmt.Errorf("%w; did you mean %s?", err, k)
	}
	return err
}
