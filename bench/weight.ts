// JavaScript that a browser loads for the first page, gzip: the sign-in page and the console's first screen. Build the console first.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../packages/console/dist/', import.meta.url);
for (const [page, what, target] of [
  ['door.html', 'sign-in', 150],
  ['index.html', 'console, first screen', 280],
] as const) {
  const loaded = scriptsOf(page);
  const total = [...loaded.values()].reduce((sum, size) => sum + size, 0);
  console.log(
    `${what.padEnd(24)} ${(total / 1000).toFixed(1).padStart(6)} kB gzip in ${loaded.size} files   (target ${target} kB)`,
  );
}
console.log(
  'Static imports and preloads of the page; the first screen’s own chunk (home) is counted with the console.',
);

function scriptsOf(page: string): Map<string, number> {
  const html = readFileSync(new URL(page, dist), 'utf8');
  const sizes = new Map<string, number>();
  const queue = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path.slice(1));
  if (page === 'index.html') queue.push(...homeChunks());
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (sizes.has(path)) continue;
    const code = readFileSync(new URL(path, dist));
    sizes.set(path, gzipSync(code, { level: 9 }).length);
    for (const [, name] of code.toString().matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      queue.push(`assets/${name}`);
  }
  return sizes;
}

function homeChunks(): string[] {
  const entry = /src="\/(assets\/[^"]+\.js)"/.exec(readFileSync(new URL('index.html', dist), 'utf8'))?.[1] ?? '';
  return [...readFileSync(new URL(entry, dist), 'utf8').matchAll(/\.\/(home-screen[\w.-]*\.js)/g)].map(
    ([, name]) => `assets/${name}`,
  );
}
