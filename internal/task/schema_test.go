package task

import (
	"os"
	"strings"
	"testing"
)

// The same task as JSON Schema and as YAML.
func TestSchemaIsTheSameTask(t *testing.T) {
	data, err := os.ReadFile("testdata/unit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Load("unit.schema.json", data)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Load("unit.yaml", []byte(`
version: 1
name: rent-roll
notation: {decimal: ".", dates: dmy}
document:
  landlord: text
  total_rent: {type: money, labels: [Total, Grand total]}
  units: {type: number, labels: [Number of units]}
records:
  unit:
    rows: 1-2
    key: [building, unit]
    fields:
      building: {type: text, shared: true}
      unit: {type: identifier, required: true}
      tenant: {type: text, aliases: [Tenant], description: Vacant is printed as such}
      start: {type: date}
      rent: {type: money, aliases: [Rent, Monthly rent]}
      status: {type: choice, choices: [Let, Vacant]}
      furnished: boolean
      yearly: {type: money, derive: rent * 12}
equations:
  - sum(unit.rent) = total_rent
  - count(unit) = units
identity: [landlord]
`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTask(want, got); diff != "" {
		t.Errorf("(-yaml +schema):\n%s", diff)
	}
}

func TestSchemaErrors(t *testing.T) {
	data, err := os.ReadFile("testdata/unit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"#/$defs/Unit"`, `"#/$defs/Unti"`, `17:25: the reference "#/$defs/Unti" leads nowhere`},
		{`"shared": true`, `"shard": true`, `25:55: field building has no key "shard"; did you mean "shared"?`},
		{`{"type": "boolean"}`, `{"type": "object"}`, `31:9: field "furnished" is of JSON type "object"`},
		{`"landlord": {"type": "string"}`, `"landlord": {"type": "object"}`, `11:5: "landlord" is an object`},
		{`"key": ["building", "unit"]`, `"key": ["bulding"]`, `16:45: key names "bulding", which is no field of unit; did you mean "building"?`},
		{`{"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}`, `{"anyOf": [{"type": "string"}, {"type": "number"}]}`, `anyOf with 2 alternatives`},
		{`"sum(unit.rent) = total_rent"`, `"sum(unit.rent) = totalrent"`, `7:19: "totalrent" is no document field; did you mean "total_rent"?`},
		{`"items": {"$ref": "#/$defs/Unit"}`, `"items": {"type": "string"}`, `"unit" is an array of string`},
		{`"type": "array",`, `"type": "array" "x": 1,`, `the JSON cannot be read`},
	} {
		text := strings.Replace(string(data), c.old, c.new, 1)
		if text == string(data) {
			t.Fatalf("%s does not stand in the schema", c.old)
		}
		if got := strings.Join(errorsOf(t, text), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.new, got, c.want)
		}
	}
}
