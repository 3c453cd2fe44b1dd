import fc from 'fast-check';

/** Pieces of keywords in many scripts, and characters that often cause problems next to them. */
const pieces = fc.constantFrom(
  ...['seo', 'C++', 'c#', '.NET', 'tools', "women's", 'e-mail', '3.5', 'ﬁne', 'Straße', 'ΟΔΟΣ', 'İstanbul', 'a_カ'],
  ...[
    '长尾关键词',
    '优化',
    '词',
    '重庆火锅',
    '東京',
    '観光',
    'おすすめ',
    'ラーメン',
    '서울',
    '맛집',
    'อาหาร',
    'ไทย',
    'ก็',
  ],
  ...[
    'नमस्ते',
    'क्\u200dष',
    'می\u200cخواهم',
    '👩\u200d💻',
    '🍕',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\u0301',
  ],
  ...[' ', '  ', '\t\n', '\u3000', '\u00a0', '-', '–', '.', '，', '。', '?', '!', '+', '#', '/', '\0'],
);

/** Texts as people type them, and unusual ones. */
export const texts = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ maxLength: 100, unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
);
