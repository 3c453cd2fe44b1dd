/**
 * Han characters of national character sets, by how a script writes them. Made when first needed. Texts, and not sets,
 * which take longer to make: search texts have few characters.
 */
let sets: Record<'simplified' | 'traditional' | 'japanese', string> | undefined;

/**
 * Tells how a text in Han characters is written. A character that only one of the character sets of China (GB 2312),
 * Taiwan (Big5, HKSCS) and Japan (JIS X 0208) has speaks for its script; most characters are in several of them.
 *
 * @param text with Han characters, without kana
 * @returns language code: `ja` with a character that only Japanese has, `zh-Hant` where most of the telling characters
 *   are traditional, else `zh` (simplified)
 */
export function hanLanguage(text: string): 'zh' | 'zh-Hant' | 'ja' {
  const { simplified, traditional, japanese } = (sets ??= readSets());
  let balance = 0;
  let onlyJapanese = 0;
  for (const character of text) {
    const [isSimplified, isTraditional] = [simplified.includes(character), traditional.includes(character)];
    if (isSimplified !== isTraditional) balance += isTraditional ? 1 : -1;
    else if (!isSimplified && japanese.includes(character)) onlyJapanese += 1;
  }
  if (onlyJapanese > 0 && balance >= 0) return 'ja';
  return balance > 0 ? 'zh-Hant' : 'zh';
}

function readSets(): NonNullable<typeof sets> {
  return {
    simplified: charactersOf('gbk', [[0xb0, 0xf7]], [[0xa1, 0xfe]]),
    traditional: charactersOf(
      'big5',
      [
        [0xa4, 0xc6],
        [0xc9, 0xf9],
      ],
      [
        [0x40, 0x7e],
        [0xa1, 0xfe],
      ],
    ),
    japanese: charactersOf('euc-jp', [[0xb0, 0xf4]], [[0xa1, 0xfe]]),
  };
}

type Range = [from: number, to: number];

/** The platform knows the sets by its decoders: all pairs of bytes in the ranges of Han characters are decoded. */
function charactersOf(encoding: string, leads: Range[], trails: Range[]): string {
  const bytes: number[] = [];
  for (const lead of within(leads)) for (const trail of within(trails)) bytes.push(lead, trail);
  return new TextDecoder(encoding).decode(new Uint8Array(bytes));
}

function within(ranges: Range[]): number[] {
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
