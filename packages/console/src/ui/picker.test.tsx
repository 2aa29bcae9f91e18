// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ComboBox } from './combo-box.tsx';
import type { LoadOptions, Option } from './option-list.tsx';
import { theOne } from './picker-frame.tsx';
import { render } from './render.testing.tsx';
import { TagPicker } from './tag-picker.tsx';

const people = ['Maya', 'Mateus', 'Tomasz'].map((label) => ({ id: label.toLowerCase(), label }));
const loadPeople = async (q: string) => people.filter(({ id }) => id.startsWith(q.toLowerCase()));

function Pickers({ load = loadPeople }: { load?: LoadOptions }): ReactNode {
  const [to, setTo] = useState<Option[]>([]);
  const [by, setBy] = useState<Option | null>(null);
  return (
    <>
      <TagPicker id="to" label="To" placeholder="Anybody" load={load} value={to} onChange={setTo} />
      <ComboBox id="by" label="By" load={load} value={by} onChange={setBy} />
      <output>{[...to, by].map((option) => option?.label).join(' ')}</output>
    </>
  );
}

const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const listed = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
/** Options are loaded after a pause, so each check lets React render what has arrived. */
const shows = (labels: readonly string[]) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(listed()).toEqual(labels);
  });
const press = (id: string, key: string) =>
  act(async () => input(id).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

for (const id of ['to', 'by']) {
  it(`${id}: the list opens on a click, not on focus alone`, async () => {
    const page = await render(<Pickers />);
    await act(async () => input(id).focus());
    expect(input(id).getAttribute('aria-expanded')).toBe('false');
    await act(async () => input(id).click());
    await shows(['Maya', 'Mateus', 'Tomasz']);
    await page.close();
  });

  it(`${id}: Enter selects the only match`, async () => {
    const page = await render(<Pickers />);
    await act(async () => input(id).focus());
    await page.type(id, 'may');
    await shows(['Maya']);
    await press(id, 'Enter');
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe('Maya');
    await page.close();
  });

  it(`${id}: Enter selects the first of several matches`, async () => {
    const page = await render(<Pickers />);
    await act(async () => input(id).focus());
    await page.type(id, 'ma');
    await shows(['Maya', 'Mateus']);
    await press(id, 'Enter');
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe('Maya');
    await page.close();
  });

  it(`${id}: Tab selects nothing while several options match`, async () => {
    const page = await render(<Pickers />);
    await act(async () => input(id).focus());
    await page.type(id, 'ma');
    await shows(['Maya', 'Mateus']);
    await press(id, 'Tab');
    await act(async () => input(id).blur());
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe('');
    await page.close();
  });
}

it('the list closes after a choice, and opens again when the user types', async () => {
  const page = await render(<Pickers />);
  await act(async () => input('to').focus());
  await page.type('to', 'may');
  await shows(['Maya']);
  await press('to', 'Enter');
  await shows([]);
  expect(input('to').getAttribute('aria-expanded')).toBe('false');
  await page.type('to', 'm');
  await shows(['Mateus']);
  await page.close();
});

it('Tab selects nothing if no text was typed', async () => {
  const page = await render(<Pickers />);
  await act(async () => input('to').focus());
  await act(async () => input('to').click());
  await shows(['Maya', 'Mateus', 'Tomasz']);
  await press('to', 'ArrowDown');
  await press('to', 'Tab');
  expect(page.element.querySelector('output')?.textContent?.trim()).toBe('');
  await page.close();
});

/** A search that answers only when the test releases it. */
function heldSearch() {
  const held: (() => void)[] = [];
  const load: LoadOptions = async (q) => {
    await new Promise<void>((go) => held.push(go));
    return loadPeople(q);
  };
  return { load, answer: () => act(async () => void held.splice(0).map((go) => go())) };
}

for (const id of ['to', 'by']) {
  it(`${id}: Enter pressed before the results arrive selects the match when it arrives, without submitting the form`, async () => {
    const search = heldSearch();
    const sent = vi.fn((event: Event) => event.preventDefault());
    const page = await render(
      <form onSubmit={(event) => sent(event.nativeEvent)}>
        <Pickers load={search.load} />
      </form>,
    );
    const chosen = () => page.element.querySelector('output')?.textContent?.trim();
    await act(async () => input(id).focus());
    await page.type(id, 'tom');
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    await act(async () => input(id).dispatchEvent(enter));
    await act(async () => input(id).blur());
    expect([chosen(), enter.defaultPrevented]).toEqual(['', true]);
    await vi.waitFor(async () => {
      await search.answer();
      expect(chosen()).toBe('Tomasz');
    });
    expect(sent).not.toHaveBeenCalled();
    await page.close();
  });

  it(`${id}: typing cancels an Enter that is waiting for results`, async () => {
    const search = heldSearch();
    const page = await render(<Pickers load={search.load} />);
    await act(async () => input(id).focus());
    await page.type(id, 'tom');
    await press(id, 'Enter');
    await page.type(id, 'may');
    await vi.waitFor(async () => {
      await search.answer();
      expect(listed()).toEqual(['Maya']);
    });
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe('');
    await page.close();
  });
}

it('reports that the match is already selected, not that nothing was found', async () => {
  const page = await render(<Pickers />);
  await act(async () => input('to').focus());
  await page.type('to', 'may');
  await shows(['Maya']);
  await press('to', 'Enter');
  await act(async () => input('to').click());
  await page.type('to', 'may');
  await shows(['Already chosen']);
  await page.type('to', 'x');
  await shows(['Nothing found']);
  await page.close();
});

it('shows a placeholder until an option is chosen', async () => {
  const page = await render(<Pickers />);
  expect(input('to').placeholder).toBe('Anybody');
  await act(async () => input('to').focus());
  await page.type('to', 'may');
  await shows(['Maya']);
  await press('to', 'Enter');
  expect(input('to').placeholder).toBe('');
  await page.close();
});

it('marks the list as busy while its options belong to an earlier text', async () => {
  const search = heldSearch();
  const page = await render(<Pickers load={search.load} />);
  const busy = () => document.querySelector('section:has([role=listbox])')?.getAttribute('aria-busy');
  await act(async () => input('by').focus());
  await page.type('by', 'ma');
  expect(busy()).toBe('true');
  await vi.waitFor(async () => {
    await search.answer();
    expect([busy(), listed()]).toEqual(['false', ['Maya', 'Mateus']]);
  });
  await page.type('by', 'may');
  expect([busy(), listed()]).toEqual(['true', ['Maya', 'Mateus']]);
  await page.close();
});

it('keeps the chosen option when the user opens the list and leaves with Tab', async () => {
  const page = await render(<Pickers load={async (q) => (q === '' ? people.slice(1) : loadPeople(q))} />);
  const chosen = () => page.element.querySelector('output')?.textContent?.trim();
  await act(async () => input('by').focus());
  await page.type('by', 'may');
  await shows(['Maya']);
  await press('by', 'Enter');
  expect(chosen()).toBe('Maya');
  await act(async () => input('by').click());
  await shows(['Mateus', 'Tomasz']);
  await press('by', 'ArrowDown');
  await press('by', 'Tab');
  await act(async () => input('by').blur());
  expect([chosen(), input('by').value]).toEqual(['Maya', 'Maya']);
  await page.close();
});

for (const id of ['to', 'by'])
  it(`${id}: Enter selects the user with the typed address, not a user with that name, and the address is shown`, async () => {
    const address = 'maya@example.com';
    const load: LoadOptions = async () => [
      { id: 'zed', label: address, detail: 'zed@example.org', lead: 'person' },
      { id: 'maya', label: 'Maya', detail: address, lead: 'person', exact: true },
    ];
    const page = await render(<Pickers load={load} />);
    await act(async () => input(id).focus());
    await page.type(id, address);
    await shows([address, 'Maya'].map((label) => expect.stringContaining(label)));
    await press(id, 'Enter');
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe('Maya');
    expect(input(id).closest('.input-box')?.textContent).toContain(address);
    await page.close();
  });

for (const id of ['to', 'by'])
  it(`${id}: Enter selects no user for an address that no account has`, async () => {
    const address = 'new.joiner@example.com';
    const load: LoadOptions = async () => [{ id: 'zed', label: address, detail: 'zed@example.org', lead: 'person' }];
    const page = await render(<Pickers load={load} />);
    await act(async () => input(id).focus());
    await page.type(id, address);
    await shows([expect.stringContaining(address)]);
    await press(id, 'Enter');
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe('');
    await press(id, 'ArrowDown');
    await press(id, 'Enter');
    expect(page.element.querySelector('output')?.textContent?.trim()).toBe(address);
    await page.close();
  });

it('Enter selects no user, group or program whose name is an address that no account has', () => {
  const query = 'desk@example.com';
  const one = (...options: readonly Option[]) => theOne({ options, state: 'found', query }, options, query);
  for (const lead of ['person', 'group', 'program'] as const)
    for (const label of [query, `${query} two`]) expect(one({ id: 'desk', label, lead })).toBe('nobody');
  const group: Option = { id: 'desk', label: query, lead: 'group', exact: true };
  expect(one({ id: 'zed', label: query, lead: 'person' }, group)).toBe(group);
});
