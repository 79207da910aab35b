package numfmt

import (
	"strconv"
	"strings"
)

// A language holds the names of months and days as spreadsheets print them.
type language struct {
	months, shortMonths [12]string
	withDay             []string // months beside a day's figure, where they differ
	days, shortDays     [7]string
}

func names12(s string) (out [12]string) { copy(out[:], strings.Fields(s)); return out }
func names7(s string) (out [7]string)   { copy(out[:], strings.Fields(s)); return out }

var english = language{
	months:      names12("January February March April May June July August September October November December"),
	shortMonths: names12("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
	days:        names7("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
	shortDays:   names7("Sun Mon Tue Wed Thu Fri Sat"),
}

var french = language{
	months:      names12("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
	shortMonths: names12("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
	days:        names7("dimanche lundi mardi mercredi jeudi vendredi samedi"),
	shortDays:   names7("dim. lun. mar. mer. jeu. ven. sam."),
}

var german = language{
	months:      names12("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
	shortMonths: names12("Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
	days:        names7("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
	shortDays:   names7("So Mo Di Mi Do Fr Sa"),
}

var spanish = language{
	months:      names12("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
	shortMonths: names12("ene feb mar abr may jun jul ago sep oct nov dic"),
	days:        names7("domingo lunes martes miércoles jueves viernes sábado"),
	shortDays:   names7("dom lun mar mié jue vie sáb"),
}

var italian = language{
	months:      names12("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
	shortMonths: names12("gen feb mar apr mag giu lug ago set ott nov dic"),
	days:        names7("domenica lunedì martedì mercoledì giovedì venerdì sabato"),
	shortDays:   names7("dom lun mar mer gio ven sab"),
}

var dutch = language{
	months:      names12("januari februari maart april mei juni juli augustus september oktober november december"),
	shortMonths: names12("jan feb mrt apr mei jun jul aug sep okt nov dec"),
	days:        names7("zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"),
	shortDays:   names7("zo ma di wo do vr za"),
}

var portuguese = language{
	months:      names12("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
	shortMonths: names12("jan fev mar abr mai jun jul ago set out nov dez"),
	days:        names7("domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado"),
	shortDays:   names7("dom seg ter qua qui sex sáb"),
}

var polish = language{
	months:      names12("styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień"),
	withDay:     strings.Fields("stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"),
	shortMonths: names12("sty lut mar kwi maj cze lip sie wrz paź lis gru"),
	days:        names7("niedziela poniedziałek wtorek środa czwartek piątek sobota"),
	shortDays:   names7("N Pn Wt Śr Cz Pt So"),
}

var russian = language{
	months:      names12("Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь"),
	shortMonths: names12("янв фев мар апр май июн июл авг сен окт ноя дек"),
	days:        names7("воскресенье понедельник вторник среда четверг пятница суббота"),
	shortDays:   names7("Вс Пн Вт Ср Чт Пт Сб"),
}

// russianDeclined is asked for by a tag of its own, FC19.
var russianDeclined = language{
	months:      names12("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
	shortMonths: russian.shortMonths,
	days:        russian.days,
	shortDays:   russian.shortDays,
}

var japanese = language{
	months:      names12("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"),
	shortMonths: names12("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"),
	days:        names7("日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日"),
	shortDays:   names7("日 月 火 水 木 金 土"),
}

// languageOf returns the names that a format's tag asks for: a number as in [$-407], or a
// BCP 47 tag as in [$-de-DE]. A nil language with known true asks for the system's names, which
// are English here.
func languageOf(tag string) (l *language, known bool) {
	if id, err := strconv.ParseUint(tag, 16, 64); err == nil {
		return languageByNumber(uint32(id) & 0xffff)
	}
	base, _, _ := strings.Cut(tag, ",")
	base, _, _ = strings.Cut(base, "-")
	switch strings.ToLower(base) {
	case "x", "":
		return nil, true
	case "en":
		return &english, true
	case "fr":
		return &french, true
	case "de":
		return &german, true
	case "es":
		return &spanish, true
	case "it":
		return &italian, true
	case "nl":
		return &dutch, true
	case "pt":
		return &portuguese, true
	case "pl":
		return &polish, true
	case "ru":
		return &russian, true
	case "ja":
		return &japanese, true
	}
	return nil, false
}

func languageByNumber(id uint32) (l *language, known bool) {
	switch {
	case id == 0xfc19:
		return &russianDeclined, true
	case id < 0x400, id == 0xf400, id == 0xf800, id == 0x400, id == 0x800, id == 0x1000:
		return nil, true
	}
	switch id & 0x3ff {
	case 0x09:
		return &english, true
	case 0x0c:
		return &french, true
	case 0x07:
		return &german, true
	case 0x0a:
		return &spanish, true
	case 0x10:
		return &italian, true
	case 0x13:
		return &dutch, true
	case 0x16:
		return &portuguese, true
	case 0x15:
		return &polish, true
	case 0x19:
		return &russian, true
	case 0x11:
		return &japanese, true
	}
	return nil, false
}

// A reign is an era of the Japanese calendar: its first day and its names by width of the code.
type reign struct {
	year, month, day int
	names            [3]string
}

// reigns are the eras, the latest first.
var reigns = [...]reign{
	{2019, 5, 1, [3]string{"R", "令", "令和"}},
	{1989, 1, 8, [3]string{"H", "平", "平成"}},
	{1926, 12, 25, [3]string{"S", "昭", "昭和"}},
	{1912, 7, 30, [3]string{"T", "大", "大正"}},
	{1868, 1, 1, [3]string{"M", "明", "明治"}},
}

// eraOf returns the Japanese era of a day and the year in it, where the section is Japanese.
func (s *section) eraOf(m *moment) (e *reign, year int) {
	if s.language != &japanese {
		return nil, 0
	}
	for i := range reigns {
		r := &reigns[i]
		if m.year > r.year || m.year == r.year && (m.month > r.month || m.month == r.month && m.day >= r.day) {
			return r, m.year - r.year + 1
		}
	}
	return nil, 0
}
