// @vitest-environment jsdom
import { calls } from '@licet/contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useForm } from './form.ts';
import { keepDraft, keepDraftsOf, useDraft, withDraft } from './form-draft.ts';
import { FormBody } from './form-panel.tsx';
import { allReasons } from './reasons/all.de.ts';
import { germanReasons } from './reasons/german.ts';
import { reasons } from './reasons/shown.ts';
import { render } from './render.testing.tsx';
import { TextField } from './text-field.tsx';

const schema = z.object({ name: z.string().min(1), note: z.string() });

function Example({ keep, initial = { name: '', note: '' } }: { keep?: string; initial?: z.infer<typeof schema> }) {
  const form = useForm({ schema, initial, keep, submit: () => undefined }, 'x');
  const field = (name: 'name' | 'note'): ReactNode => <TextField label={name} {...form.field(name)} />;
  return (
    <FormBody form={form} focus>
      {field('name')}
      {field('note')}
      <button type="submit">Send</button>
    </FormBody>
  );
}

const inField = (name: string) => (document.getElementById(`x-${name}`) as HTMLInputElement).value;

beforeEach(() => sessionStorage.clear());

describe('a form that keeps its input', () => {
  it('restores typed values after a reload, and keeps newer stored values in other fields', async () => {
    const before = await render(<Example keep="new" initial={{ name: 'Ledger', note: 'old' }} />);
    await before.type('x-name', 'Books');
    await render(<Example keep="new" initial={{ name: 'Ledger', note: 'new' }} />);
    expect([inField('name'), inField('note')]).toEqual(['Books', 'new']);
  });

  it('forgets the input when it is closed', async () => {
    const before = await render(<Example keep="new" />);
    await before.type('x-name', 'Books');
    await before.close();
    await render(<Example keep="new" />);
    expect(inField('name')).toBe('');
  });

  it('keeps nothing by default', async () => {
    const before = await render(<Example />);
    await before.type('x-name', 'secret');
    expect(JSON.stringify(sessionStorage)).not.toContain('secret');
  });

  it('hides the input from another user in the same tab', () => {
    keepDraftsOf('maya');
    keepDraft('new', { first: { name: '' }, values: { name: 'Books' } });
    keepDraftsOf('maya');
    expect(withDraft('new', { name: '' })).toEqual({ name: 'Books' });
    keepDraftsOf('tomasz');
    expect(withDraft('new', { name: '' })).toEqual({ name: '' });
  });

  it('keeps dates and sets, but no pictures', () => {
    const values = { at: new Date(5), ticked: new Set(['a']), who: { id: '1', lead: <b>M</b> } };
    const initial: object = { at: null, ticked: new Set(), who: null };
    keepDraft('kinds', { first: initial, values });
    const found = withDraft('kinds', initial);
    expect(found).toEqual({ at: new Date(5), ticked: new Set(['a']), who: { id: '1' } });
  });
});

describe('input outside of a form', () => {
  function Note({ about }: { about: string }): ReactNode {
    const [draft, change, forget] = useDraft(about, { note: '' });
    return (
      <>
        <input id="note" value={draft.note} onChange={(event) => change({ note: event.target.value })} />
        <button type="button" onClick={forget}>
          Send
        </button>
      </>
    );
  }
  const note = () => (document.getElementById('note') as HTMLInputElement).value;

  it('survives until it is sent, even if another component takes its place', async () => {
    const before = await render(<Note about="one" />);
    await before.type('note', 'Until Friday.');
    await before.close();
    const other = await render(<Note about="two" />);
    expect(note()).toBe('');
    await other.close();
    const again = await render(<Note about="one" />);
    expect(note()).toBe('Until Friday.');
    await again.click('Send');
    await again.close();
    await render(<Note about="one" />);
    expect(note()).toBe('');
  });
});

describe('a form in German', () => {
  const english = { ...reasons };
  beforeEach(() => void Object.assign(reasons, germanReasons(allReasons).reasons));
  afterEach(() => void Object.assign(reasons, english));

  it('shows the maximum length of a text in German beside the field', async () => {
    const schema = calls.groups.create.body;
    function Example() {
      const form = useForm({ schema, initial: { name: 'x'.repeat(300) }, submit: () => undefined }, 'x');
      return (
        <FormBody form={form} focus>
          <TextField label="Name" {...form.field('name')} />
          <button type="submit">Anlegen</button>
        </FormBody>
      );
    }
    const page = await render(<Example />);
    await page.click('Anlegen');
    expect(document.body.textContent).toContain('Der Name der Gruppe ist länger als 256 Zeichen. Kürzen Sie ihn.');
  });
});
