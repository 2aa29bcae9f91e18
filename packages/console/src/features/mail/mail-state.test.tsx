// @vitest-environment jsdom
import type { MailSettings } from '@licet/contract';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/render.testing.tsx';
import { MailState } from './mail-tab.tsx';

vi.mock('../../session/client.ts', () => ({ client: {} }));

const at = '2026-11-22T12:00:00.000Z';
const failing = { at, failure: { kind: 'unreachable', said: 'connect ECONNREFUSED' } };
const settings = (last: object | null) => ({ server: { webhook: null }, version: 2, last }) as unknown as MailSettings;

function Mailing({ opened }: { opened: object | null }) {
  const [last, setLast] = useState(opened);
  return (
    <>
      <MailState settings={settings(last)} />
      <button type="button" onClick={() => setLast({ ...failing })}>
        fail
      </button>
    </>
  );
}

it('a failure comes into sight when it comes after the page, not with it', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const old = await render(<Mailing opened={failing} />);
  await old.click('fail');
  expect(scrolled).not.toHaveBeenCalled();
  await old.close();
  const page = await render(<Mailing opened={null} />);
  await page.click('fail');
  expect(scrolled).toHaveBeenCalledTimes(1);
});
