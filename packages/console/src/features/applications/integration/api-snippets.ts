import { installing, pageOf, quoted, type Snippet, type SnippetFacts } from './snippet.ts';

/** Verifies the token in an Express API and checks permissions. */
export function expressSnippets(facts: SnippetFacts): readonly Snippet[] {
  const code = `import { createVerifier } from '@licet/api';
import { guard } from '@licet/api/express';
import express from 'express';

const verifier = createVerifier(${verifierOptions(facts)});
const { requirePermission } = guard(verifier);

const app = express();
app.post('/api/example', requirePermission(${quoted(facts.permission)}), (request, response) => {
  response.json({ done: true, by: request.access.userId });
});

// Reports if no Licet answers, or another one does.
await verifier.ready();
app.listen(3001);
`;
  return [...installing('express ', 'rule', 'api'), { file: 'api.mjs', code }];
}

/** Verifies the token in a Fastify API and checks permissions. */
export function fastifySnippets(facts: SnippetFacts): readonly Snippet[] {
  const code = `import { accessPlugin, requirePermission } from '@licet/api/fastify';
import Fastify from 'fastify';

const app = Fastify();
app.register(accessPlugin, ${verifierOptions(facts)});

app.post('/api/example', { onRequest: requirePermission(${quoted(facts.permission)}) }, async (request) => {
  return { done: true, by: request.access.userId };
});
await app.listen({ port: 3001 });
`;
  return [...installing('fastify ', 'rule', 'api'), { file: 'api.mjs', code }];
}

/** Checks access in PostgreSQL: row-level security hides rows that are not permitted. */
export function sqlSnippets({ permission }: SnippetFacts): readonly Snippet[] {
  const policy = `alter table examples enable row level security;

-- In a sub-select the rule is asked once a statement; without it, once a row.
create policy permitted on examples
  using ((select licet.can(${sqlText(permission)})));
`;
  return [
    ...installing('', 'rule'),
    { step: 'load', code: 'psql --file node_modules/@licet/rule/sql/licet.sql' },
    { file: 'policy.sql', code: policy },
    { step: 'claims', code: "select set_config('request.jwt.claims', $1, true);" },
  ];
}

/** Requests a token for a service (client credentials grant) and uses it. */
export function curlSnippets({ issuer, clientId }: SnippetFacts): readonly Snippet[] {
  const token = `TOKEN=$(curl -sS -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  ${issuer}/oidc/token | jq -r .access_token)`;
  return [
    { step: 'secret', code: `CLIENT_ID=${clientId} CLIENT_SECRET=…` },
    { step: 'token', code: token },
    {
      step: 'call',
      code: 'curl -sS -X POST -H "Authorization: Bearer $TOKEN" http://localhost:3001/api/example',
    },
  ];
}

function verifierOptions({ issuer, audience, redirectUri }: SnippetFacts): string {
  const page = pageOf(redirectUri);
  return [
    '{',
    `  issuer: ${quoted(issuer)},`,
    `  audience: ${quoted(audience)},`,
    ...(page
      ? [
          '  // The address that the browser calls: the proxy’s while you develop.',
          `  publicUrl: ${quoted(page.origin)},`,
        ]
      : []),
    '  // With a client of the kind “service” the API learns of revoked access at once:',
    '  // client: {\n  //   id: process.env.LICET_CLIENT_ID, secret: process.env.LICET_CLIENT_SECRET,\n  // },',
    '}',
  ].join('\n');
}

/** Quotes a text as an SQL literal. */
function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
