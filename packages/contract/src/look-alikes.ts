/**
 * Returns whether a name is not `admin` but looks like it (Unicode Technical Standard 39, section 4). Such names
 * differ only in case, or have full-width or accented letters, look-alikes of other scripts, or invisible characters.
 * The digit one counts as i, and `rn` counts as m.
 */
export function looksLikeAdmin(name: string): boolean {
  if (name === 'admin' || (isPlain(name) && name.length > longestPlain)) return false;
  const skeleton = [...name.normalize('NFKD')]
    .filter((character) => !/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\s]/u.test(character))
    .map((character) => prototypes.get(character) ?? lowerPrototype(character.toLowerCase()))
    .join('');
  return skeleton.replaceAll('rn', 'm') === 'admin';
}

/**
 * Returns whether a name mixes scripts, so that one letter may look like another (Unicode Technical Standard 39,
 * section 5.2, the level “highly restrictive”). Digits and signs belong to every script. Japanese, Korean and Chinese
 * may be mixed with Latin.
 */
export function mixesScripts(name: string): boolean {
  if (isPlain(name)) return false;
  const plain = name.normalize('NFKC');
  return recommended.test(plain) && !together.some((scripts) => scripts.test(plain));
}

/**
 * Returns whether any word of a name mixes scripts. Different words may have different scripts, as in `заявка.read`.
 */
export const mixesScriptsInAWord = (name: string): boolean =>
  !isPlain(name) && name.split(/[^\p{L}\p{M}]+/u).some(mixesScripts);

// Most names are plain ASCII and need no further check.
const isPlain = (name: string) => /^[!-~]*$/.test(name);
const longestPlain = 'adrnin'.length;

const lowerPrototype = (character: string) => prototypes.get(character) ?? character;

// The letters that confusables.txt of the standard lists for each letter of `admin`. Letters that NFKD and lower case
// already make equal are omitted. The npm libraries are not used, because they are outdated and contain all 6,000 entries.
const confusable = {
  a: '@\u{237a}ɑαаΑАᎪᗅꓮ𖽀𐊠\u{2376}',
  d: 'ԁᏧᑯꓒᎠᗞᗪꓓɗɖƌđĐÐƉ\u{20ab}',
  m: 'мṃΜϺⲘМᎷᗰᛖꓟ𐊰𐌑Ӎ\u{118e3}𑜀\u{20a5}ɱᵯ',
  i: '1l|!\u{2373}ıɪɩιіꙇӏꭵᎥ𑣃\u{2378}ɨᵻᵼ\u{5c0}\u{2223}\u{23fd}\u{2502}\u{661}\u{6f1}\u{10320}\u{1e8c7}ƖǀΙⲒІӀ\u{5d5}\u{5df}\u{627}\u{7ca}ⵏᛁꓲ𖼨𐊊𐌉\u{1d22a}ⳐᏞᒪꓡ𖼖𑢣𑢲𐐛𐔦łŁɭƗƚɫ\u{673}',
  n: 'пνոռΝⲚꓠ𐔓\u{1018e}ɳƞηƝᵰ',
};

const prototypes = new Map(
  Object.entries(confusable).flatMap(([letter, alike]) => [...alike].map((character) => [character, letter] as const)),
);

// Unicode Standard Annex 31, table 5: the recommended scripts.
const scripts = (
  'Latn Cyrl Grek Armn Hebr Arab Thaa Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Khmr ' +
  'Hani Hira Kana Bopo Hang'
).split(' ');
const sets = [
  ...scripts.map((script) => [script]),
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];
const classOf = (names: readonly string[]) => names.map((script) => `\\p{scx=${script}}`).join('');
const together = sets.map((set) => new RegExp(`^[${classOf(set)}\\p{sc=Zyyy}\\p{sc=Zinh}]*$`, 'u'));
const recommended = new RegExp(`[${classOf(scripts)}]`, 'u');
