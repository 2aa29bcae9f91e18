// @vitest-environment jsdom
import type { AccessStatus } from '@licet/client';
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { useIsCovered } from './is-covered.ts';

it('a screen that is covered after a sign-out stays covered until a token is valid', async () => {
  let change: (status: AccessStatus) => void = () => {};
  function Screen() {
    const [status, setStatus] = useState<AccessStatus>('loading');
    change = setStatus;
    return useIsCovered(status) ? 'covered' : 'visible';
  }
  const { element } = await render(<Screen />);
  const shown = [element.textContent];
  for (const status of ['signed-out', 'loading', 'valid', 'expired'] as const) {
    await act(async () => change(status));
    shown.push(element.textContent);
  }
  expect(shown).toEqual(['visible', 'covered', 'covered', 'visible', 'visible']);
});
