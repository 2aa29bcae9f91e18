import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

test('the whole public API weighs at most 950 bytes, minified and gzipped', () => {
  const entry = fileURLToPath(new URL('./index.ts', import.meta.url));
  const built = buildSync({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', write: false });
  expect(gzipSync(built.outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(950);
});
