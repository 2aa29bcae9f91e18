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

it('distinguishes a mail server that Licet may not call from one that does not answer', async () => {
  const said = '127.0.0.1:25 leads to this machine. The operator can allow the host (LICET_ALLOW_OUTGOING).';
  const values = { host: '127.0.0.1:25', network: 'this_machine' };
  const failure = { kind: 'no_answer', said, reason: 'host_not_called', values };
  const page = await render(<Mailing opened={{ at, failure }} />);
  expect(document.body.textContent).toContain('Licet does not call this server.');
  expect(document.body.textContent).toContain('LICET_ALLOW_OUTGOING');
  expect(document.body.textContent).not.toContain('Check its name and port');
  await page.close();
  const silent = await render(<Mailing opened={{ at, failure: { kind: 'no_answer', said: null } }} />);
  expect(document.body.textContent).toContain('Check its name and port');
  await silent.close();
});

it('scrolls to a failure that occurs while the page is open, but not to an earlier one', async () => {
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
