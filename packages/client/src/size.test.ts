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

test('signing in, proofs, tabs, live changes and the rule weigh at most 9.6 kB together, minified and gzipped', () => {
  expect(weigh(`export * from './index.ts'`)).toBeLessThanOrEqual(9600);
});

test('an application with tokens of another issuer does not load the sign-in', () => {
  expect(weigh(`export { createAccess } from './index.ts'`)).toBeLessThanOrEqual(1500);
});
