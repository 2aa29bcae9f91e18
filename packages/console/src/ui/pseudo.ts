const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const STRANGE = [...'áƀçđéƒĝĥíĵķłɱñóþǫŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶŁṀÑÓÞǪŔŠŢÚṼŴẊÝŽ'];
/** One Arabic letter for each Latin letter, in the order of the Latin alphabet. */
const ARABIC = [...'ابجدهوزحطيكلمنسعفصقرشتثخذض'];
const LONGER = 0.4;

/**
 * Returns a catalogue in which every text has accents, or Arabic letters on a right-to-left page, is 40 % longer and is
 * in brackets. Placeholders in braces, and values other than texts, are unchanged.
 */
export function pseudo<T>(english: T): T {
  return strange(english) as T;
}

function strange(value: unknown): unknown {
  if (typeof value === 'string') return strangeText(value);
  if (typeof value === 'function') return (...given: unknown[]) => strange(value(...given));
  if (Array.isArray(value)) return value.map(strange);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Map.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, strange(each)]));
}

function strangeText(text: string): string {
  if (!/[a-z]/i.test(text)) return text;
  const letters = text
    .split(/(\{\w+\})/)
    .map((piece, place) =>
      place % 2 === 1 ? piece : piece.replace(/[a-z]/gi, (letter) => strangeLetter(letter) ?? letter),
    )
    .join('');
  return `[${letters}${' ~'.repeat(Math.ceil((text.length * LONGER) / 2))}]`;
}

function strangeLetter(letter: string): string | undefined {
  const place = PLAIN.indexOf(letter);
  return document.dir === 'rtl' ? ARABIC[place % ARABIC.length] : STRANGE[place];
}
