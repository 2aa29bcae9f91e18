import { expect, test } from 'vitest';
import { assertions, commandsIn, commented, type Example, fenced, moduleOf, ownCommandsIn } from './examples.ts';

const fence = '```';
const example = (code: string, given = ''): Example => ({ from: 'a.md', line: 4, language: 'ts', code, given });

test('a code block keeps its language, its place and the preceding “given” declarations', () => {
  const text = `# Title
${fence}sh
npm start
${fence}
<!-- given: declare const token: string;
declare const x: number; -->
${fence}tsx
const a = token;
${fence}
<!-- file: src/b.ts -->
${fence}ts
export {};
${fence}
1. in a list
   ${fence}ts
   const b = 1;
     // deeper
   ${fence}
`;
  expect(fenced('a.md', text)).toEqual([
    { from: 'a.md', line: 3, language: 'sh', code: 'npm start\n', given: '' },
    {
      from: 'a.md',
      line: 8,
      language: 'tsx',
      code: 'const a = token;\n',
      given: 'declare const token: string; declare const x: number; ',
    },
    { from: 'a.md', line: 12, language: 'ts', code: 'export {};\n', given: '', file: 'src/b.ts' },
    { from: 'a.md', line: 16, language: 'ts', code: 'const b = 1;\n  // deeper\n', given: '' },
  ]);
});

test('an example in a comment ends at the end of the comment or at the next tag', () => {
  const source = `/**
 * Adds.
 * @example
 * const a = 1;
 * if (a) {
 *   a; // 1
 * }
 * @returns the sum
 * @example Another
 * const b = 2;
 */
export const x = 1;`;
  expect(commented('a.ts', source).map(({ line, code }) => [line, code])).toEqual([
    [4, 'const a = 1;\nif (a) {\n  a; // 1\n}\n'],
    [10, 'const b = 2;\n'],
  ]);
});

test('a module keeps the line numbers of its file, even with “given” declarations before its code', () => {
  const lines = moduleOf(example('const here = 1;', 'declare const a: 1; ')).split('\n');
  expect(lines.indexOf('const here = 1;') + 1).toBe(4);
});

test('accepts an answer only if it is a literal in a comment after one space', () => {
  expect(assertions(example('ask(1); // true\nask(2);  // true\nask(3); // the third'))).toContain(
    'assert.deepEqual((ask(1)), (true));\nask(2);  // true\nask(3); // the third',
  );
  expect(assertions(example('app.listen(3000); // where people find it'))).toBeUndefined();
});

test('command lines end at comments and redirections', () => {
  const lines = `licet can maya x  # says why
npm start
(umask 077; licet export access > a.tsv)
LICET_X='a b' bin/licet who y
docker stop licet
`;
  expect(commandsIn(example(lines))).toEqual([
    ['can', 'maya', 'x'],
    ['export', 'access'],
    ['who', 'y'],
  ]);
});

test('commands of this repository are distinguished from those of npm itself and of the reader', () => {
  const lines =
    'npm start -- --sample\nnpm test -- --only fronts,looks\nnpm run long\nnpm install x\nnpm ci --omit=dev\nnode scripts/a.mjs pack\nnpx node bench/b.ts\n';
  expect(ownCommandsIn(example(lines))).toEqual([
    { script: 'start' },
    { script: 'test', steps: 'fronts,looks' },
    { script: 'long' },
    { file: 'scripts/a.mjs' },
    { file: 'bench/b.ts' },
  ]);
});
