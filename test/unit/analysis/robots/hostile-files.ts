/** Maximum length of robots.txt that is read. */
const FILE_LENGTH = 512_000;

/** Length of an address of 8 KB. */
export const LONG_PATH = `/${'a'.repeat(8_191)}`;
const BINARY_PATH = `/${binaryDigits(8_191)}`;

export interface HostileFile {
  /** Rules for the requested agent. */
  rules: string;
  path: string;
  allowed: boolean;
}

/**
 * Files with rules that are as expensive to match as possible, each with the path for which they are. A path for which the
 * work exceeds the limit is disallowed.
 */
export const hostileFiles: Record<string, HostileFile> = {
  'one rule 64,000 times': { rules: filled(() => 'Allow:/\n'), path: LONG_PATH, allowed: true },
  'one pattern of 512,000 octets': {
    rules: `Disallow:${'*a'.repeat(255_000)}b\n`,
    path: LONG_PATH,
    allowed: true,
  },
  'stars of all lengths that never match': {
    rules: filled((index) => `Disallow:${'*a'.repeat(index % 1_000)}b\n`),
    path: LONG_PATH,
    allowed: false,
  },
  'stars that match, after many that do not': {
    rules: `Disallow:*a*a*a$\n${filled((index) => `Allow:/*a*a*a*a*a*a*b${index}\n`)}`,
    path: LONG_PATH,
    allowed: false,
  },
  'a run of each length': {
    rules: filled((index) => `Disallow:*${'a'.repeat(index + 1)}*b\n`),
    path: LONG_PATH,
    allowed: false,
  },
  'long segments that differ at their end': {
    rules: filled((index) => `Disallow:*${'a'.repeat(4_000)}${index}\n`),
    path: LONG_PATH,
    allowed: false,
  },
  'tens of thousands of short segments that all occur': {
    rules: filled((index) => `Disallow:*${index.toString(2)}*2\n`),
    path: BINARY_PATH,
    allowed: false,
  },
  'segments that are parts of the path': {
    rules: filled((index) => `Disallow:*${BINARY_PATH.slice(index, index + 1 + (index % 1_000))}*2\n`),
    path: BINARY_PATH,
    allowed: false,
  },
};

function filled(lineOf: (index: number) => string): string {
  const lines: string[] = [];
  for (let length = 0, index = 0; length < FILE_LENGTH; index += 1) {
    lines.push(lineOf(index));
    length += lines.at(-1)!.length;
  }
  return lines.slice(0, -1).join('');
}

/** Digits without a pattern, the same in each run (a linear congruential generator). */
function binaryDigits(length: number): string {
  let state = 1;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) > 2 ** 30;
  return Array.from({ length }, () => (next() ? '1' : '0')).join('');
}
