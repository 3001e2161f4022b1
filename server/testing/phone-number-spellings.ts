/** The number 677123456, as pasted from chats, web pages, spreadsheets, links and keyboards. */
export const PHONE_NUMBER_SPELLINGS: readonly string[] = [
  ...[
    0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f,
  ].map((code) => `${String.fromCodePoint(code)}677${String.fromCodePoint(code)}123456${String.fromCodePoint(code)}`),
  ...[0x2060, 0xfeff, 0xad, 0x61c, 0x180e, 0xfe0d, 0xfe0e, 0xfe0f, 0xe0100, 0xe0067].map(
    (code) => `677${String.fromCodePoint(code)}123456${String.fromCodePoint(code)}`,
  ),
  ...[
    0x9, 0xa, 0xd, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2007, 0x2009, 0x200a, 0x2028, 0x202f, 0x205f, 0x2800, 0x3000,
  ].map((code) => `${String.fromCodePoint(code)}677${String.fromCodePoint(code)}123${String.fromCodePoint(code)}456`),
  ...[
    0x2d, 0x58a, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xfe58, 0xff0d, 0x2e, 0xb7, 0x2022, 0x2f,
  ].map((code) => `677${String.fromCodePoint(code)}12${String.fromCodePoint(code)}34${String.fromCodePoint(code)}56`),
  ...["677123456", "٦٧٧١٢٣٤٥٦", "۶۷۷۱۲۳۴۵۶", "६७७१२३४५६", "𝟞𝟟𝟟𝟙𝟚𝟛𝟜𝟝𝟞", "6️⃣7️⃣7️⃣123456"],
  ...[
    "'677123456",
    "’677123456",
    "`677123456",
    '="677123456"',
    '="+237677123456"',
    "=677123456",
    "“677123456”",
    "677123456.0",
  ],
  ...[
    "tel:677123456",
    "TEL: +237-677-123-456",
    "tel:+237677123456;isub=1",
    "tel:677123456;phone-context=+237",
    "tel://677123456",
  ],
  ...["tel:%2B237%20677123456", "sms:+237677123456?body=Bonjour", "callto:677123456"],
  ...[
    "00237677123456",
    "00 237 677 12 34 56",
    "(00237) 677123456",
    "+00237677123456",
    "+237 (0) 677123456",
    "+237(0)677123456",
  ],
  ...[
    "(+237) 677123456",
    "+ 237 677 123 456",
    "++237677123456",
    "+237677123456",
    "[677] 123456",
    "（677）123456",
    "237.677.12.34.56",
  ],
  "\u202a+237 6\u00a077\u202f12\u00a034\u00a056\u202c",
];
