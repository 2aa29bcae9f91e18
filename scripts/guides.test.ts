import { readdirSync, readFileSync } from 'node:fs';
import { screens } from '@licet/contract';
import { expect, test } from 'vitest';

// A capitalised word in italics in the documents is the name of a screen, tab, field or button. The name belongs to the console or to
// another product.

const catalogues = import.meta.glob<Record<string, unknown>>('../packages/console/src/**/*words.ts', {
  eager: true,
});

const bare = (text: string) => text.toLowerCase().replace(/[….:?!,]+$/, '');
const fixed = new Set(Object.values(screens).map(({ title }) => bare(title)));

// The functions cannot be called here, because an earlier test file in this process may have wrapped them (`isolateNames`).
const sources = import.meta.glob<string>('../packages/console/src/**/*words.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** For each file, the texts into which values are inserted. */
const composed = Object.values(sources).map((source) => (source.match(/`[^`]*`/g) ?? []).join('\n').toLowerCase());

function keep(value: unknown): void {
  if (typeof value === 'string') fixed.add(bare(value));
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) keep(each);
}
keep(Object.values(catalogues));

/** Names in other products, by the page that mentions them. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'docs/guides/connections.md': [
    'Google Auth Platform',
    'Web application',
    'App registrations',
    'New registration',
    'Certificates & secrets',
    'Token configuration',
    'Application (client) ID',
    'Create App Integration',
    'Developer settings',
    'OAuth Apps',
    'Create client',
    'Client authentication',
    'Credentials',
    'Valid post logout redirect URIs',
    'Authentication',
    'Backchannel logout URL',
    'Backchannel logout session required',
    'Sign-out redirect URIs',
    'Identifiers',
    'Sign in with Apple',
    'Services ID',
  ],
  'docs/guides/from-auth0.md': ['User Import/Export', 'Authentication', 'CSV UTF-8'],
  'docs/guides/ldap.md': ['Domain Users'],
  'docs/guides/what-is-where.md': ['User exports'],
  'docs/operations/watching.md': ['Dashboards'],
};

const pages = ['docs/guides', 'docs/operations'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => `${folder}/${file}`),
);

test.each(pages)('%s names screens and controls as the console does', (page) => {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`|\*\*[^*]+\*\*/g, '');
  const named = [...prose.matchAll(/(?<![\w*])\*([A-Z][^*\n]*?)\*(?![\w*])/g)].map(([, name = '']) => name);
  const unknown = named.filter((name) => !elsewhere[page]?.includes(name) && !isInConsole(name));
  expect([...new Set(unknown)]).toEqual([]);
});

test('the command line names controls as the console does', () => {
  const commands = import.meta.glob<string>('../packages/cli/src/**/*.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const named = Object.values(commands).flatMap((source) =>
    [...source.matchAll(/In the console: [^“`\n]*“([^”]+)”/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !isInConsole(name))).toEqual([]);
});

function isInConsole(name: string): boolean {
  const parts = bare(name).split('…');
  return fixed.has(bare(name)) || composed.some((source) => parts.every((part) => source.includes(part.trim())));
}
