import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

const weigh = (contents: string): number => {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const stdin = { contents, resolveDir, loader: 'ts' } as const;
  const built = buildSync({
    stdin,
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    format: 'esm',
    write: false,
  });
  const first = built.outputFiles.filter(({ path }) => /stdin\.js$|chunk-/.test(path));
  return first.reduce((sum, { contents: code }) => sum + gzipSync(code, { level: 9 }).length, 0);
};

test('the client weighs at most 8.2 kB before a sign-in, a call or a live stream, minified and gzipped', () => {
  expect(weigh(`export * from './index.ts'`)).toBeLessThanOrEqual(8210);
});

test('createAccess alone weighs at most 1.5 kB, minified and gzipped', () => {
  expect(weigh(`export { createAccess } from './index.ts'`)).toBeLessThanOrEqual(1500);
});
