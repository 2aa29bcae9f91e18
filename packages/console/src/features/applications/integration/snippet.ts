/** The values that are inserted into a snippet. */
export interface SnippetFacts {
  /** The issuer: the public address of Licet, without a trailing slash. */
  issuer: string;
  /** The application's identifier: the audience of its tokens. */
  audience: string;
  /** The title of the application. */
  title: string;
  clientId: string;
  redirectUri: string;
  /** The sign-out addresses of the client. */
  signOutUris: readonly string[];
  /** A permission of the catalogue, for the example. */
  permission: string;
}

/** Steps other than writing a file. Each is shown in a separate block with a label. */
export type Step = 'pack' | 'install' | 'load' | 'claims' | 'secret' | 'token' | 'call';

/** Code to paste: the content of one file, or one step. */
export type Snippet = { file: string; step?: undefined; code: string } | { step: Step; file?: undefined; code: string };

/**
 * Returns the commands that install the packages. They are not in a registry yet, so the first command packs them in
 * the clone of Licet.
 */
export function installing(others: string, ...names: readonly string[]): readonly Snippet[] {
  const tarballs = names.map((name) => `../licet/.packages/licet-${name}-*.tgz`).join(' \\\n  ');
  return [
    { step: 'pack', code: 'node scripts/packages.mjs pack' },
    { step: 'install', code: `npm install ${others}${tarballs}` },
  ];
}

/** The call that creates the token source, for every snippet that runs in the browser. */
export function createLicetCall(facts: SnippetFacts, ...more: readonly string[]): string {
  const { issuer, audience, clientId } = facts;
  const lines = [
    `issuer: ${quoted(issuer)},`,
    `clientId: ${quoted(clientId)},`,
    `audience: ${quoted(audience)},`,
    ...returnLine(facts),
    ...signOutLine(facts),
    ...more,
  ];
  return `createLicet({\n${lines.map((line) => `  ${line}\n`).join('')}})`;
}

/** A button that calls the example's API, and explains a refusal. */
export function exampleButton({ permission }: SnippetFacts, source: string): string {
  return `import { Denied } from '@licet/react/denied';
import { useState } from 'react';
import { licet } from ${quoted(source)};

/** Always visible. When refused, it explains why and offers a request. */
export function ExampleButton() {
  const [status, setStatus] = useState('');
  const act = async () => {
    const response = await licet.fetch('/api/example', { method: 'POST' });
    setStatus(response.ok ? 'Done.' : \`The API answered \${response.status}.\`);
  };
  return (
    <>
      <Denied permission=${attribute(permission)}>
        <button type="button" onClick={() => void act().catch(({ message }: Error) => setStatus(message))}>Do it</button>
      </Denied>
      <output>{status}</output>
    </>
  );
}
`;
}

/**
 * Whether the root of the page's origin is a registered sign-out address. The client library returns there by default.
 */
export function endsAtPage({ redirectUri, signOutUris }: Pick<SnippetFacts, 'redirectUri' | 'signOutUris'>): boolean {
  const page = pageOf(redirectUri);
  return page !== undefined && signOutUris.includes(`${page.origin}/`);
}

/** Returns the page's origin if it is not a registered web origin of the client. The page would then get no token. */
export function missingOrigin(
  { redirectUri }: Pick<SnippetFacts, 'redirectUri'>,
  webOrigins: readonly string[],
): string | undefined {
  const origin = pageOf(redirectUri)?.origin;
  return origin === undefined || webOrigins.includes(origin) ? undefined : origin;
}

/** The page to which users return after signing in, if it is a web page. */
export function pageOf(redirectUri: string): URL | undefined {
  const address = URL.parse(redirectUri);
  return address?.protocol.startsWith('http') ? address : undefined;
}

/** Quotes a text as a JavaScript literal in single quotes. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Quotes a text as the value of a JSX attribute. */
export function attribute(text: string): string {
  return /^[\w.:-]+$/.test(text) ? `"${text}"` : `{${quoted(text)}}`;
}

/**
 * Returns the line with the redirect address; empty if it is the page at `/`, which is the client library's default.
 */
function returnLine({ redirectUri }: SnippetFacts): readonly string[] {
  const page = pageOf(redirectUri);
  return page && `${page.origin}/` === redirectUri ? [] : [`redirectUri: ${quoted(redirectUri)},`];
}

function signOutLine(facts: SnippetFacts): readonly string[] {
  const [first] = facts.signOutUris;
  return first === undefined || endsAtPage(facts) ? [] : [`postLogoutRedirectUri: ${quoted(first)},`];
}
