// @vitest-environment jsdom
import type { SignIn } from '@licet/contract';
import { expect, it } from 'vitest';
import { render } from '../ui/render.testing.tsx';
import { SignInOutcome } from './sign-in-outcome.tsx';

const line = (attempts: number): SignIn => ({
  id: '01900000-0000-7000-8000-000000000000',
  at: '2026-01-01T10:00:00.000Z',
  lastAt: '2026-01-01T12:30:00.000Z',
  attempts,
  user: null,
  outcome: 'throttled',
  client: null,
  address: null,
  agent: null,
});

it('a sign-in outcome shows the number of repeated attempts and the time of the last one', async () => {
  const { element } = await render(<SignInOutcome signIn={line(1204)} />);
  expect(element.textContent).toMatch(/^Too many attempts1,204 times, last /);
  expect(element.querySelector('time')?.dateTime).toBe('2026-01-01T12:30:00.000Z');
  expect((await render(<SignInOutcome signIn={line(1)} />)).element.textContent).toBe('Too many attempts');
});
