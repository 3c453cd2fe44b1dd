/** BCP 47 tags of the languages that engines are asked in. */
export const languages =
  'ar bg bn cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka km kn ko lo lt lv ml ms my nb nl pa pl pt ro ru si sk sl sr sv ta te th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** ISO 3166-1 codes of the markets that at least one engine has, and of the home of each language. */
export const countries =
  'AE AM AR AT AU BD BE BG BR BY CA CH CL CN CO CZ DE DK EE EG ES FI FR GB GE GR HK HR HU ID IE IL IN IR IT JP KH KR KZ LA LK LT LV MM MX MY NL NO NZ PE PH PL PT RO RS RU SA SE SG SI SK TH TR TW UA US VE VN ZA'.split(
    ' ',
  );
