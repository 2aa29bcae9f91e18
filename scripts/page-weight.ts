// Checks the size of the console's built pages. e2e/page-weight.spec.ts checks what a browser really loads.
// Usage: npx node scripts/page-weight.ts [dist]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The maximum size of what a visitor loads, and patterns of code that must not be in it. */
export interface PageWeight {
  readonly what: string;
  /** The built pages, in the order in which a browser loads them. */
  readonly pages: readonly string[];
  /** The names of the chunks that the pages load without an action of the user. */
  readonly parts: readonly string[];
  readonly atMost: number;
  readonly files: number;
  readonly later: readonly RegExp[];
}

// Every page loads these on request: the passkey code, the QR code for authenticator apps, and German.
const laterOnAnyPage = [/ERROR_CEREMONY_ABORTED/, /className:.qr-code/, /Wiederherstellungscode/];
// Matches the reasons and sources in the contract.
const contract = /OWASP|RFC \d/;

/** In bytes after gzip, including React. Modules under `later` load on request. */
export const pageWeights: readonly PageWeight[] = [
  {
    what: 'sign-in',
    pages: ['public.html'],
    parts: [],
    atMost: 87_000,
    files: 5,
    later: [...laterOnAnyPage, contract],
  },
  {
    // A signed-out visitor of `/` loads the code that checks for a session, and then the sign-in page.
    what: 'sign-in through /',
    pages: ['index.html', 'public.html'],
    parts: [],
    atMost: 100_000,
    files: 7,
    later: [...laterOnAnyPage, contract],
  },
  {
    what: 'console, first screen',
    pages: ['index.html'],
    parts: ['frame', 'home'],
    atMost: 200_000,
    files: 12,
    // Also on request: the schemas of the contract, and the code of menus and dialogs.
    later: [...laterOnAnyPage, contract, /invalid_union/, /useOverlay|data-testid.{1,4}underlay/],
  },
];

/** The maximum for a main screen of the console that is opened directly. Such a screen loads more than the console's home page. */
export const screenWeight = { atMost: 400_000, files: 17 } as const;

/** Returns the scripts that pages load without an action of the visitor, each with its size in bytes after gzip. */
export function scriptsOf(dist: string, { pages, parts }: Pick<PageWeight, 'pages' | 'parts'>): Map<string, number> {
  const sizes = new Map<string, number>();
  const assets = readdirSync(join(dist, 'assets'));
  const queue = [
    ...pages.flatMap((page) => scriptsIn(dist, page)),
    ...parts.flatMap((part) =>
      assets.filter((name) => new RegExp(`^${part}-[\\w-]{8}\\.js$`).test(name)).map((name) => `assets/${name}`),
    ),
  ];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (sizes.has(path)) continue;
    const code = readFileSync(join(dist, path));
    sizes.set(path, gzipped(code));
    for (const [, name] of code.toString().matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      queue.push(`assets/${name}`);
  }
  return sizes;
}

export const gzipped = (code: Buffer): number => gzipSync(code, { level: 9 }).length;

export const totalOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, size) => sum + size, 0);

/** Returns a sentence if the scripts are too large or too many. */
export function tooMuch(
  what: string,
  scripts: ReadonlyMap<string, number>,
  { atMost, files }: Pick<PageWeight, 'atMost' | 'files'>,
): string[] {
  const total = totalOf(scripts);
  if (total <= atMost && scripts.size <= files) return [];
  const sizes = [...scripts].sort(([, one], [, other]) => other - one).map(([path, size]) => `${path} ${size}`);
  return [
    `${what}: ${total} bytes of JavaScript in ${scripts.size} files, may be ${atMost} in ${files}: ${sizes.join(', ')}`,
  ];
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
  const heavy = pageWeights.flatMap((weight) => {
    const scripts = scriptsOf(dist, weight);
    const early = weight.later.flatMap((pattern) =>
      [...scripts.keys()]
        .filter((path) => pattern.test(readFileSync(join(dist, path), 'utf8')))
        .map((path) => `${weight.what}: ${path} has ${pattern} in it, which is to be loaded when it is asked for`),
    );
    return [...tooMuch(weight.what, scripts, weight), ...early];
  });
  const wide = ['index.html', 'public.html'].flatMap((page) => {
    const fonts = fontsOf(dist, page);
    const font = fonts.reduce((sum, size) => sum + size, 0);
    return fonts.length === 1 && font <= fontAtMost
      ? []
      : [`${page}: ${fonts.length} fonts of ${font} bytes, may be one of ${fontAtMost}`];
  });
  return [...heavy, ...wide, ...consoleOnPublicPages(dist)];
}

/** A public page that loads the entry of the console, even on request, would start the console in that page. */
function consoleOnPublicPages(dist: string): string[] {
  const entry = scriptsIn(dist, 'index.html').find((path) => !scriptsIn(dist, 'public.html').includes(path));
  const found = new Set<string>();
  const queue = [...scriptsIn(dist, 'public.html')];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const code = readFileSync(join(dist, path), 'utf8');
    for (const [, name] of code.matchAll(/(?:from|import)\s*\(?["'`]\.\/([\w.-]+\.js)["'`]/g))
      if (existsSync(join(dist, 'assets', name ?? ''))) queue.push(`assets/${name}`);
  }
  return entry !== undefined && found.has(entry) ? [`public.html: loads ${entry}, which starts the console`] : [];
}

/** The scripts that a built page names itself. */
const scriptsIn = (dist: string, page: string): string[] =>
  [...readFileSync(join(dist, page), 'utf8').matchAll(/src="\/([^"]+\.js)"|href="\/([^"]+\.js)"/g)].map(
    ([, src, href]) => src ?? href ?? '',
  );

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../packages/console/dist', import.meta.url));
  for (const weight of pageWeights) {
    const scripts = scriptsOf(dist, weight);
    console.log(`${weight.what}: ${(totalOf(scripts) / 1000).toFixed(1)} kB in ${scripts.size} files`);
  }
  const problems = checkPages(dist);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
