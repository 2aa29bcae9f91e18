// @vitest-environment jsdom
import type { Application } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../../ui/render.testing.tsx';
import { AddGrant } from './add-grant.tsx';

vi.mock('../../../session/client.ts', () => ({ client: {} }));

const application = { id: 'ledger', name: 'Ledger' } as Application;

async function open() {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <AddGrant application={application} address={{}} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await act(() => vi.waitFor(() => expect(document.getElementById('grant-reason')).not.toBeNull()));
  return page;
}

beforeEach(() => sessionStorage.clear());

it('ends never unless somebody says so', async () => {
  await open();
  const checked = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
  expect(checked.map((radio) => radio.closest('label')?.textContent)).toEqual(['Role', 'Now', 'No end']);
});

it('has what was typed after a reload', async () => {
  const page = await open();
  await page.type('grant-reason', 'Covering for Kwame');
  await open();
  expect(document.getElementById('grant-reason')).toHaveProperty('value', 'Covering for Kwame');
});
