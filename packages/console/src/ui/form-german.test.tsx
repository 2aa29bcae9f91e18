// @vitest-environment jsdom
import { calls } from '@licet/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useForm } from './form.ts';
import { FormBody } from './form-body.tsx';
import { allReasons } from './reasons/all.de.ts';
import { germanReasons } from './reasons/german.ts';
import { reasons } from './reasons/shown.ts';
import { render } from './render.testing.tsx';
import { TextField } from './text-field.tsx';

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
