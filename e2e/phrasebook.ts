import { existsSync, globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { errorCatalogue } from '../packages/contract/src/errors.ts';
import { deviceWords } from '../packages/server/src/identity/provider/device-words.ts';

// Translates an English text that a test looks for into the German text of the same page, with the console's own catalogues. English tests
// can then run on German pages. Names and other texts without a catalogue entry stay unchanged.

/** A sentence with placeholders, in English and in German. */
interface Sentence {
  readonly english: RegExp;
  /** The English sentence with example values, for testing whether a pattern matches it. */
  readonly sample: string;
  readonly german: (gaps: readonly string[]) => string | undefined;
  /** A pattern that matches the German sentence with any values. */
  readonly anything: string;
}

const texts = new Map<string, Set<string>>();
const sentences: Sentence[] = [];

/**
 * Returns the German text, or the unchanged text if no catalogue contains it.
 * @param whole whether the text is the whole text of its element
 */
export function inGerman(text: string | RegExp, whole: boolean): string | RegExp {
  const found = typeof text === 'string' ? ofText(text, whole) : ofPattern(text);
  const count = typeof text === 'string' ? text.replaceAll(/(\d),(?=\d{3})/g, '$1.') : text;
  if (found.size === 0 && count === text) return text;
  // The text may be a name, which has no translation. So the English text matches too.
  if (typeof text === 'string') for (const same of [text, count]) found.add(escaped(same as string));
  else found.add(text.source.replace(/^\^/, '').replace(/\$$/, ''));
  const either = [...found].join('|');
  const begins = whole || (typeof text !== 'string' && text.source.startsWith('^'));
  const ends = whole || (typeof text !== 'string' && text.source.endsWith('$'));
  return begins ? new RegExp(`^(?:${either})${ends ? '$' : ''}`) : new RegExp(either, 'i');
}

function ofText(text: string, whole: boolean): Set<string> {
  const exact = texts.get(text) ?? new Set<string>();
  const found = new Set([...exact].map(escaped));
  for (const { english, german } of sentences) {
    const gaps = english.exec(text)?.slice(1);
    if (!gaps) continue;
    // A value can itself be a catalogue text, so it is also tried in translation.
    for (const filled of [gaps, gaps.map((gap) => [...(texts.get(gap) ?? [gap])][0] ?? gap)]) {
      const said = german(filled);
      if (said !== undefined) found.add(escaped(said));
    }
  }
  if (found.size > 0 || whole || text.length < 4) return found;
  const [, before = '', middle = '', after = ''] = /^(, )?(.+?)( \(optional\))?$/.exec(text) ?? [];
  if (middle !== text)
    for (const one of texts.get(middle) ?? []) found.add(`${before}${escaped(one)}${escaped(after)}`);
  const part = text.toLowerCase();
  for (const [english, all] of texts)
    if (english.toLowerCase().includes(part)) for (const one of all) found.add(escaped(one));
  for (const { sample, anything } of sentences) if (sample.toLowerCase().includes(part)) found.add(anything);
  return found;
}

function ofPattern(pattern: RegExp): Set<string> {
  const found = new Set<string>();
  for (const [english, all] of texts) if (pattern.test(english)) for (const one of all) found.add(escaped(one));
  for (const { sample, anything } of sentences) if (pattern.test(sample)) found.add(anything);
  if (found.size > 0) return found;
  // No sentence matches the whole pattern, so this tries the pieces between its wildcards.
  for (const piece of pattern.source.split(/\.[*+]\??/)) {
    const plain = piece.replaceAll(/[\^$]/g, '').trim();
    if (plain.length > 5) for (const one of ofText(plain, false)) found.add(one);
  }
  return found;
}

function learn(english: unknown, german: unknown): void {
  if (typeof english === 'string' && typeof german === 'string') learnText(english, german);
  else if (typeof english === 'function' && typeof german === 'function') learnSaid(english as Say, german as Say);
  else if (typeof english === 'object' && english !== null && typeof german === 'object' && german !== null)
    for (const [name, value] of Object.entries(english)) learn(value, (german as Record<string, unknown>)[name]);
}

function learnText(english: string, german: string): void {
  const gap = /\{(\w+)\}/g;
  if (!/\{\w+\}/.test(english)) {
    texts.set(english, (texts.get(english) ?? new Set()).add(german));
    return;
  }
  const names = [...english.matchAll(gap)].map(([, name]) => name ?? '');
  const pieces = english.split(/\{\w+\}/).map(escaped);
  sentences.push({
    english: new RegExp(`^${pieces.join('(.+?)')}$`, 's'),
    sample: english,
    german: (gaps) => german.replace(gap, (_, name: string) => gaps[names.indexOf(name)] ?? ''),
    anything: german
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+?'),
  });
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

type Say = (...given: unknown[]) => unknown;

/** Learns one sentence, or several named sentences, from the return value of a function. */
function learnSaid(english: Say, german: Say): void {
  const sample = attempt(english, words);
  if (typeof sample !== 'object' || sample === null) {
    learnSentence(english, german);
    return;
  }
  const one = (say: Say, name: string): Say =>
    Object.defineProperty((...given: unknown[]) => Reflect.get(Object(say(...given)), name), 'length', {
      value: say.length,
    });
  for (const name of Object.keys(sample)) learnSentence(one(english, name), one(german, name));
}
const most = 3;
const words = ['Quokka', 'Wombat', 'Numbat'];
const numbers = [7013, 8017, 9019];

/** Learns a sentence by calling its function with unique names and numbers. */
function learnSentence(english: Say, german: Say): void {
  const count = Math.min(most, Math.max(1, english.length));
  for (let kinds = 0; kinds < 2 ** count; kinds += 1) {
    const isNumber = (place: number) => ((kinds >> place) & 1) === 1;
    const given = Array.from({ length: count }, (_, place) => (isNumber(place) ? numbers[place] : words[place]));
    const [said, other] = [sentence(english, given), sentence(german, given)];
    if (said === undefined || other === undefined) continue;
    const shown = given.map((value) => (typeof value === 'number' ? value.toLocaleString('en-GB') : String(value)));
    const order = shown
      .map((text, place) => ({ place, at: said.indexOf(text) }))
      .filter(({ at }) => at >= 0)
      .sort((one, next) => one.at - next.at)
      .map(({ place }) => place);
    const own = shown.reduce((left, text) => left.replaceAll(text, ''), said);
    if (order.length !== count || own.replace(/[^a-z]/gi, '').length < 3) continue;
    let pattern = escaped(said);
    let anything = escaped(other);
    for (const [place, text] of shown.entries()) {
      const gap = isNumber(place) ? '(\\d[\\d,]*)' : '(.+?)';
      pattern = pattern.replace(escaped(text), gap).replaceAll(escaped(text), '.+?');
      anything = anything.replaceAll(escaped(text), '.+?');
    }
    sentences.push({
      english: new RegExp(`^${pattern}$`, 's'),
      sample: said,
      german: (gaps) => {
        const filled: unknown[] = [];
        for (const [index, place] of order.entries()) {
          const gap = gaps[index] ?? '';
          filled[place] = isNumber(place) ? Number(gap.replaceAll(',', '')) : gap;
        }
        return sentence(german, filled);
      },
      anything,
    });
  }
  for (const one of [0, 1]) {
    const [said, other] = [sentence(english, [one, one]), sentence(german, [one, one])];
    if (said !== undefined && other !== undefined && !said.includes('undefined')) learnText(said, other);
  }
}

function sentence(say: Say, given: readonly unknown[]): string | undefined {
  const said = attempt(say, given);
  return typeof said === 'string' ? said : undefined;
}

function attempt(say: Say, given: readonly unknown[]): unknown {
  try {
    return say(...given);
  } catch {
    return undefined;
  }
}

const folder = fileURLToPath(new URL('../packages/', import.meta.url));
for (const german of globSync('*/src/**/words.de.ts', { cwd: folder })) {
  // Mails and refusals have a separate English file. In the console, the English texts are in `words.ts`.
  const english = ['words.en.ts', 'words.ts'].map((name) => german.replace(/words\.de\.ts$/, name));
  const [en, de] = await Promise.all(
    [english.find((file) => existsSync(folder + file)) ?? '', german].map(
      (file) => import(pathToFileURL(folder + file).href),
    ),
  );
  learn(en, de);
}
learn(deviceWords.en, deviceWords.de);
const { words: german } = await import('../packages/console/src/ui/words.de.ts');
learn(errorCatalogue, german.problems);
// Learns the texts of durations. Only these four words can be the unit of a duration.
const [en, de] = await Promise.all(
  ['words.ts', 'words.de.ts'].map((file) => import(`../packages/console/src/blocks/${file}`)),
);
for (const unit of ['week', 'day', 'hour', 'minute'])
  for (let count = 1; count <= 60; count += 1)
    learnText(en.durationWords.long(count, unit), de.durationWords.long(count, unit));
