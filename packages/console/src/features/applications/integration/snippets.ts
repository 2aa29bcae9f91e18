/** What a snippet is written for. */
export interface SnippetFacts {
  /** The issuer: the public address of Licet, without a slash at the end. */
  issuer: string;
  /** The application's identifier: the audience of its tokens. */
  audience: string;
  clientId: string;
  redirectUri: string;
  /** Where the client may send people after signing out. */
  signOutUris: readonly string[];
  /** A permission of the catalogue, to ask for in the example. */
  permission: string;
}

/** What is done beside writing files: each in a block of its own, with words that say where. */
export type Step = 'pack' | 'install' | 'load' | 'claims' | 'secret' | 'token' | 'call';

/** Code ready to paste: what goes into one file, or one step. */
export type Snippet = { file: string; step?: undefined; code: string } | { step: Step; file?: undefined; code: string };

/** Signs people in from a React application, guards what it shows, and explains what it refuses. */
export function reactSnippets(facts: SnippetFacts): readonly Snippet[] {
  const { issuer, audience, clientId, redirectUri, permission } = facts;
  return [
    ...installing('', 'rule', 'client', 'react'),
    {
      file: 'src/licet.ts',
      code: `import { createLicet } from '@licet/client';

/** Signs people in, keeps and renews their token, and hears of changed access. */
export const licet = createLicet({
  issuer: ${quoted(issuer)},
  clientId: ${quoted(clientId)},
  audience: ${quoted(audience)},
  redirectUri: ${quoted(redirectUri)},${signOutLine(facts)}
  // An API of another origin is named here, and has to allow this page’s (CORS):
  // apis: ['https://api.example.com'],
});
`,
    },
    {
      file: 'vite.config.ts',
      code: `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// While you develop, the page and its API have one address, the registered one:
// what begins with /api goes on to the API.
export ${'default'} defineConfig({
  plugins: [react()],
  server: { ${portOf(redirectUri)}proxy: { '/api': 'http://localhost:3001' } },
});
`,
    },
    {
      file: 'src/main.tsx',
      code: `import { AccessProvider, Guard, useAccess } from '@licet/react';
import { createRoot } from 'react-dom/client';
import { ExampleButton } from './example-button.tsx';
import { licet } from './licet.ts';

const SignOut = () => {
  const { signOut } = useAccess();
  return (
    <button type="button" onClick={() => void signOut?.()}>
      Sign out
    </button>
  );
};

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <AccessProvider source={licet}>
      <Guard loading="One moment…">
        <ExampleButton />
        <SignOut />
      </Guard>
    </AccessProvider>,
  );
`,
    },
    {
      file: 'src/example-button.tsx',
      code: `import { Can } from '@licet/react';
import { Denied } from '@licet/react/denied';
import { licet } from './licet.ts';

/** A refusal explains itself and lets people ask; \`Can\` leaves out the rest. */
export function ExampleButton() {
  return (
    <>
      <Denied permission=${attribute(permission)}>
        <button type="button" onClick={() => licet.fetch('/api/example', { method: 'POST' })}>
          Do it
        </button>
      </Denied>
      <Can permission=${attribute(permission)}>You may.</Can>
    </>
  );
}
`,
    },
  ];
}

/** Verifies the token in an API and asks the rule again. */
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

// Says so when Licet does not answer, or another one does.
await verifier.ready();
app.listen(3001);
`;
  return [...installing('express ', 'rule', 'api'), { file: 'api.mjs', code }];
}

/** The same for Fastify. */
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

/** The rule in the database: rows that are not permitted are not there. */
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

/** Gets a token for a service (client credentials) and uses it. */
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

/** The packages are not in a registry yet: the clone of Licet makes them, the application installs them. */
function installing(others: string, ...names: readonly string[]): readonly Snippet[] {
  const tarballs = names.map((name) => `../licet/.packages/licet-${name}-*.tgz`).join(' \\\n  ');
  return [
    { step: 'pack', code: 'node scripts/packages.mjs pack' },
    { step: 'install', code: `npm install ${others}${tarballs}` },
  ];
}

/** Whether signing out can end at the page itself, where the kit leads it unless told. */
export function endsAtPage({ redirectUri, signOutUris }: Pick<SnippetFacts, 'redirectUri' | 'signOutUris'>): boolean {
  const page = pageOf(redirectUri);
  return page !== undefined && signOutUris.includes(`${page.origin}/`);
}

/** The origin of the page, when it is not among those whose pages are given tokens. */
export function missingOrigin(
  { redirectUri }: Pick<SnippetFacts, 'redirectUri'>,
  webOrigins: readonly string[],
): string | undefined {
  const origin = pageOf(redirectUri)?.origin;
  return origin === undefined || webOrigins.includes(origin) ? undefined : origin;
}

function signOutLine(facts: SnippetFacts): string {
  const [first] = facts.signOutUris;
  return first === undefined || endsAtPage(facts) ? '' : `\n  postLogoutRedirectUri: ${quoted(first)},`;
}

/** The port that a page on this machine was registered with, for its development server. */
function portOf(redirectUri: string): string {
  const page = pageOf(redirectUri);
  return page?.hostname === 'localhost' && page.port !== '' ? `port: ${page.port}, strictPort: true, ` : '';
}

function pageOf(redirectUri: string): URL | undefined {
  const address = URL.parse(redirectUri);
  return address?.protocol.startsWith('http') ? address : undefined;
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
    '  // With a client of the kind “service” the API hears at once what was taken away:',
    '  // client: {\n  //   id: process.env.LICET_CLIENT_ID, secret: process.env.LICET_CLIENT_SECRET,\n  // },',
    '}',
  ].join('\n');
}

/** A text as a JavaScript literal in single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text as the value of a JSX attribute. */
function attribute(text: string): string {
  return /^[\w.:-]+$/.test(text) ? `"${text}"` : `{${quoted(text)}}`;
}

/** A text as a literal of SQL. */
function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
