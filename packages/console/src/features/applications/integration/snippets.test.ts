import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import {
  curlSnippet,
  expressSnippet,
  fastifySnippet,
  reactSnippets,
  type SnippetFacts,
  sqlSnippet,
} from './snippets.ts';

const facts: SnippetFacts = {
  issuer: 'https://id.example',
  audience: 'ledger',
  clientId: 'client-1',
  redirectUri: 'https://app.example/callback',
  permission: 'invoices.refund',
};
const odd = { ...facts, permission: `it's "odd" \\ name` };
const modules = (of: SnippetFacts) => [...reactSnippets(of), expressSnippet(of), fastifySnippet(of)];

/** What a snippet imports from the kit: `[module, name]`. */
const imports = (code: string): [string, string][] =>
  [...code.matchAll(/^import \{ ([^}]+) \} from '(@licet\/[^']+)';$/gm)].flatMap(([, names = '', module = '']) =>
    names.split(', ').map((name): [string, string] => [module, name]),
  );

describe('the snippets of the integration', () => {
  it('can be read as code, whatever a permission is called', async () => {
    for (const { code } of [...modules(facts), ...modules(odd)])
      expect((await transform(code, { loader: 'tsx' })).warnings).toEqual([]);
    expect(expressSnippet(odd).code).toContain(`requirePermission('it\\'s "odd" \\\\ name')`);
    expect(sqlSnippet(odd).code).toContain(`licet.can('it''s "odd" \\ name')`);
  });

  it('import only what the packages of the kit have', async () => {
    const imported = modules(facts).flatMap(({ code }) => imports(code));
    expect(imported.length).toBeGreaterThan(5);
    for (const [module, name] of imported)
      expect(Object.keys((await import(module)) as object), `${name} of ${module}`).toContain(name);
  });

  it('run as pasted: the page is where it is registered, its calls reach the API, and the API knows that address', () => {
    const local = { ...facts, redirectUri: 'http://localhost:3000/callback' };
    const vite = reactSnippets(local).find(({ file }) => file === 'vite.config.ts')?.code;
    expect(vite).toContain("server: { port: 3000, strictPort: true, proxy: { '/api': 'http://localhost:3001' } }");
    expect(reactSnippets(local).some(({ code }) => code.includes("licet.fetch('/api/example'"))).toBe(true);
    for (const { file, code } of [expressSnippet(local), fastifySnippet(local)]) {
      expect(file).toBe('api.mjs');
      expect(code).toContain("publicUrl: 'http://localhost:3000'");
      expect(code).toContain("'/api/example'");
      expect(code).toMatch(/listen\(.*3001/);
    }
    expect(expressSnippet({ ...facts, redirectUri: 'com.example.ledger:/callback' }).code).not.toContain('publicUrl');
  });

  it('install the tarballs, since the packages are in no registry', () => {
    for (const { install, code } of [
      ...reactSnippets(facts).slice(0, 1),
      expressSnippet(facts),
      fastifySnippet(facts),
    ]) {
      expect(install).toMatch(/^npm install (\w+ )?\.\.\/licet\/\.packages\/licet-rule-\*\.tgz /);
      expect(code).toMatch(/^\/\/ .*node scripts\/packages\.mjs pack/);
    }
  });

  it('name the issuer, the client and whom the token is for', () => {
    for (const { code } of [reactSnippets(facts)[0], expressSnippet(facts), fastifySnippet(facts)].flatMap(
      (it) => it ?? [],
    )) {
      expect(code).toContain("issuer: 'https://id.example'");
      expect(code).toContain("audience: 'ledger'");
    }
    expect(reactSnippets(facts)[0]?.code).toContain("clientId: 'client-1'");
    expect(curlSnippet(facts).code).toContain('https://id.example/oidc/token');
  });
});
