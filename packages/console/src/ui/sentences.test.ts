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

// What the server says of a file that it does not import, and of what it does not revert, read from its source.
const server = fileURLToPath(new URL('../../../server/src/', import.meta.url));
const told = globSync('{store/import/{pairs,lines,elements,catalogue}.ts,usecases/plans/revert/index.ts}', {
  cwd: server,
})
  .map((file) => readFileSync(server + file, 'utf8'))
  .join('\n')
  .replaceAll(/\$\{second\}/g, 'role')
  .replaceAll(/\$\{(?:word|separator[^}]*)\}/g, 'comma')
  .replaceAll(/\$\{adminRole\}/g, 'admin')
  .replaceAll(/\$\{[^}]*\}/g, '12');
const ofFiles = [
  ...told.matchAll(
    /['`]((?:There|A|Text|The|This|"permissions"|No change|You) [^`\n]*?[.!…][^'`\n]*|The name is missing[^'`]*)['`]/g,
  ),
];

it.each([...new Set(ofFiles.map(([, sentence = '']) => sentence))])(
  'is said in German of files and reverts: %s',
  (sentence) => {
    expect(germanSentence(sentence)).not.toBe(sentence);
  },
);

it('says in German what stands within another sentence', () => {
  expect(ofFiles.length).toBeGreaterThan(18);
  expect(germanSentence('One line of the file is not valid.')).toBe('Eine Zeile der Datei ist ungültig.');
  expect(germanSentence('120 lines of the file are not valid. The first 50 are named.')).toBe(
    '120 Zeilen der Datei sind ungültig. Genannt sind die ersten 50.',
  );
  expect(germanSentence('Role 3: The role name begins or ends with a space. Remove it. It is “clerk ”.')).toBe(
    'Rolle 3: Der Name der Rolle beginnt oder endet mit einem Leerzeichen. Entfernen Sie es. Dort steht „clerk “.',
  );
});
