// @vitest-environment jsdom
import type { Application } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../../ui/render.testing.tsx';
import { AddPermissions } from './add-permissions.tsx';

const refused = vi.hoisted(() => new Set<string>());
vi.mock('../../../session/client.ts', () => ({
  client: {
    permissions: {
      create: async ({ body }: { body: { name: string } }) => {
        if (refused.has(body.name)) throw Object.assign(new Error(), { title: 'It is there already.' });
      },
    },
  },
}));

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddPermissions application={{ id: 'ledger', name: 'Ledger' } as Application} onClose={() => undefined} />
    </QueryClientProvider>,
  );

beforeEach(() => sessionStorage.clear());

it('says how a title reads, with an example, so that nobody is told that they “may not reports”', async () => {
  const { element } = await open();
  expect(element.textContent).toContain('such as “See reports”');
  expect(element.querySelector('textarea')?.placeholder).toContain('See invoices');
});

it('leaves the lines that were refused, each with its reason', async () => {
  refused.add('b');
  const page = await open();
  await page.type('permissions-text', 'a\nb, Do b');
  await page.click('Add 2 permissions');
  expect(page.element.querySelector('textarea')?.value).toBe('b, Do b');
  expect(page.element.textContent).toContain('Line 1: It is there already.');
});
