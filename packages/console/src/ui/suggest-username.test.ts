import { expect, it, vi } from 'vitest';
import { proposing, suggestUsername } from './suggest-username.ts';

it.each([
  ['Maya Lindqvist', 'maya.lindqvist'],
  ['  Jörg  da Silva ', 'joerg.da.silva'],
  ['Zoë O’Brien-Núñez', 'zoe.obrien.nunez'],
  ['李小龙', ''],
])('suggests for the name “%s” the username “%s”', (name, username) => {
  expect(suggestUsername(name)).toBe(username);
});

it('limits the length of the suggestion without leaving a dot at its end', () => {
  const long = suggestUsername(`${'a'.repeat(39)} ${'b'.repeat(39)}`);
  expect(long).toBe('a'.repeat(39));
});

it('updates the suggested username until the user types another', () => {
  const written = (username: string) => {
    const onChange = vi.fn<(value: string) => void>();
    proposing({ value: 'Maya', onChange: (_: string) => undefined }, { value: username, onChange }).onChange('Maya L');
    return onChange.mock.calls;
  };
  expect(written('')).toEqual([['maya.l']]);
  expect(written('maya')).toEqual([['maya.l']]);
  expect(written('lindqvist')).toEqual([]);
});
