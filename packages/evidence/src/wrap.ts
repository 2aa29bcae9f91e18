import { faceOf, type Weight } from './faces.ts';
import { widthOf } from './runs.ts';

/** Returns a text as it is printed, with code points for characters that cannot be printed. */
export const shown = (text: string, weight: Weight = 'regular'): string =>
  visible(text, (codePoint) => faceOf(codePoint, weight) !== undefined);

/** Breaks a text into lines of the given width. `size` is the font size. Words that are wider are broken. */
export function wrap(text: string, weight: Weight, size: number, width: number): string[] {
  const most = width / size;
  return shown(text, weight)
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(paragraph, weight, most));
}

function wrapParagraph(paragraph: string, weight: Weight, most: number): string[] {
  if (widthOf(paragraph, weight) <= most) return [paragraph.trimEnd()];
  const lines: string[] = [];
  let line = '';
  let wide = 0;
  const end = () => {
    lines.push(line.trimEnd());
    line = '';
    wide = 0;
  };
  for (const [piece] of paragraph.matchAll(pieces)) {
    const pieceWide = widthOf(piece, weight);
    const bare = piece.endsWith(' ') ? widthOf(piece.trimEnd(), weight) : pieceWide;
    if (wide + bare > most && line !== '') end();
    if (bare <= most) {
      line += piece;
      wide += pieceWide;
      continue;
    }
    for (const [letter] of piece.matchAll(letters)) {
      const letterWide = widthOf(letter, weight);
      if (wide + letterWide > most && line !== '') end();
      line += letter;
      wide += letterWide;
    }
  }
  if (line !== '' || lines.length === 0) end();
  return lines;
}

/**
 * Matches the parts of a text that should not be broken: a word with the spaces after it. Long names may be broken
 * after a dot or hyphen that precedes a letter.
 */
const pieces = /[^ ]*?(?:[-./_@:](?=\p{L})| +|$)/gu;
/** Matches a letter with its combining marks. */
const letters = /.\p{M}*/gsu;

/**
 * Returns a typed text that is safe to print. Unsafe characters are printed as code points, such as [U+202E]. They
 * are characters that change the direction, move later text, are invisible, or cover other lines. Characters that are
 * missing in the fonts are also printed as code points.
 */
function visible(text: string, has: (codePoint: number) => boolean): string {
  if (harmless.test(text)) return text;
  const shown: string[] = [];
  let hidden: string[] = [];
  const showHidden = () => {
    if (hidden.length > 0) shown.push(`[${hidden.join(' ')}]`);
    hidden = [];
  };
  let marks = 0;
  for (const character of text.normalize('NFC').replace(/\r\n?/g, '\n').replace(spaces, ' ')) {
    const codePoint = character.codePointAt(0) ?? 0;
    marks = mark.test(character) ? marks + 1 : 0;
    const plain = character === '\n' || (!unsafe.test(character) && marks <= marksMost && has(codePoint));
    if (plain) {
      showHidden();
      shown.push(character);
    } else hidden.push(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`);
  }
  showHidden();
  return shown.join('');
}

const harmless = /^[ -~]*$/;
const spaces = /[\t\p{Zs}]/gu;
const mark = /\p{M}/u;
/**
 * Controls, format characters (such as bidirectional controls and joiners), separators, surrogates, private use and
 * unassigned characters.
 */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]/u;
/** The maximum number of combining marks per letter. More marks would reach into the line above. */
const marksMost = 2;
