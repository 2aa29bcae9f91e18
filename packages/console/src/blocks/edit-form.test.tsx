// @vitest-environment jsdom
import { problemOf } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { render } from '../ui/render.testing.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { EditForm } from './edit-form.tsx';
import { useEdit } from './use-edit.ts';

const schema = z.object({ name: z.string(), note: z.string() });
const labels = { name: 'Name', note: 'Note' };
const read = { id: '1', version: 1, name: 'Ledger', note: '' };

/** A store with one row, into which a test can write another user's change. */
function storeOf(given: typeof read) {
  const stored = { ...given };
  const sent: [changes: object, ifMatch: number][] = [];
  const save = async (changes: Partial<z.infer<typeof schema>>, ifMatch: number) => {
    sent.push([changes, ifMatch]);
    if (ifMatch !== stored.version) throw new ApiError(problemOf('version_conflict', 'Somebody else was faster.'));
    return Object.assign(stored, changes, { version: stored.version + 1 });
  };
  return { sent, save, load: async () => stored };
}

function Editing({ store, of = read }: { store: ReturnType<typeof storeOf>; of?: typeof read }): ReactNode {
  const valuesOf = ({ name, note }: typeof read) => ({ name, note });
  const { save, load } = store;
  const edit = useEdit({ name: 'e', of, schema, valuesOf, save, load, saved: ({ name }) => name });
  return (
    <EditForm edit={edit} of={edit.entity.name} labels={labels}>
      <TextField label="Name" {...edit.form.field('name')} />
      <TextField label="Note" {...edit.form.field('note')} />
    </EditForm>
  );
}

/** Clicks the button `label` in the latest toast that contains `said`. */
const pressInToast = (said: string, label: string) =>
  act(async () => {
    const toast = [...document.querySelectorAll('.toast')].findLast((one) => one.textContent?.includes(said));
    const button = [...(toast?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === label);
    if (!button) throw new Error(`No toast says “${said}” with a button “${label}”.`);
    button.click();
  });

const open = (store: ReturnType<typeof storeOf>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Editing store={store} />
      <ToastRegion />
    </QueryClientProvider>,
  );
const inField = (name: string) => (document.getElementById(`e-${name}`) as HTMLInputElement).value;

beforeEach(() => {
  sessionStorage.clear();
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = () => undefined;
});

describe('editing stored data', () => {
  it('sends only the changed fields', async () => {
    const store = storeOf(read);
    const page = await open(store);
    await page.type('e-note', 'Books of the house');
    await page.click('Save changes');
    expect(store.sent).toEqual([[{ note: 'Books of the house' }, 1]]);
  });

  it('undoes a save by sending the former values with the new version', async () => {
    const store = storeOf({ ...read });
    const page = await open(store);
    await page.type('e-note', 'Books of the house');
    await page.click('Save changes');
    await pressInToast('Ledger', 'Undo');
    expect(store.sent).toEqual([
      [{ note: 'Books of the house' }, 1],
      [{ note: '' }, 2],
    ]);
  });

  it('shows a newer version while nothing is typed, and keeps typed values', async () => {
    let show: (of: typeof read) => void = () => undefined;
    const store = storeOf({ ...read });
    function Newer(): ReactNode {
      const [of, setOf] = useState(read);
      show = setOf;
      return <Editing store={store} of={of} />;
    }
    const page = await render(
      <QueryClientProvider client={new QueryClient()}>
        <Newer />
      </QueryClientProvider>,
    );
    await act(async () => show({ ...read, version: 2, name: 'Books' }));
    expect(inField('name')).toBe('Books');
    await page.type('e-name', 'My books');
    await act(async () => show({ ...read, version: 3, name: 'Accounts' }));
    expect(inField('name')).toBe('My books');
  });

  it('shows both values if another user saved first, and overwrites the other value on request', async () => {
    const store = storeOf({ ...read, version: 4, name: 'Ledgers' });
    const page = await open(store);
    await page.type('e-name', 'Books');
    await page.click('Save changes');
    expect(page.element.querySelector('.conflict-table')?.textContent).toContain('LedgersBooks');
    await page.click('Keep mine');
    expect(store.sent).toEqual([
      [{ name: 'Books' }, 1],
      [{ name: 'Books' }, 4],
    ]);
    expect(page.element.querySelector('.conflict')).toBeNull();
  });

  it('takes the other user’s values on request', async () => {
    const page = await open(storeOf({ ...read, version: 4, name: 'Ledgers' }));
    await page.type('e-name', 'Books');
    await page.click('Save changes');
    await page.click('Take theirs');
    expect(inField('name')).toBe('Ledgers');
  });

  it('reports a save only after other queries on the page have refetched', async () => {
    const stored = { ...read };
    const client = new QueryClient();
    const beside: unknown[] = [];
    function Both(): ReactNode {
      useQuery({ queryKey: ['e'], queryFn: async () => ({ ...stored }) });
      const edit = useEdit({
        name: 'e',
        of: read,
        schema,
        valuesOf: ({ name, note }: typeof read) => ({ name, note }),
        save: async (changes) => Object.assign(stored, changes, { version: 2 }),
        load: async () => stored,
        saved: ({ name }) => name,
        onSaved: () => beside.push(client.getQueryData(['e'])),
      });
      return (
        <EditForm edit={edit} of="it" labels={labels}>
          <TextField label="Note" {...edit.form.field('note')} />
        </EditForm>
      );
    }
    const page = await render(
      <QueryClientProvider client={client}>
        <Both />
      </QueryClientProvider>,
    );
    await page.type('e-note', 'Books of the house');
    await page.click('Save changes');
    expect(beside).toEqual([{ ...read, note: 'Books of the house', version: 2 }]);
  });

  it('shows no conflict table if only the other user changed fields', async () => {
    const page = await open(storeOf({ ...read, version: 4, note: 'Mind the end of the year' }));
    await page.type('e-name', 'Books');
    await page.click('Save changes');
    expect(page.element.querySelector('.conflict')).not.toBeNull();
    expect(page.element.querySelector('.conflict-table')).toBeNull();
  });
});
