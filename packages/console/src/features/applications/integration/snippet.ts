/** What a snippet is written for. */
export interface SnippetFacts {
  /** The issuer: the public address of Licet, without a slash at the end. */
  issuer: string;
  /** The application's identifier: the audience of its tokens. */
  audience: string;
  /** What the application is called. */
  title: string;
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

/** The packages are not in a registry yet: the clone of Licet makes them, the application installs them. */
export function installing(others: string, ...names: readonly string[]): readonly Snippet[] {
  const tarballs = names.map((name) => `../licet/.packages/licet-${name}-*.tgz`).join(' \\\n  ');
  return [
    { step: 'pack', code: 'node scripts/packages.mjs pack' },
    { step: 'install', code: `npm install ${others}${tarballs}` },
  ];
}

/** Makes the source of the token: its call, as it stands in each of the browser's snippets. */
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

/** A button whose refusal explains itself, and that calls the API of the example. */
export function exampleButton({ permission }: SnippetFacts, source: string): string {
  return `import { Denied } from '@licet/react/denied';
import { useState } from 'react';
import { licet } from ${quoted(source)};

/** The button is always there. Refused, it explains itself and lets people ask. */
export function ExampleButton() {
  const [said, setSaid] = useState('');
  const act = async () => {
    const response = await licet.fetch('/api/example', { method: 'POST' });
    setSaid(response.ok ? 'Done.' : \`The API answered \${response.status}.\`);
  };
  return (
    <>
      <Denied permission=${attribute(permission)}>
        <button type="button" onClick={() => void act()}>Do it</button>
      </Denied>
      <output>{said}</output>
    </>
  );
}
`;
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

/** The page that people come back to, when it is one of the web. */
export function pageOf(redirectUri: string): URL | undefined {
  const address = URL.parse(redirectUri);
  return address?.protocol.startsWith('http') ? address : undefined;
}

/** A text as a JavaScript literal in single quotes. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text as the value of a JSX attribute. */
export function attribute(text: string): string {
  return /^[\w.:-]+$/.test(text) ? `"${text}"` : `{${quoted(text)}}`;
}

/** Only where it is not the page at `/`, which the kit takes unless told. */
function returnLine({ redirectUri }: SnippetFacts): readonly string[] {
  const page = pageOf(redirectUri);
  return page && `${page.origin}/` === redirectUri ? [] : [`redirectUri: ${quoted(redirectUri)},`];
}

function signOutLine(facts: SnippetFacts): readonly string[] {
  const [first] = facts.signOutUris;
  return first === undefined || endsAtPage(facts) ? [] : [`postLogoutRedirectUri: ${quoted(first)},`];
}
