// @vitest-environment jsdom
import { type ErrorCode, problemOf } from '@licet/contract';
import { type CodeWithReason, type KindsOf, type ReasonOf, sentenceOf, type ValuesOf } from '@licet/contract/reasons';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { detailsWith } from './details.testing.ts';

// The page calls `matchMedia` when it loads, but jsdom has no such function.
vi.hoisted(() => Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener: () => {} }) }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
  document.documentElement.lang = '';
});

/** Imports the pages again, in a browser that prefers German. */
async function inGerman() {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de']);
  vi.resetModules();
  const { SignInPage } = await import('./sign-in-page.tsx');
  const { readRefusal } = await import('./send.ts');
  const { learn } = await import('../ui/language.ts');
  await learn(
    async () => (await import('./german.ts')).german,
    () => undefined,
  );
  return { SignInPage, readRefusal };
}

/** A refusal as the server sends it. */
const refusal = <Code extends CodeWithReason & ErrorCode, Name extends ReasonOf<Code>>(
  code: Code,
  reason: Name,
  values: ValuesOf<KindsOf<Code, Name>>,
) => problemOf(code, sentenceOf(code, reason, values), { reason, values });

it('shows the reason of a refused sign-in with its address and provider in German', async () => {
  const { SignInPage } = await inGerman();
  const refused = refusal('address_taken', 'address_of_account', { address: 'ada@corp.example', connection: 'Acme' });
  vi.stubGlobal('fetch', async () => Response.json(detailsWith({ refused })));
  const { element } = await render(<SignInPage uid="x" />);
  const note = /ein Konto mit der Adresse ada@corp\.example\. Melden Sie sich dort an, und verknüpfen Sie Acme/;
  await vi.waitFor(() => expect(element.textContent).toMatch(note));
});

it('says in German how long to wait, in seconds or minutes', async () => {
  const { readRefusal } = await inGerman();
  const detailAfter = (wait: number) =>
    readRefusal(refusal('throttled', 'wrong_tries', { tried: 'passkeys', wait }), 429).detail;
  expect(detailAfter(17)).toBe('Nach mehreren abgelehnten Passkeys müssen Sie warten: noch 17 Sekunden.');
  expect(detailAfter(120)).toBe('Nach mehreren abgelehnten Passkeys müssen Sie warten: noch 2 Minuten.');
});

it('shows a German sentence below the field of a wrong code', async () => {
  const { readRefusal } = await inGerman();
  const detail = sentenceOf('field', 'code_unfit', {});
  const fault = { pointer: '/code', detail, reason: 'code_unfit', values: {} };
  expect(readRefusal(problemOf('code_wrong', detail, { errors: [fault] }), 403)).toMatchObject({
    detail: 'Der Code passt nicht oder wurde schon benutzt.',
    errors: [{ pointer: '/code', detail: 'Der Code passt nicht oder wurde schon benutzt.' }],
  });
});
