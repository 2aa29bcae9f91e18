// @vitest-environment jsdom
import { act, type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { useForm } from './form.ts';
import { FormPanel } from './form-panel.tsx';
import { Panel, Split } from './panel.tsx';
import { render } from './render.testing.tsx';
import { TextField } from './text-field.tsx';

function Making({ onClose }: { onClose: () => void }): ReactNode {
  const form = useForm({ schema: z.object({ name: z.string() }), initial: { name: '' }, submit: onClose }, 'new');
  return (
    <FormPanel title="New" action="Make it" form={form} onClose={onClose}>
      <TextField label="Name" {...form.field('name')} />
    </FormPanel>
  );
}

function Screen({ opener = true }: { opener?: boolean }): ReactNode {
  const [open, setOpen] = useState(!opener);
  return (
    <main>
      <h1>Groups</h1>
      {opener && (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      {open && <Making onClose={() => setOpen(false)} />}
    </main>
  );
}

it('a panel focuses its first field, and on submit returns focus to the element that opened it', async () => {
  const page = await render(<Screen />);
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open')?.focus();
  await page.click('Open');
  expect(document.activeElement?.id).toBe('new-name');
  await page.click('Make it');
  expect(document.activeElement?.textContent).toBe('Open');
});

it('a panel that was opened through the address moves the focus to the heading when it closes', async () => {
  const page = await render(<Screen opener={false} />);
  await page.click('Cancel');
  expect(document.activeElement?.tagName).toBe('H1');
});

it('Escape closes an empty panel, and first moves to Cancel if the user has typed', async () => {
  const page = await render(<Screen />);
  const pressEscape = () =>
    act(async () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
  const field = () => document.getElementById('new-name') as HTMLInputElement | null;
  await page.click('Open');
  await pressEscape();
  expect(field()).toBeNull();
  await page.click('Open');
  await page.type('new-name', 'Half a na');
  await pressEscape();
  expect(field()?.value).toBe('Half a na');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await pressEscape();
  expect(field()).toBeNull();
});

it('a panel whose data arrives late leaves the focus where the user has moved it', async () => {
  const Late = (): ReactNode => {
    const [waits, setWaits] = useState(true);
    return (
      <main>
        <a href="#crumb">Crumb</a>
        <button type="button" onClick={() => setWaits(false)}>
          Arrive
        </button>
        <Split
          awaits={waits}
          panel={
            <Panel title="Maya" onClose={() => undefined}>
              Facts
            </Panel>
          }
        >
          List
        </Split>
      </main>
    );
  };
  const moved = await render(<Late />);
  document.querySelector('a')?.focus();
  await moved.click('Arrive');
  expect(document.activeElement?.textContent).toBe('Crumb');
  const unmoved = await render(<Late />);
  await unmoved.click('Arrive');
  expect(document.activeElement?.className).toBe('panel');
});
