import { type Face, faceOf, type Weight } from './faces.ts';

export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** Returns the runs of a line from left to right. In a right-to-left run, the words are in reverse order. */
export function runsOf(line: string, weight: Weight): Run[] {
  if (!rightToLeft.test(line)) return inFaces(line, weight);
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: span, index } of line.matchAll(spans)) {
    runs.push(...inFaces(line.slice(from, index), weight));
    const words = span.split(between).reverse();
    for (const word of words) runs.push(...inFaces(between.test(word) ? turned(word) : word, weight));
    from = index + span.length;
  }
  runs.push(...inFaces(line.slice(from), weight));
  return runs;
}

/** Returns the width of a line, relative to the font size. */
export function widthOf(line: string, weight: Weight): number {
  if (ascii.test(line)) return faceOf(0x20, weight)?.width(line) ?? 0;
  let sum = 0;
  for (const { face, text } of inFaces(line, weight)) sum += face.width(text);
  return sum;
}

const letter = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}]`;
const word = String.raw`${letter}(?:${letter}|\p{M})*`;
const rightToLeft = new RegExp(letter, 'u');
/** Matches the text from one right-to-left word to the last adjacent one, including neutral characters in between. */
const spans = new RegExp(String.raw`${word}(?:[\p{P} ]+${word})*`, 'gu');
const between = /([\p{P} ]+)/u;

const turned = (text: string) =>
  Array.from(text, (character) => mirrored[character] ?? character)
    .reverse()
    .join('');
const mirrored: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };

/** Matches lines that need only the face with the basic Latin letters. Most lines match. */
const ascii = /^[ -~]*$/;

function inFaces(text: string, weight: Weight): Run[] {
  if (text === '') return [];
  const first = ascii.test(text) ? faceOf(0x20, weight) : undefined;
  if (first) return [{ face: first, text }];
  const runs: { face: Face; text: string }[] = [];
  let last: { face: Face; text: string } | undefined;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const stays = last !== undefined && mark.test(character) && last.face.has(codePoint);
    const face = stays ? last?.face : faceOf(codePoint, weight);
    if (!face) continue;
    if (last?.face === face) last.text += character;
    else {
      last = { face, text: character };
      runs.push(last);
    }
  }
  return runs;
}

const mark = /\p{M}/u;
