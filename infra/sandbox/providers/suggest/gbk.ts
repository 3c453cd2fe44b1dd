const LEADS = { from: 0x81, to: 0xfe };
const TRAILS = { from: 0x40, to: 0xfe };

/** The two bytes of each character of GBK, computed on first use. */
let table: Map<string, Buffer> | null = null;

/** @returns the text in GBK, with a question mark for other characters, as its servers do */
export function encodeGbk(text: string): Buffer {
  table ??= readTable();
  const bytes = Array.from(text, (character) => {
    const isAscii = character.length === 1 && character <= '\x7f';
    return isAscii ? Buffer.from(character) : (table!.get(character) ?? Buffer.from('?'));
  });
  return Buffer.concat(bytes);
}

/** @returns the text after encoding to GBK and decoding again */
export function throughGbk(text: string): string {
  return new TextDecoder('gbk').decode(encodeGbk(text));
}

/** The platform decodes GBK, but does not encode it: the table is built by decoding. */
function readTable(): Map<string, Buffer> {
  const pairs: Buffer[] = [];
  for (let lead = LEADS.from; lead <= LEADS.to; lead += 1) {
    for (let trail = TRAILS.from; trail <= TRAILS.to; trail += 1) pairs.push(Buffer.from([lead, trail]));
  }
  const decoder = new TextDecoder('gbk');
  const decoded = pairs.map((pair) => [decoder.decode(pair), pair] as const);
  // Of several byte pairs for a character, the first is the usual one.
  return new Map(decoded.filter(([text]) => text.length === 1 && text !== '\ufffd').toReversed());
}
