import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { line, text } from '@licet/contract';
import { expect, it } from 'vitest';
import { germanSentence } from './sentences.de.ts';

// What the contract says of single entries, read from its source: a sentence that is changed there would stand in English on a German page.
const folder = fileURLToPath(new URL('../../../contract/src/', import.meta.url));
const source = globSync('{entities,calls,.}/*.ts', { cwd: folder })
  .filter((file) => !file.includes('.test.') && !file.endsWith('errors.ts'))
  .map((file) => readFileSync(folder + file, 'utf8'))
  .join('\n');

/** What people do not type into a form. */
const typedNowhere =
  /^(That is no checkpoint|That is no digest|Give a checkpoint|\$\{|The configuration|A (permission|group|user) )/;

const sentences = [
  ...source.matchAll(/error: '([A-Z][^']+)'/g),
  ...source.matchAll(/(?:min|max|refine|int|regex)\([^()]*?, '([A-Z][^']+\.)'/g),
].flatMap(([, sentence = '']) => (typedNowhere.test(sentence) ? [] : [sentence]));

it.each([...new Set(sentences)])('is said in German: %s', (sentence) => {
  expect(germanSentence(sentence)).not.toBe(sentence);
});

const subjects = [...source.matchAll(/(?:line|text)\((?:limits\.\w+\.value|\d+), '([^']+)'\)/g)];

it.each([...new Set(subjects.map(([, subject = '']) => subject))])('all that can be wrong with it: %s', (subject) => {
  for (const wrong of ['', 'too long', '\u0000', '\u200B', ' a', '\uD800', '\uFFFD'])
    for (const schema of [line(5, subject), text(5, subject)])
      for (const { message } of schema.safeParse(wrong).error?.issues ?? [])
        expect(germanSentence(message)).not.toBe(message);
});

it('finds what there is to find', () => {
  expect(new Set(sentences).size).toBeGreaterThan(25);
  expect(new Set(subjects.map(([, subject]) => subject)).size).toBeGreaterThan(12);
});
