import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { fenced } from '../../../../../../scripts/examples.ts';
import { curlSnippets, expressSnippets, fastifySnippets, sqlSnippets } from './api-snippets.ts';
import { type Place, places } from './places.ts';
import { reactRouterSnippets, reactSnippets } from './react-snippets.ts';
import { nextSnippets, tanstackStartSnippets } from './rendered-snippets.ts';
import { endsAtPage, missingOrigin, type Snippet, type SnippetFacts } from './snippet.ts';

const facts: SnippetFacts = {
  issuer: 'https://id.example',
  audience: 'ledger',
  title: 'Ledger',
  clientId: 'client-1',
  redirectUri: 'https://app.example/callback',
  signOutUris: ['https://app.example/'],
  permission: 'invoices.refund',
};
const odd = { ...facts, permission: `it's "odd" \\ name` };
const filesOf = (snippets: readonly Snippet[]) => snippets.filter(({ file }) => file !== undefined);
const codeOf = (snippets: readonly Snippet[], name: string | undefined) =>
  snippets.find(({ file, step }) => (file ?? step) === name)?.code ?? '';
const apis = (of: SnippetFacts) => [expressSnippets(of), fastifySnippets(of)];
const pages = (of: SnippetFacts) =>
  [reactSnippets, reactRouterSnippets, nextSnippets, tanstackStartSnippets].map((snippets) => snippets(of));
const modules = (of: SnippetFacts) => filesOf([...pages(of), ...apis(of)].flat());

/** The imports of a snippet from Licet's packages: `[module, name]`. */
const imports = (code: string): [string, string][] =>
  [...code.matchAll(/^import \{ ([^}]+) \} from '(@licet\/[^']+)';$/gm)].flatMap(([, names = '', module = '']) =>
    names
      .split(', ')
      .filter((name) => !name.startsWith('type '))
      .map((name): [string, string] => [module, name]),
  );

describe('the snippets', () => {
  it('parse as code, whatever the name of the permission', async () => {
    for (const { code } of [...modules(facts), ...modules(odd)])
      expect((await transform(code, { loader: 'tsx' })).warnings).toEqual([]);
    expect(codeOf(expressSnippets(odd), 'api.mjs')).toContain(`requirePermission('it\\'s "odd" \\\\ name')`);
    expect(codeOf(sqlSnippets(odd), 'policy.sql')).toContain(`licet.can('it''s "odd" \\ name')`);
  });

  it('need the origin of a web redirect address among the client’s web origins', () => {
    expect(missingOrigin(facts, [])).toBe('https://app.example');
    expect(missingOrigin(facts, ['https://app.example'])).toBeUndefined();
    expect(missingOrigin({ redirectUri: 'com.example.app:/callback' }, [])).toBeUndefined();
  });

  it('have no comment wider than the code block', () => {
    const comments = modules(facts).flatMap(({ code }) =>
      code.split('\n').filter((line) => /\/\/ |\/\*\* /.test(line)),
    );
    expect(comments.length).toBeGreaterThan(3);
    expect(comments.filter((line) => line.length > 84)).toEqual([]);
  });

  it('import only what Licet’s packages export', async () => {
    const imported = modules(facts).flatMap(({ code }) => imports(code));
    expect(imported.length).toBeGreaterThan(5);
    for (const [module, name] of imported)
      expect(Object.keys((await import(module)) as object), `${name} of ${module}`).toContain(name);
  });

  it('use the same ports and addresses in the page, its proxy and the API', () => {
    const local = { ...facts, redirectUri: 'http://localhost:3000/callback' };
    const vite = codeOf(reactSnippets(local), 'vite.config.ts');
    expect(vite).toContain("server: { port: 3000, strictPort: true, proxy: { '/api': 'http://localhost:3001' } }");
    expect(reactSnippets(local).some(({ code }) => code.includes("licet.fetch('/api/example'"))).toBe(true);
    for (const snippets of apis(local)) {
      const code = codeOf(snippets, 'api.mjs');
      expect(code).toContain("publicUrl: 'http://localhost:3000'");
      expect(code).toContain("'/api/example'");
      expect(code).toMatch(/(await verifier\.ready\(\);\napp|await app)\.listen\(.*3001/);
    }
    const native = { ...facts, redirectUri: 'com.example.ledger:/callback' };
    expect(codeOf(expressSnippets(native), 'api.mjs')).not.toContain('publicUrl');
  });

  it('install the local packages with one command per block', () => {
    for (const snippets of [...pages(facts), ...apis(facts), sqlSnippets(facts)]) {
      expect(codeOf(snippets, 'pack')).toBe('node scripts/packages.mjs pack');
      expect(codeOf(snippets, 'install')).toMatch(/^npm install ([\w-]+ )?\.\.\/licet\/\.packages\/licet-rule-\*\.tgz/);
    }
    for (const { step, code } of Object.values(places).flatMap(({ code: snippets }) => [...snippets(facts)]))
      if (step !== undefined) expect(code.replaceAll('\\\n', '').split('\n'), step).toHaveLength(1);
  });

  it('name the sign-out address only if it differs from the address of the page', () => {
    expect(codeOf(reactSnippets(facts), 'src/sign-out.tsx')).toContain('signOut');
    expect(codeOf(reactSnippets(facts), 'src/licet.ts')).not.toContain('postLogoutRedirectUri');
    const elsewhere = { ...facts, signOutUris: ['https://app.example/bye'] };
    expect(codeOf(reactSnippets(elsewhere), 'src/licet.ts')).toContain(
      "postLogoutRedirectUri: 'https://app.example/bye'",
    );
    expect([facts, elsewhere].map(endsAtPage)).toEqual([true, false]);
  });

  it('name the issuer, the client and the audience', () => {
    const react = codeOf(reactSnippets(facts), 'src/licet.ts');
    for (const code of [react, ...apis(facts).map((snippets) => codeOf(snippets, 'api.mjs'))]) {
      expect(code).toContain("issuer: 'https://id.example'");
      expect(code).toContain("audience: 'ledger'");
    }
    expect(react).toContain("clientId: 'client-1'");
    expect(codeOf(curlSnippets(facts), 'token')).toContain('https://id.example/oidc/token');
  });
});

/** The values that the guides contain. */
const factsOfGuides = (origin: string): SnippetFacts => ({
  issuer: 'http://localhost:4080',
  audience: 'ledger',
  title: 'Ledger',
  clientId: 'the client’s id',
  redirectUri: `${origin}/`,
  signOutUris: [`${origin}/`],
  permission: 'invoices.refund',
});

/** Files whose content differs between the guide and the Integration tab on purpose. */
const different: Partial<Record<Place, readonly string[]>> = {
  react: ['src/main.tsx'],
  'react-router': ['src/main.tsx', 'src/guards.tsx'],
};

describe('the code of the Integration tab and of the guides', () => {
  it.each([
    ['react', ['react']],
    ['react-router', ['react', 'react-router']],
    ['next', ['next']],
    ['tanstack-start', ['tanstack-start']],
  ] as const)('is identical for %s', (place, guides) => {
    const written = new Map(
      guides.flatMap((guide) => {
        const page = readFileSync(new URL(`../../../../../../docs/guides/${guide}.md`, import.meta.url), 'utf8');
        return fenced(guide, page).flatMap(({ file, code }) => (file ? [[file, code] as const] : []));
      }),
    );
    const { code, origin } = places[place];
    const both = code(factsOfGuides(origin)).filter(
      ({ file }) => file !== undefined && written.has(file) && !different[place]?.includes(file),
    );
    expect(both.length).toBeGreaterThan(1);
    for (const { file, code: shown } of both) expect(shown, file).toBe(written.get(file ?? ''));
  });
});
