/** Letters by script (ISO 15924) that words begin with, roughly the most frequent first, for languages without modifiers. */
const LETTERS: Record<string, string> = {
  Arab: 'امتبسشحعنكجقفدرخ',
  Armn: 'աբգդեզթիլկհմնպսվ',
  Beng: 'অআইকখগচজতদনপবমরস',
  Cyrl: 'пксовнрмдбтзагилучшфэ',
  Deva: 'अआइकखगचजतदनपबमरस',
  Geor: 'აბგდევთიკლმნპრსტ',
  Grek: 'παμεσκδτβγφλνορχ',
  Gujr: 'અઆકખગચજતદનપબમરસ',
  Guru: 'ਅਆਕਖਗਚਜਤਦਨਪਬਮਰਸ',
  Hebr: 'אבמהלשנכתפרסקגדח',
  Khmr: 'កខគចជតទនបពមយរលស',
  Knda: 'ಅಆಕಗಚಜತದನಪಬಮರವಸ',
  Kore: '가나다라마바사아자차카타파하',
  Laoo: 'ກຂຄງຈຊດຕຖທນບປພມ',
  Latn: 'spcmabtdrkflgnhv',
  Mlym: 'അആകഗചജതദനപബമരവസ',
  Mymr: 'ကခဂငစဆညတထဒနပဖဗမ',
  Sinh: 'අආකගචජතදනපබමරවස',
  Taml: 'அஆஇகசதநபமயரவ',
  Telu: 'అఆకగచజతదనపబమరవస',
  Thai: 'กขคงจชดตทนบปพมรส',
};

/** @returns letters of the script that a language is written in (CLDR's likely subtags); Latin ones where it is unknown */
export function lettersOf(language: string): string[] {
  const { script = '' } = new Intl.Locale(language).maximize();
  return Array.from((Object.hasOwn(LETTERS, script) ? LETTERS[script] : undefined) ?? LETTERS.Latn!);
}
