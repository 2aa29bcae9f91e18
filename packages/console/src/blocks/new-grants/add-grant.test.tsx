// @vitest-environment jsdom
import { type Application, daysLater, newGrant } from '@licet/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatDate } from '../../ui/format.ts';
import { eventually, render } from '../../ui/render.testing.tsx';
import { AddGrant } from './add-grant.tsx';
import { words } from './words.ts';

const id = '01a1fd60-b421-70dc-9693-52f823154a01';
const sent = vi.hoisted(() => [] as unknown[]);
const longest = vi.hoisted(() => ({ seconds: null as number | null }));
const planned = vi.hoisted(() => ({ effects: [] as unknown[] }));
vi.mock('../../session/client.ts', () => ({
  client: {
    users: { get: async () => ({ id, name: 'Maya', username: 'maya' }) },
    groups: { get: async () => ({ id, name: 'Finance', members: 3 }) },
    roles: {
      get: async () => ({ id, name: 'clerk', title: '' }),
      policy: async () => ({ longestSeconds: longest.seconds, reasonNeeded: false, secondApprover: false }),
    },
    plans: { make: async () => ({ steps: [{ refused: null }], effects: planned.effects, notEvaluated: [] }) },
    grants: { create: async ({ body }: { body: unknown }) => sent.push(body) },
  },
}));

const application = { id: 'ledger', name: 'Ledger' } as Application;

async function open(address = {}) {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <AddGrant application={application} address={address} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await eventually(() => expect(document.getElementById('grant-reason')).not.toBeNull());
  return page;
}

beforeEach(() => {
  sessionStorage.clear();
  longest.seconds = null;
  planned.effects = [];
});

it('a new grant ends in a week by default', async () => {
  await open();
  const checked = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
  expect(checked.map((radio) => radio.closest('label')?.textContent)).toEqual(['Role', 'Now', '1 week']);
});

it('the form preselects the latest end that the role allows if that is within a week', async () => {
  longest.seconds = 2 * 86_400;
  sent.length = 0;
  const page = await open({ to: id, role: id });
  const chosen = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].at(-1);
  await eventually(() => expect(chosen()?.closest('label')?.textContent).not.toBe('1 week'));
  expect(page.element.textContent).not.toContain('At most');
  await page.click('Grant to 1 person');
  await eventually(() => expect(sent).toHaveLength(1));
  const left = Date.parse(newGrant.parse(sent[0]).ends ?? '') - Date.now();
  expect(left).toBeLessThanOrEqual(longest.seconds * 1000);
  expect(left).toBeGreaterThan((longest.seconds - 3600) * 1000);
});

it('the button counts the people that a group reaches, and the effects name every permission and person', async () => {
  const none = { roles: [], permissions: [] };
  const holders = ['Chloé', 'Rosa', 'Yusuf', 'Zeynep'].map((name) => ({ kind: 'user', id: name, name }));
  const permissions = ['customers.read', 'invoices.approve', 'invoices.refund'];
  const gains = { roles: ['approver'], permissions };
  planned.effects = [
    { application, at: '2026-11-29T00:00:00Z', gains, loses: none, keeps: [], keptBy: none, count: 4, holders },
  ];
  const page = await open({ toGroup: id, role: id });
  await eventually(() => expect(page.element.textContent).toContain('Grant to 4 people'));
  expect(page.element.textContent).toContain('customers.read, invoices.approve, invoices.refund');
  expect(page.element.textContent).toContain('Chloé, Rosa, Yusuf, and Zeynep');
  expect(page.element.textContent).toContain('Breaks no separation rule');
});

it('the form keeps typed values through a reload', async () => {
  const page = await open();
  await page.type('grant-reason', 'Covering for Kwame');
  await open();
  expect(document.getElementById('grant-reason')).toHaveProperty('value', 'Covering for Kwame');
});

it('the form sends a valid grant with the chosen end, for a person and for a group', async () => {
  for (const [to, action] of [
    [{ to: id }, 'Grant to 1 person'],
    [{ toGroup: id }, 'Grant to 1 group'],
  ] as const) {
    sent.length = 0;
    const page = await open({ ...to, role: id });
    await page.click(action);
    await eventually(() => expect(sent).toHaveLength(1));
    expect(newGrant.safeParse(sent[0]).error).toBeUndefined();
    const { ends } = newGrant.parse(sent[0]);
    expect(formatDate(new Date(ends ?? ''), { day: 'numeric' })).toBe(
      formatDate(daysLater(new Date(), 7), { day: 'numeric' }),
    );
    await page.close();
  }
});

it('the focus returns to the opening button after the grant is added', async () => {
  const page = await render(<Opener />);
  const opener = page.element.querySelector('button');
  opener?.focus();
  await page.click(words.add);
  await eventually(() => expect(document.getElementById('grant-reason')).not.toBeNull());
  expect(document.activeElement?.tagName).toBe('INPUT');
  await page.click('Grant to 1 person');
  await eventually(() => expect(document.getElementById('grant-reason')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

function Opener(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <button type="button" onClick={() => setOpen(true)}>
        {words.add}
      </button>
      {open && <AddGrant application={application} address={{ to: id, role: id }} onClose={() => setOpen(false)} />}
    </QueryClientProvider>
  );
}
