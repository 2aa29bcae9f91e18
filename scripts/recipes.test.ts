import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesBelow, read, withoutComments } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');

/** The recipes that state the number of their files, each with its heading, number and text. */
const counted = [...page.matchAll(/^\*\*([^*]+?): (\d+) files?\.\*\* ([\s\S]*?)(?=\n\n)/gm)].map(
  ([, title = '', count = '', text = '']) => ({ title, count: Number(count), text }),
);
const textOf = (title: string) => counted.find((recipe) => recipe.title.startsWith(title))?.text ?? '';
/** Returns the paths of this repository in a text. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:packages|e2e|scripts|docs)\/[^`\s]+)`/g)].map(([, path = '']) => path);

describe('the recipes of CONTRIBUTING.md', () => {
  test.each(counted)('$title: its files are numbered from 1 to $count', ({ count, text }) => {
    const numbers = [...text.matchAll(/\((\d+)(?=[):])/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  });

  test('name files and folders that exist', () => {
    expect(counted.length).toBeGreaterThanOrEqual(4);
    const paths = counted.flatMap(({ text }) => pathsIn(text)).filter((path) => !/[<*]/.test(path));
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
  });

  test('name every file with a field of separation rules, as the existing field “why” shows', () => {
    const sources = filesBelow(root).filter(
      (path: string) => /^packages\/\w+\/src\/.*separation.*\.tsx?$/.test(path) && !/\.(test|testing)\./.test(path),
    );
    const others = [
      'packages/console/src/features/separations/rule-panel.tsx', // This panel shows the field too, but the recipe need not name it.
    ];
    const withField = sources.filter((path: string) => /\bwhy\b/.test(withoutComments(read(root, path))));
    const named = new Set([...pathsIn(textOf('A field')), ...others]);
    expect(withField.length).toBeGreaterThan(8);
    expect(withField.filter((path: string) => !named.has(path))).toEqual([]);
  });

  test('name every file with a field of users, as the existing job title shows', () => {
    // The recipe counts access as code and imports separately, so it need not name these files.
    const others = [
      'contract/src/nouns/directory-import.ts',
      ...['csv', 'names', 'plan', 'systems'].map((name) => `cli/src/directory-import/${name}.ts`),
      ...['stage', 'write'].map((name) => `server/src/store/directory-import/${name}.ts`),
      'contract/src/configuration/file.ts',
      ...['export', 'plan', 'present'].map((name) => `cli/src/configuration/${name}.ts`),
    ];
    const sources = filesBelow(root).filter(
      (path: string) => /^packages\/\w+\/src\/.*\.tsx?$/.test(path) && !/\.(test|testing)\./.test(path),
    );
    const withField = sources.filter((path: string) => /\bjob_?title\b/i.test(withoutComments(read(root, path))));
    const named = pathsIn(textOf('A field of a user')).filter((path) => !path.endsWith('/'));
    expect(withField.sort()).toEqual([...named, ...others.map((path) => `packages/${path}`)].sort());
  });

  test('name every file of a new screen, as the existing separations screen shows', () => {
    const named = new Set(pathsIn(textOf('A screen')));
    for (const path of ['contract/src/screens.ts', 'console/src/shell/words.de.ts', 'console/src/app/german.ts']) {
      expect(read(root, `packages/${path}`)).toMatch(/\bseparations\b/);
      expect(named).toContain(`packages/${path}`);
    }
  });
});
