import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { create, type Font, type Glyph } from 'fontkit';

export type Weight = 'regular' | 'bold';

/** A font that covers some scripts. */
export interface Face {
  readonly id: string;
  /** The font in the format that pdfkit uses. */
  readonly font: Font;
  has(codePoint: number): boolean;
  /** Returns the width of a text, relative to the font size. */
  width(text: string): number;
}

/**
 * Returns the face for a character, preferably bold if `weight` is bold. Returns undefined if no face contains the
 * character.
 */
export function faceOf(codePoint: number, weight: Weight): Face | undefined {
  const known = chosen[weight];
  if (known.has(codePoint)) return known.get(codePoint);
  const face = candidates(codePoint, weight).find((it) => it.has(codePoint));
  known.set(codePoint, face);
  return face;
}

const noto = 'noto-sans';
/** The parts of Noto Sans, as WOFF files. A part is read when one of its characters is first needed. */
const files = {
  latin: new URL('../../../node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff', import.meta.url),
  'latin-ext': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff',
    import.meta.url,
  ),
  vietnamese: new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff',
    import.meta.url,
  ),
  greek: new URL('../../../node_modules/@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff', import.meta.url),
  'greek-ext': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff',
    import.meta.url,
  ),
  cyrillic: new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff',
    import.meta.url,
  ),
  'cyrillic-ext': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff',
    import.meta.url,
  ),
  hebrew: new URL(
    '../../../node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
    import.meta.url,
  ),
  arabic: new URL(
    '../../../node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff',
    import.meta.url,
  ),
  'latin-bold': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff',
    import.meta.url,
  ),
  'latin-ext-bold': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff',
    import.meta.url,
  ),
  'vietnamese-bold': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-vietnamese-700-normal.woff',
    import.meta.url,
  ),
  'greek-bold': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-greek-700-normal.woff',
    import.meta.url,
  ),
  'cyrillic-bold': new URL(
    '../../../node_modules/@fontsource/noto-sans/files/noto-sans-cyrillic-700-normal.woff',
    import.meta.url,
  ),
} as const;
type FaceId = keyof typeof files;

/** The parts that may contain the characters of a script, most likely first. */
const scripts: readonly (readonly [script: RegExp, parts: readonly FaceId[]])[] = [
  [/\p{Script=Latin}/u, ['latin', 'latin-ext', 'vietnamese']],
  [/\p{Script=Greek}/u, ['greek', 'greek-ext']],
  [/\p{Script=Cyrillic}/u, ['cyrillic', 'cyrillic-ext']],
  [/\p{Script=Hebrew}/u, ['hebrew']],
  [/\p{Script=Arabic}/u, ['arabic']],
  [/[\p{Script=Common}\p{Script=Inherited}]/u, ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek', 'arabic']],
];
const bold: { readonly [Id in FaceId]?: FaceId } = {
  latin: 'latin-bold',
  'latin-ext': 'latin-ext-bold',
  vietnamese: 'vietnamese-bold',
  greek: 'greek-bold',
  cyrillic: 'cyrillic-bold',
};

const chosen = { regular: new Map<number, Face | undefined>(), bold: new Map<number, Face | undefined>() };
const opened = new Map<FaceId, Face>();

function candidates(codePoint: number, weight: Weight): Face[] {
  const character = String.fromCodePoint(codePoint);
  const regular = scripts.find(([script]) => script.test(character))?.[1] ?? [];
  const ids = weight === 'bold' ? regular.flatMap((id) => [bold[id] ?? id, id]) : regular;
  return ids.map(open);
}

function open(id: FaceId): Face {
  const known = opened.get(id);
  if (known) return known;
  const font = create(sfntOf(readFileSync(files[id]))) as Font;
  const face = /^(?:arabic|hebrew)$/.test(id) ? shaped(`${noto}-${id}`, font) : plain(`${noto}-${id}`, font);
  opened.set(id, face);
  return face;
}

const has = (font: Font) => (codePoint: number) => font.hasGlyphForCodePoint(codePoint);

/** Creates a face that maps each character to one glyph. Shaping each word would take fifty times as long. */
function plain(id: string, font: Font): Face {
  const glyphs = new Map<string, Glyph>();
  const glyphOf = (character: string): Glyph => {
    const known = glyphs.get(character);
    if (known) return known;
    const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    glyphs.set(character, glyph);
    return glyph;
  };
  const layout = (text: string) => {
    const run: { glyphs: Glyph[]; positions: object[]; advanceWidth: number } = {
      glyphs: [],
      positions: [],
      advanceWidth: 0,
    };
    for (const character of text) {
      const glyph = glyphOf(character);
      run.glyphs.push(glyph);
      run.positions.push({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 });
      run.advanceWidth += glyph.advanceWidth;
    }
    return run;
  };
  const width = (text: string) => {
    let sum = 0;
    for (const character of text) sum += glyphOf(character).advanceWidth;
    return sum / font.unitsPerEm;
  };
  return { id, font: Object.create(font, { layout: { value: layout } }), has: has(font), width };
}

/** Creates a face that shapes words, for letters that join or run from right to left. */
function shaped(id: string, font: Font): Face {
  const widths = new Map<string, number>();
  const width = (text: string) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    if (widths.size >= wordsKept) widths.clear();
    const wide = font.layout(text).advanceWidth / font.unitsPerEm;
    widths.set(text, wide);
    return wide;
  };
  return { id, font, has: has(font), width };
}

const wordsKept = 10_000;

/**
 * Converts a WOFF font (WOFF 1.0 sections 3 to 5) to TrueType by inflating its tables once, in native code. fontkit
 * also reads WOFF, but inflates a table at each access.
 */
function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8); // The flavor.
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let place = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(44 + 20 * index, 64 + 20 * index);
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const at = 12 + 16 * index;
    entry.copy(head, at, 0, 4); // The tag of the table.
    entry.copy(head, at + 4, 16, 20); // The checksum of the table.
    head.writeUInt32BE(place, at + 8);
    head.writeUInt32BE(length, at + 12);
    tables.push(table, Buffer.alloc(-length & 3));
    place += length + (-length & 3);
  }
  return Buffer.concat([head, ...tables]);
}
