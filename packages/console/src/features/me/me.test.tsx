// @vitest-environment jsdom
import type { Me, OwnCredentials } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { preloadDialog } from '../../ui/dialog.tsx';
import { leave, render } from '../../ui/render.testing.tsx';
import { EmailSection } from './email-section.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { credentialWords, emailWords, linkedWords } from './words.ts';

beforeAll(async () => {
  await preloadDialog();
});

vi.mock('../../session/client.ts', () => ({ client: {} }));
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@tanstack/react-router')>()),
  getRouteApi: () => ({ useSearch: () => ({}) }),
  useNavigate: () => () => undefined,
}));

const shown = async (sendsMail: boolean) => {
  const me = { user: { email: 'ada@aurelia.example' }, emailUnderWay: 'ada@aurelia.example', sendsMail } as Me;
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <EmailSection me={me} />
    </QueryClientProvider>,
  );
  return page.element.textContent;
};

it('offers to mail a link if a mail server is set', async () => {
  expect(await shown(true)).toContain(emailWords.sendToIt);
});

it('promises no mail without a mail server, and says who can change the address', async () => {
  const text = await shown(false);
  expect(text).not.toContain(emailWords.sendToIt);
  expect(text).not.toContain(emailWords.sendAgain);
  expect(text).toContain('sent once an administrator configures a mail server');
  expect(text).toContain('An administrator can change your address.');
});

it('offers to link another account when one is already linked', async () => {
  const [here, other] = ['Corp', 'Other Licet'].map((name) => ({ id: name, name, kind: 'openid' }));
  const identity = { id: 'i', name: 'anna', connection: other, linkedAt: '2026-11-22T12:00:00.000Z' };
  const own = { identities: [identity], linkable: [here, other], freshUntil: null, provedAt: null };
  const { element } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <LinkedAccounts own={own as unknown as OwnCredentials} />
    </QueryClientProvider>,
  );
  const offered = [...element.querySelectorAll('button')].map(({ textContent }) => textContent).filter(Boolean);
  expect(offered).toEqual([linkedWords.link, linkedWords.linkAnother]);
});

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

const renderWith = (freshFor: number) => {
  const freshUntil = new Date(Date.now() + freshFor).toISOString();
  const own = { passkeys: [], freshUntil, provedAt: freshUntil } as unknown as OwnCredentials;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Passkeys own={own} onCodes={() => undefined} />
    </QueryClientProvider>,
  );
};
const nameField = () => document.getElementById('passkey-name') as HTMLInputElement | null;

it('restores the dialog of a new passkey and its typed name after a sign-in', async () => {
  const page = await renderWith(60_000);
  await page.click(credentialWords.addPasskey);
  await page.type('passkey-name', 'Blue key');
  await leave(page);
  await renderWith(60_000);
  expect(nameField()?.value).toBe('Blue key');
});

it('requires a recent sign-in before a passkey can be named', async () => {
  const page = await renderWith(60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await page.click(credentialWords.addPasskey);
  expect(nameField()).toBeNull();
  expect(document.body.textContent).toContain(credentialWords.signInLately);
});
