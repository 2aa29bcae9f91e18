import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

// With everything that it pulls in, the rule and the store; React apart.
const weigh = (code: string): { size: number; text: string } => {
  const built = buildSync({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react', 'react-dom', 'react/jsx-runtime'],
  });
  const contents = built.outputFiles[0]?.contents ?? new Uint8Array();
  return { size: gzipSync(contents, { level: 9 }).length, text: Buffer.from(contents).toString() };
};

test('one’s own token and Can weigh at most 1.5 kB, minified and gzipped', () => {
  const { size, text } = weigh("export { AccessProvider, Can } from './index.ts'");
  expect(size).toBeLessThanOrEqual(1500);
  expect(text).not.toMatch(/oauth|catalogue|process\.env/);
});

test('the refusal that explains itself weighs at most 11 kB, with the store', () => {
  expect(weigh("export { Denied } from './denied/index.ts'").size).toBeLessThanOrEqual(11_000);
});
