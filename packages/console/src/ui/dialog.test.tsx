// @vitest-environment jsdom
import { type ReactNode, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { Dialog, preloadDialog } from './dialog.tsx';
import { eventually, render } from './render.testing.tsx';

beforeAll(async () => {
  await preloadDialog();
});

function Screen({ closable }: { closable: boolean }): ReactNode {
  const [state, setState] = useState<'open' | 'asked' | 'closed'>('open');
  return (
    <main>
      <h1>Review</h1>
      {(state !== 'closed' || closable) && (
        <button type="button" onClick={() => setState('asked')}>
          Close
        </button>
      )}
      {state === 'asked' && (
        <Dialog
          open
          title="Close it?"
          onClose={() => setState('open')}
          foot={
            <button type="button" onClick={() => setState('closed')}>
              Close it
            </button>
          }
        >
          For good.
        </Dialog>
      )}
    </main>
  );
}

const focused = () => document.activeElement?.tagName;

async function closeIt(closable: boolean): Promise<void> {
  const page = await render(<Screen closable={closable} />);
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')?.focus();
  await page.click('Close');
  await page.click('Close it');
}

it('a dialog returns the focus to the element that opened it', async () => {
  await closeIt(true);
  await eventually(() => expect(focused()).toBe('BUTTON'));
});

it('a dialog moves the focus to the page heading if its opening element is gone', async () => {
  await closeIt(false);
  await eventually(() => expect(focused()).toBe('H1'));
});
