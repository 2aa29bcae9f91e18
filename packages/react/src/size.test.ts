import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

// Returns the bundled size with all static imports, including the rule and the store, but without React.
const weigh = (code: string): { size: number; files: number; text: string } => {
  const built = buildSync({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['react', 'react-dom', 'react/jsx-runtime'],
  });
  const { outputs } = built.metafile;
  const files = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === '<stdin>'));
  for (const file of files)
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && path in outputs) files.add(path);
  const loaded = built.outputFiles.filter(({ path }) => [...files].some((file) => path.endsWith(`/${file}`)));
  const contents = Buffer.concat(loaded.map((each) => each.contents));
  const sizes = loaded.map((each) => gzipSync(each.contents, { level: 9 }).length);
  return {
    size: gzipSync(contents, { level: 9 }).length,
    files: sizes.reduce((sum, size) => sum + size, 0),
    text: contents.toString(),
  };
};

test('AccessProvider and Can alone weigh at most 1.72 kB, minified and gzipped', () => {
  const { size, text } = weigh("export { AccessProvider, Can } from './index.ts'");
  expect(size).toBeLessThanOrEqual(1720);
  expect(text).not.toMatch(/oauth|catalogue|process\.env/);
});

test('Denied weighs at most 4.1 kB before the user approaches a refused button, without its explanation', () => {
  const { size, text } = weigh(
    "export { AccessProvider } from './index.ts'; export { Denied } from './denied/index.ts'",
  );
  expect(size).toBeLessThanOrEqual(4100);
  expect(text).toContain('You may not do this');
  expect(text).not.toMatch(/Ask for access|Zugriff beantragen/);
});

test('createLicet, Guard and Denied weigh at most 12.2 kB in all their first files, before a user presses anything', () => {
  const { files, text } = weigh(
    "export { createLicet } from '@licet/client'; export { AccessProvider, Guard } from './index.ts'; export { Denied } from './denied/index.ts'",
  );
  expect(files).toBeLessThanOrEqual(12_210);
  expect(text).not.toMatch(/code_challenge|last-event-id|break-glass/);
});
