// @vitest-environment jsdom
import type { Application } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, test, vi } from 'vitest';
import { render } from '../../../ui/render.testing.tsx';
import { AddPermissions, commaMissing, readPermissionLines } from './permissions-tab.tsx';

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

it('shows example titles that start with a verb', async () => {
  const { element } = await open();
  expect(element.textContent).toContain('such as “See reports”');
  expect(element.querySelector('textarea')?.placeholder).toContain('See invoices');
});

it('keeps refused lines in the field, each with its reason', async () => {
  refused.add('b');
  const page = await open();
  await page.type('permissions-text', 'a\nb, Do b');
  await page.click('Add 2 permissions');
  expect(page.element.querySelector('textarea')?.value).toBe('b, Do b');
  expect(page.element.textContent).toContain('Line 1: It is there already.');
});

test('reads a line as a name, with a title after a comma or a tab', () => {
  expect(
    readPermissionLines('invoices.read\n\ns3:GetObject\tRead an object\r\ninvoices.refund, Give money, back').lines,
  ).toMatchObject([
    { line: 1, name: 'invoices.read', title: '' },
    { line: 3, name: 's3:GetObject', title: 'Read an object' },
    { line: 4, name: 'invoices.refund', title: 'Give money, back' },
  ]);
});

test('reports each invalid line', () => {
  const { lines, errors } = readPermissionLines(`a\n,only a title\na\n${'x'.repeat(300)}`);
  expect(lines.map(({ name }) => name)).toEqual(['a']);
  expect(errors.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(errors[1]?.detail).toBe('a is already on line 1.');
});

test('asks whether a comma is missing before a title, but accepts a name with spaces', () => {
  const asked = (text: string) => commaMissing(readPermissionLines(text).lines);
  expect(asked('a, b\ninvoices.refund Give money back')).toEqual({
    name: 'invoices.refund Give money back',
    meant: 'invoices.refund, Give money back',
  });
  expect(asked('give money back\ninvoices.refund, Give money back\ninvoices.read')).toBeUndefined();
});
