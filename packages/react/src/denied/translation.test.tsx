// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cover } from '../cover-words.en.ts';
import { AccessProvider, type Translation, translation } from '../index.ts';
import { stepUp } from '../step-up-words.en.ts';
import { eventually, explained, render } from '../testing/render.ts';
import { sourceOf } from '../testing/tokens.ts';
import { atOnce } from './emergency-access-words.en.ts';
import { Denied } from './index.ts';
import { words } from './words.en.ts';

const french: Translation = {
  refused: {
    mayNotUse: (_kind, name) => `Vous ne pouvez pas utiliser ceci : il faut ${name}`,
    mayNotDo: (_kind, name) => `Vous ne pouvez pas faire ceci. Il faut ${name}.`,
  },
  words: {
    ...words,
    language: 'fr',
    title: () => 'Vous ne pouvez pas faire ceci',
    takes: () => ['Il faut ', '.'],
    ask: 'Demander l’accès',
  },
  cover,
  stepUp,
  atOnce,
};

// @ts-expect-error every text is required
export const incomplete: Translation = { refused: french.refused, words, cover, stepUp };
// @ts-expect-error every sentence is required
export const silent: Translation = { ...french, refused: { mayNotUse: french.refused.mayNotUse } };

afterEach(() => document.documentElement.removeAttribute('lang'));

const held = {
  status: 'held',
  token: { sub: 'maya', roles: [], permissions: [], exp: Date.now() / 1000 + 300 },
} as const;

/** Renders a refused button and a card, on a page whose translation loads by `load`. */
const show = (lang: string, load: () => Promise<Translation>) => {
  document.documentElement.lang = lang;
  const { box } = render(
    <AccessProvider source={sourceOf(held)} languages={{ fr: translation(load) }}>
      <Denied permission="invoices.refund">
        <button type="button">Rembourser</button>
      </Denied>
      <Denied permission="invoices.send" />
    </AccessProvider>,
  );
  return box;
};
const textOf = (box: Element) => box.querySelector('licet-denied')?.shadowRoot?.textContent;
const titleOf = (box: Element) => box.querySelector('button')?.title;

test.each(['fr', 'fr-CA', 'FR'])('shows a translation of the application on a page in %s', async (lang) => {
  const box = show(lang, async () => french);
  await explained(box);
  await eventually(() => expect(textOf(box)).toBe('Vous ne pouvez pas faire ceciIl faut invoices.send.'));
  expect(titleOf(box)).toBe('Vous ne pouvez pas utiliser ceci : il faut invoices.refund');
  expect(box.querySelector('licet-denied')?.shadowRoot?.querySelector('section')?.lang).toBe('fr');
});

test('shows no other language while a translation is loading', async () => {
  const { promise, resolve } = Promise.withResolvers<Translation>();
  const box = show('fr', () => promise);
  expect([titleOf(box), box.querySelector('button')?.getAttribute('aria-disabled')]).toEqual(['', 'true']);
  await explained(box);
  expect(textOf(box)).toBe('');
  await act(async () => resolve(french));
  await eventually(() => expect(textOf(box)).toContain('Il faut'));
});

test('shows English if a translation cannot be loaded', async () => {
  const box = show('fr', () => Promise.reject(new Error('no network')));
  await explained(box);
  await eventually(() => expect(textOf(box)).toBe('You may not do thisIt requires the permission invoices.send.'));
  expect(titleOf(box)).toBe('You may not use this: it requires the permission invoices.refund');
});
