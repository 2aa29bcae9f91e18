// @vitest-environment jsdom
import type { Me } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { EmailSection } from './email-section.tsx';
import { emailWords as words } from './words.ts';

vi.mock('../../session/client.ts', () => ({ client: {} }));

const shown = async (sendsMail: boolean) => {
  const me = { user: { email: 'ada@aurelia.example' }, emailUnderWay: 'ada@aurelia.example', sendsMail } as Me;
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <EmailSection me={me} />
    </QueryClientProvider>,
  );
  return page.element.textContent;
};

it('offers to mail a link where a mail server is set', async () => {
  expect(await shown(true)).toContain(words.sendToIt);
});

it('promises no mail where none is sent, and says who can change the address', async () => {
  const text = await shown(false);
  expect(text).not.toContain(words.sendToIt);
  expect(text).not.toContain(words.sendAgain);
  expect(text).toContain('sent once an administrator sets a mail server');
  expect(text).toContain('An administrator can change your address.');
});
