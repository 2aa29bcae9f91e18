/**
 * Returns a typed text that is safe to print. Unsafe characters are printed as code points, such as [U+202E]. They
 * are characters that change the direction, move later text, are invisible, or cover other lines. Characters that are
 * missing in the fonts are also printed as code points.
 */
export function visible(text: string, has: (codePoint: number) => boolean): string {
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
