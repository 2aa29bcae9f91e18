import { faceOf, type Weight } from './faces.ts';
import { widthOf } from './runs.ts';
import { visible } from './visible.ts';

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
