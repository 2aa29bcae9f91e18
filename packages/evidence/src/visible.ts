/**
 * A typed text, safe to print: nothing in it changes the direction, moves what follows, is invisible, or covers other
 * lines. Such characters, and those that the fonts lack, are printed as code points: [U+202E].
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
 * Controls, formats (bidirectional ones and joiners among them), separators, surrogates, private use and unassigned
 * characters.
 */
const unsafe = /[\p{C}\p{Zl}\p{Zp}]/u;
/** More combining marks than this above one letter would reach into the lines above. */
const marksMost = 2;
