import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

const weigh = (contents: string): number => {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const stdin = { contents, resolveDir, loader: 'ts' } as const;
  const built = buildSync({ stdin, bundle: true, minify: true, format: 'esm', write: false });
  return gzipSync(built.outputFiles[0]?.contents ?? '', { level: 9 }).length;
};

test('the whole client weighs at most 9.6 kB, minified and gzipped', () => {
  expect(weigh(`export * from './index.ts'`)).toBeLessThanOrEqual(9600);
});

test('createAccess alone weighs at most 1.5 kB, minified and gzipped', () => {
  expect(weigh(`export { createAccess } from './index.ts'`)).toBeLessThanOrEqual(1500);
});
