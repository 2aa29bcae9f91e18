// @vitest-environment jsdom
import { type AccessSource, createLicet } from '@licet/client';
import { act, type ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Denied } from './denied/index.ts';
import { AccessProvider, Can, Guard, useAccess, useDecision, usePermission, useRole } from './index.ts';
import { sourceOf, tokenOf } from './testing/tokens.ts';

const issuer = 'https://id.example';
const clientId = 'c';
const clerk = 'clerk';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const Answers = () => {
  const { status, user, profile, roles, permissions, expiresAt } = useAccess();
  const { permitted, explains, loading } = useDecision('a', { enabled: false });
  const all = [status, user, profile?.name, roles, permissions, expiresAt === undefined, permitted, explains, loading];
  return `${all.join(' ')} ${usePermission('a')} ${useRole('clerk')} `;
};

const Page = () => (
  <>
    <Answers />
    <Can permission="a" fallback="no">
      yes
    </Can>
    <Guard loading="wait">in</Guard>
    <Guard role={clerk} loading="wait">
      in
    </Guard>
    <Guard all={['a', 'b']} loading="wait" fallback="refused">
      in
    </Guard>
    <Denied permission="a">
      <button type="button">Refund</button>
    </Denied>
    <Denied permission="b" />
  </>
);

/** Renders as a server does, without a window. */
const onServer = (page: ReactNode): string => {
  vi.stubGlobal('window', undefined);
  try {
    return renderToString(page);
  } finally {
    vi.unstubAllGlobals();
  }
};

/**
 * Hydrates server-rendered HTML.
 * @returns the text, and the warnings of React
 */
const hydrate = (html: string, page: ReactNode) => {
  const complaints: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...said) => complaints.push(said));
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = html;
  const sent = box.textContent;
  let root: Root | undefined;
  act(() => {
    root = hydrateRoot(box, page, { onRecoverableError: (error) => complaints.push(error) });
  });
  onTestFinished(() => {
    act(() => root?.unmount());
    box.remove();
  });
  return { box, sent, complaints };
};

const signedIn = { sub: 'ada', roles: ['clerk'], permissions: ['a'], cnf: { jkt: 'x' } };

test('a page hydrates with the real client, and then shows what the signed-in user may see', () => {
  const kept = { access: tokenOf(signedIn), refresh: 'r', id: tokenOf({ name: 'Ada' }), offset: 0 };
  sessionStorage.setItem(`licet ${issuer} ${clientId}`, JSON.stringify(kept));
  const licet = createLicet({ issuer, clientId, audience: 'ledger', live: false });
  onTestFinished(() => licet.close());
  const page = (
    <AccessProvider source={licet}>
      <Page />
    </AccessProvider>
  );
  const { box, sent, complaints } = hydrate(onServer(page), page);
  expect(sent).toContain('loading     true false true false false false no');
  expect(complaints).toEqual([]);
  expect(box.textContent).toContain('valid ada Ada clerk a false true true false true true yes');
  expect(box.textContent).toContain('inin');
});

test.each([
  ['signed out with a reason', { status: 'signed-out', reason: 'Your session has ended.', code: 'session_ended' }],
  ['with an unreadable token', { status: 'held', token: 'garbage' }],
  ['with a token that has expired', { status: 'held', token: tokenOf({ ...signedIn, exp: 1 }) }],
  ['signed in', { status: 'held', token: tokenOf(signedIn) }],
] as const)('a page hydrates without a mismatch if its source already has a state: %s', (_, state) => {
  const page = (source: AccessSource) => (
    <AccessProvider source={source}>
      <Page />
    </AccessProvider>
  );
  const html = onServer(page(sourceOf({ status: 'loading' })));
  expect(hydrate(html, page(sourceOf(state))).complaints).toEqual([]);
});
