package task

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/words"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestPresets(t *testing.T) {
	list := Presets()
	if len(list) < 15 {
		t.Fatalf("%d presets", len(list))
	}
	for _, p := range list {
		k, err := Preset(p.Name, p.Language)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if p.Title == "" || len(k.Records) == 0 || len(k.Equations) == 0 || len(k.Identity) == 0 || k.Notation.Language != p.Language || !k.Made {
			t.Errorf("%s.%s is incomplete", p.Name, p.Language)
		}
		roundTrip(t, k)
		golden := filepath.Join("testdata", "presets", p.Name+"."+p.Language+".golden.yaml")
		got := k.Marshal()
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the preset as it loads (%v); -update rewrites it", golden, err)
		}
	}
}

// Within a record type no two fields may share a heading once brackets, currencies and units
// are dropped: such a heading would tie and give nothing.
func TestPresetHeadingsDoNotTie(t *testing.T) {
	for _, p := range Presets() {
		k, err := Preset(p.Name, p.Language)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range k.Records {
			owner := map[string]string{}
			for i := range r.Fields {
				for _, h := range r.Fields[i].Headings() {
					n := words.Normal(h)
					if o, taken := owner[n]; taken && o != r.Fields[i].Name {
						t.Errorf("%s.%s: heading %q names %s and %s", p.Name, p.Language, h, o, r.Fields[i].Name)
					}
					owner[n] = r.Fields[i].Name
				}
			}
		}
	}
}

func TestUnknownPreset(t *testing.T) {
	for name, want := range map[string]string{"rent-rol": `did you mean "rent-roll"?`, "lease": "allowed are"} {
		if _, err := Preset(name, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Preset("invoice", "xx"); err == nil || !strings.Contains(err.Error(), "en, fr, de") {
		t.Errorf("language: %v", err)
	}
	if k, err := Preset("invoice", "de-AT"); err != nil || k.Name != "rechnung" {
		t.Errorf("regional language: %v", err)
	}
}

func TestFindPreset(t *testing.T) {
	for _, c := range []struct {
		headings string
		want     string
	}{
		{"Unit|Tenant|Lease end|Monthly rent (£)", "rent-roll.en"},
		{"Lot|Locataire|Surface m²|Loyer mensuel HC|Dépôt de garantie", "rent-roll.fr"},
		{"Wohnung|Mieter|Wohnfläche (m²)|Kaltmiete €|Nebenkosten", "rent-roll.de"},
		{"Réf.|Adresse|Commune|Surface (m²)|Valeur vénale", "property-schedule.fr"},
		{"Objektnummer|Anschrift|Ort|PLZ|Baujahr|Verkehrswert", "property-schedule.de"},
		{"Property ref|Address|Town|Postcode|Market value", "property-schedule.en"},
		{"Description|Qty|Unit price|VAT %|Line total", "invoice.en"},
		{"Désignation|Qté|PU HT|Montant HT", "invoice.fr"},
		{"Pos.|Bezeichnung|Menge|Einzelpreis|Gesamtpreis", "invoice.de"},
		{"SKU|Product|Pack|List price|RRP", "price-list.en"},
		{"Référence|Désignation|Unité de vente|Prix HT", "price-list.fr"},
		{"Art.-Nr.|Bezeichnung|VE|Listenpreis", "price-list.de"},
		{"Cost head|Budget|Actual|Variance|Your share", "service-charge.en"},
		{"Poste de charges|Dépenses|Clé de répartition|Quote-part", "service-charge.fr"},
		{"Kostenart|Gesamtkosten|Umlageschlüssel|Ihr Anteil", "service-charge.de"},
		{"Date|Narrative|Debit|Credit", ""},
		{"Unit|Tenant", ""},
		{"Tenant|Lease end|Monthly rent|Deposit", ""}, // the unit is required
		{"", ""},
	} {
		_, p, ok := FindPreset(strings.Split(c.headings, "|"))
		got := ""
		if ok {
			got = p.Name + "." + p.Language
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.headings, got, c.want)
		}
	}
}
