import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { curlSnippet, expressSnippet, fastifySnippet, reactSnippets } from './snippets.ts';

const facts = {
  issuer: 'https://id.example',
  audience: 'ledger',
  clientId: 'client-1',
  redirectUri: 'https://app.example/callback',
  permission: `it's "odd" \\ name`,
};

test('every snippet can be read as code, whatever a permission is called', () => {
  const modules = [
    ...reactSnippets(facts).filter(({ file }) => file.endsWith('.ts')),
    expressSnippet(facts),
    fastifySnippet(facts),
  ];
  for (const { code } of modules) expect(() => stripTypeScriptTypes(code)).not.toThrow();
  expect(expressSnippet(facts).code).toContain(`permit('it\\'s "odd" \\\\ name')`);
});

test('each names the issuer and whom it is for; plain http is allowed only where the issuer has it', () => {
  expect(expressSnippet(facts).code).toContain("audience: 'ledger'");
  expect(curlSnippet(facts).code).toContain('https://id.example/oidc/token');
  const auth = (issuer: string) => reactSnippets({ ...facts, issuer })[0]?.code ?? '';
  expect(auth(facts.issuer)).toContain("client_id: 'client-1'");
  expect(auth(facts.issuer)).not.toContain('allowInsecureRequests');
  expect(auth('http://localhost:4080')).toContain('allowInsecureRequests');
});
