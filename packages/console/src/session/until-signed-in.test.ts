import type { SignInState } from '@licet/client';
import { describe, expect, it } from 'vitest';
import { untilKnown, untilSignedIn } from './until-signed-in.ts';

function changing() {
  let signInState: SignInState = { status: 'loading' };
  const listeners = new Set<() => void>();
  return {
    listeners,
    source: {
      current: () => signInState,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    hold: (next: SignInState) => {
      signInState = next;
      for (const listener of [...listeners]) listener();
    },
  };
}

describe('a call while no user is signed in', () => {
  it('waits for a sign-in, and leaves no listener behind', async () => {
    const { source, hold, listeners } = changing();
    let told: string[] = [];
    const waiting = [
      untilKnown(source).then(() => told.push('known')),
      untilSignedIn(source).then(() => told.push('somebody')),
    ];
    hold({ status: 'signed-out' });
    await waiting[0];
    expect(told).toEqual(['known']);
    told = [];
    hold({ status: 'held', token: 'x' });
    await waiting[1];
    expect(told).toEqual(['somebody']);
    expect(listeners.size).toBe(0);
  });

  it('ends when its signal is aborted', async () => {
    const { source, listeners } = changing();
    const giveUp = new AbortController();
    const waiting = untilSignedIn(source, giveUp.signal);
    giveUp.abort();
    await expect(waiting).rejects.toThrow();
    expect(listeners.size).toBe(0);
    await expect(untilSignedIn(source, giveUp.signal)).rejects.toThrow();
  });
});
