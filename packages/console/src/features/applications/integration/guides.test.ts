import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fenced } from '../../../../../../scripts/examples.ts';
import { type Place, places } from './places.ts';
import type { SnippetFacts } from './snippet.ts';

/** The assumptions of the guides. */
const facts = (origin: string): SnippetFacts => ({
  issuer: 'http://localhost:4080',
  audience: 'ledger',
  title: 'Ledger',
  clientId: 'the client’s id',
  redirectUri: `${origin}/`,
  signOutUris: [`${origin}/`],
  permission: 'invoices.refund',
});

/** Files that the guide and Integration both have, with different content. */
const different: Partial<Record<Place, readonly string[]>> = {
  react: ['src/main.tsx'],
  'react-router': ['src/main.tsx', 'src/guards.tsx'],
};

describe('the code of Integration and of the guides', () => {
  it.each([
    ['react', ['react']],
    ['react-router', ['react', 'react-router']],
    ['next', ['next']],
    ['tanstack-start', ['tanstack-start']],
  ] as const)('is the same where both have a file: %s', (place, guides) => {
    const written = new Map(
      guides.flatMap((guide) => {
        const page = readFileSync(new URL(`../../../../../../docs/guides/${guide}.md`, import.meta.url), 'utf8');
        return fenced(guide, page).flatMap(({ file, code }) => (file ? [[file, code] as const] : []));
      }),
    );
    const { code, origin } = places[place];
    const both = code(facts(origin)).filter(
      ({ file }) => file !== undefined && written.has(file) && !different[place]?.includes(file),
    );
    expect(both.length).toBeGreaterThan(1);
    for (const { file, code: shown } of both) expect(shown, file).toBe(written.get(file ?? ''));
  });
});
