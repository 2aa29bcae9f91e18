// Checks the size of the console's built pages.
// Usage: npx node scripts/page-weight.ts [dist]
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The maximum size of a built page of the console, and patterns of code that must not be in its first scripts. */
interface PageWeight {
  readonly page: string;
  readonly what: string;
  readonly atMost: number;
  readonly later: readonly RegExp[];
}

/** In bytes after gzip, including React. Modules under `later` load on request. */
export const pageWeights: readonly PageWeight[] = [
  {
    page: 'public.html',
    what: 'sign-in',
    atMost: 86_000,
    // The passkey code, the QR code for authenticator apps, German, and the contract with its reasons and sources.
    later: [/ERROR_CEREMONY_ABORTED/, /className:.qr-code/, /Wiederherstellungscode/, /OWASP|RFC \d/],
  },
  {
    page: 'index.html',
    what: 'console, first screen',
    atMost: 280_000,
    later: [/ERROR_CEREMONY_ABORTED/, /className:.qr-code/, /Wiederherstellungscode/],
  },
];

/** Returns the scripts that a page loads without a dynamic import, each with its bytes after gzip. */
export function scriptsOf(dist: string, page: string): Map<string, number> {
  const html = readFileSync(join(dist, page), 'utf8');
  const sizes = new Map<string, number>();
  const queue = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  if (page === 'index.html') queue.push(...homeChunks(dist));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (sizes.has(path)) continue;
    const code = readFileSync(join(dist, path));
    sizes.set(path, gzipSync(code, { level: 9 }).length);
    for (const [, name] of code.toString().matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      queue.push(`assets/${name}`);
  }
  return sizes;
}

/** The maximum size in bytes of the font that a page requests first. A woff2 file is already compressed. */
export const fontAtMost = 50_000;

/** Returns the sizes in bytes of the fonts that a page preloads. */
function fontsOf(dist: string, page: string): number[] {
  const html = readFileSync(join(dist, page), 'utf8');
  return [...html.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, path = '']) => statSync(join(dist, path)).size);
}

/** Returns one sentence for each page that is too large, or that loads code too early. */
export function checkPages(dist: string): string[] {
  return pageWeights.flatMap(({ page, what, atMost, later }) => {
    const scripts = scriptsOf(dist, page);
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    const sizes = [...scripts].sort(([, one], [, other]) => other - one).map(([path, size]) => `${path} ${size}`);
    const heavy =
      total > atMost ? [`${what}: ${total} bytes of JavaScript, may weigh ${atMost}: ${sizes.join(', ')}`] : [];
    const early = later.flatMap((pattern) =>
      [...scripts.keys()]
        .filter((path) => pattern.test(readFileSync(join(dist, path), 'utf8')))
        .map((path) => `${what}: ${path} has ${pattern} in it, which is to be loaded when it is asked for`),
    );
    const fonts = fontsOf(dist, page);
    const font = fonts.reduce((sum, size) => sum + size, 0);
    const wide =
      fonts.length === 1 && font <= fontAtMost
        ? []
        : [`${what}: ${fonts.length} fonts of ${font} bytes, may be one of ${fontAtMost}`];
    return [...heavy, ...early, ...wide];
  });
}

/** Returns the chunk of the first screen, which the console loads without a user's request. */
function homeChunks(dist: string): string[] {
  const entry = /src="\/(assets\/[^"]+\.js)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1] ?? '';
  const named = readFileSync(join(dist, entry), 'utf8').matchAll(/\.\/(home-screen[\w.-]*\.js)/g);
  return [...named].map(([, name]) => `assets/${name}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../packages/console/dist', import.meta.url));
  for (const { page, what } of pageWeights) {
    const scripts = scriptsOf(dist, page);
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    const font = fontsOf(dist, page).reduce((sum, size) => sum + size, 0);
    console.log(
      `${what}: ${(total / 1000).toFixed(1)} kB in ${scripts.size} files, and a font of ${(font / 1000).toFixed(1)} kB`,
    );
  }
  const problems = checkPages(dist);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
