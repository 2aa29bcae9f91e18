import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileEnding } from '../blocks/ending.ts';
import { followChanges } from './follow-changes.ts';

let typing = false;
let tell: (no: number) => void;
let asked: string[];
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  typing = false;
  asked = [];
  ends = [];
  const queryClient = new QueryClient();
  const watch = (noun: string) => {
    const queryFn = () => {
      asked.push(noun);
      return noun;
    };
    ends.push(new QueryObserver(queryClient, { queryKey: [noun], queryFn, staleTime: 60_000 }).subscribe(() => {}));
  };
  watch('users');
  watch('inbox');
  watch('requests');
  watch('plans');
  ends.push(
    followChanges({
      onChange: (listener) => {
        tell = listener;
        return () => {};
      },
      queryClient,
      typing: () => typing,
    }),
  );
});

afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  return asked.splice(0).sort();
};

describe('changes made elsewhere', () => {
  it('refetch visible queries immediately, then at most once a second', async () => {
    await pass(0);
    tell(1);
    expect(await pass(300)).toEqual(['inbox', 'plans', 'requests', 'users']);
    for (let no = 2; no < 50; no += 1) tell(no);
    expect(await pass(600)).toEqual([]);
    expect(await pass(600)).toEqual(['inbox', 'plans', 'requests', 'users']);
    expect(await pass(5000)).toEqual([]);
  });

  it('refetch the data of a form only after the user has finished typing', async () => {
    await pass(0);
    typing = true;
    tell(1);
    expect(await pass(300)).toEqual(['inbox', 'plans', 'requests']);
    expect(await pass(5000)).toEqual([]);
    tell(2);
    expect(await pass(1500)).toEqual(['inbox', 'plans', 'requests']);
    typing = false;
    expect(await pass(1500)).toEqual(['inbox', 'plans', 'requests', 'users']);
    expect(await pass(5000)).toEqual([]);
  });

  it('do not refetch an object that is being deleted until the user leaves its page', async () => {
    await pass(0);
    let left = () => {};
    const done = whileEnding('requests', () => new Promise<void>((leave) => (left = leave)));
    tell(1);
    expect(await pass(1500)).toEqual(['inbox', 'plans', 'users']);
    left();
    await done;
    tell(2);
    expect(await pass(1500)).toEqual(['inbox', 'plans', 'requests', 'users']);
  });

  it('cause no refetch while the page is hidden', async () => {
    await pass(0);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    tell(1);
    expect(await pass(2000)).toEqual([]);
  });
});
