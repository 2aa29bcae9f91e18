// @vitest-environment jsdom
import type { AccessRequest, OwnDecision } from '@licet/client';
import { act, type ReactElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually, explained, render } from '../testing/render.ts';
import { sourceOf } from '../testing/tokens.ts';

// Each test imports the modules again, because German is loaded only once per page.
let kit: typeof import('../index.ts') & typeof import('./index.ts');
beforeEach(async () => {
  vi.resetModules();
  kit = { ...(await import('../index.ts')), ...(await import('./index.ts')) };
  document.documentElement.removeAttribute('lang');
  return () => {
    document.documentElement.removeAttribute('lang');
    vi.restoreAllMocks();
    vi.doUnmock('./words.de.ts');
    vi.doUnmock('./popover.tsx');
    vi.doUnmock('../outside.tsx');
  };
});

const held = (permissions: string[] = []) =>
  ({ status: 'held', token: { sub: 'maya', roles: [], permissions, exp: Date.now() / 1000 + 300 } }) as const;
const open = (node: (kit: typeof import('./index.ts')) => ReactElement, source = sourceOf(held())) => {
  const { AccessProvider } = kit;
  return render(<AccessProvider source={source}>{node(kit)}</AccessProvider>).box;
};
const card = async (language?: 'en' | 'de') => {
  const box = open(({ Denied }) => <Denied permission="invoices.refund" language={language} />);
  await explained(box);
  return box;
};
const words = (box: Element): string => box.querySelector('licet-denied')?.shadowRoot?.textContent ?? '';
const ENGLISH = 'You may not do thisIt requires the permission invoices.refund.';
const GERMAN = 'Sie dürfen das nichtNötig ist die Berechtigung invoices.refund.';
const settled = () =>
  act(async () => {
    await import('./words.de.ts');
    await Promise.resolve();
  });

describe('the language of a refusal', () => {
  test.each(['de', 'de-AT', 'DE'])(
    'is German on a page in %s, without showing another language first',
    async (lang) => {
      document.documentElement.lang = lang;
      const box = open(({ Denied }) => <Denied permission="invoices.refund" />);
      expect(box.textContent).toBe('Sie dürfen das nicht. Nötig ist die Berechtigung invoices.refund.');
      await explained(box);
      expect(['', GERMAN]).toContain(words(box));
      await eventually(() => expect(words(box)).toBe(GERMAN));
      const section = box.querySelector('licet-denied')?.shadowRoot?.querySelector('section');
      expect([section?.lang, section?.hasAttribute('aria-busy')]).toEqual(['de', false]);
    },
  );

  test.each(['en', 'en-US', 'fr', 'dex'])('is English immediately on a page in %s', async (lang) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de']);
    document.documentElement.lang = lang;
    expect(words(await card())).toBe(ENGLISH);
  });

  test('follows the nearest lang attribute rather than that of the page', async () => {
    document.documentElement.lang = 'de';
    const box = open(({ Denied }) => (
      <div lang="en">
        <Denied permission="invoices.refund" />
      </div>
    ));
    await explained(box);
    await eventually(() => expect(words(box)).toBe(ENGLISH));
  });

  test.each([
    [['fr', 'de-CH', 'en'], GERMAN],
    [['en-GB', 'de'], ENGLISH],
    [['fr'], ENGLISH],
  ])('without a lang attribute, is the first supported one of the browser’s %j', async (languages, text) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    const box = await card();
    await settled();
    await eventually(() => expect(words(box)).toBe(text));
  });

  test('is the one that the application sets, even on a page in another language', async () => {
    document.documentElement.lang = 'de';
    expect(words(await card('en'))).toBe(ENGLISH);
    document.documentElement.lang = 'en';
    const box = await card('de');
    await settled();
    await eventually(() => expect(words(box)).toBe(GERMAN));
  });

  test('follows a change of the page’s language', async () => {
    document.documentElement.lang = 'en';
    const box = await card();
    expect(words(box)).toBe(ENGLISH);
    document.documentElement.lang = 'de';
    await settled();
    await eventually(() => expect(words(box)).toBe(GERMAN));
  });

  test('is English if German cannot be loaded', async () => {
    vi.doMock('./words.de.ts', () => {
      throw new Error('no network');
    });
    const box = await card('de');
    await eventually(() => expect(words(box)).toBe(ENGLISH));
  });

  test('applies to the reason and the popover of a button', async () => {
    const box = open(({ Denied }) => (
      <Denied permission="invoices.refund" language="de">
        <button type="button">Erstatten</button>
      </Denied>
    ));
    const button = box.querySelector('button');
    expect(button?.title).toBe('Sie dürfen das nicht verwenden: nötig ist die Berechtigung invoices.refund');
    await act(async () => button?.click());
    await eventually(() => expect(words(box)).toBe(GERMAN));
  });

  test('is loaded before the dialog of an expired token needs it', async () => {
    const german = vi.fn();
    vi.doMock('./words.de.ts', (original) => {
      german();
      return original();
    });
    document.documentElement.lang = 'de';
    const source = sourceOf(held(['reports.read']), { refresh: async () => {} });
    const { Guard } = kit;
    const box = open(() => <Guard permission="reports.read">The page</Guard>, source);
    await eventually(() => expect(german).toHaveBeenCalled());
    const { exp: _exp, ...token } = held(['reports.read']).token;
    await act(async () => source.hold({ status: 'held', token: { ...token, exp: Date.now() / 1000 - 1 } }));
    await eventually(() =>
      expect(box.querySelector('dialog h2')?.textContent).toBe('Wartet, bis die Anmeldung erneuert ist'),
    );
  });
});

describe('an explanation that arrives late', () => {
  const button = () =>
    open(({ Denied }) => (
      <Denied permission="invoices.refund">
        <button type="button">Refund</button>
      </Denied>
    ));

  test('takes the focus, unless the user has gone on to another field', async () => {
    const waiting = button();
    act(() => waiting.querySelector('button')?.click());
    await explained(waiting);
    expect(document.activeElement?.localName).toBe('licet-denied');
    vi.resetModules();
    kit = { ...(await import('../index.ts')), ...(await import('./index.ts')) };
    const gone = button();
    act(() => gone.querySelector('button')?.click());
    const elsewhere = gone.appendChild(document.createElement('input'));
    elsewhere.focus();
    await explained(gone);
    expect(document.activeElement).toBe(elsewhere);
  });

  test('is replaced by a sentence if it cannot be loaded, and is loaded again at the next press', async () => {
    vi.doMock('./popover.tsx', () => {
      throw new Error('no network');
    });
    const box = button();
    const press = () => act(async () => box.querySelector('button')?.click());
    await press();
    await eventually(() =>
      expect(box.querySelector('[role=alert]')?.textContent).toBe(
        'You may not do this. It requires the permission invoices.refund.',
      ),
    );
    vi.doUnmock('./popover.tsx');
    await press();
    await press();
    await explained(box);
    expect(box.querySelector('[role=alert]')).toBeNull();
  });
});

test('a guard whose parts once failed to load still refuses a user who signs out later', async () => {
  const failed = vi.fn();
  vi.doMock('../outside.tsx', () => {
    failed();
    throw new Error('no network');
  });
  const source = sourceOf({ status: 'loading' });
  const { Guard } = kit;
  const box = open(() => <Guard permission="reports.read">The page</Guard>, source);
  await eventually(() => expect(failed).toHaveBeenCalled());
  await act(async () => source.hold(held(['reports.read'])));
  await eventually(() => expect(box.textContent).toBe('The page'));
  vi.doUnmock('../outside.tsx');
  await act(async () =>
    source.hold({ status: 'signed-out', reason: 'Your session has ended.', code: 'session_ended' }),
  );
  await explained(box);
  expect(words(box)).toContain('You are not signed in');
});

describe('German', async () => {
  const { words: german } = await import('./words.de.ts');
  const now = new Date(2026, 5, 30, 12, 0).getTime();
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const people = (...names: string[]) => names.map((name) => ({ id: name, name }));
  const asked = (minutes: number, seconds: number) =>
    german.asked({ askedAt: at(-minutes), seconds } as AccessRequest, now);

  test('has its own dates, durations and plurals', () => {
    expect([asked(0, 7200), asked(2, 86_400), asked(180, 604_800), asked(1440, 1_209_600)]).toEqual([
      'Beantragt gerade eben, für 2 Stunden',
      'Beantragt vor 2 Min., für 1 Tag',
      'Beantragt vor 3 Std., für 1 Woche',
      'Beantragt gestern, für 2 Wochen',
    ]);
    expect([60, 1440, 14_400, 525_600].map((minutes) => german.works(at(minutes), now))).toEqual([
      'Ab jetzt geht es, bis 13:00 Uhr.',
      'Ab jetzt geht es, bis morgen, 12:00 Uhr.',
      'Ab jetzt geht es, bis zum 10. Juli.',
      'Ab jetzt geht es, bis zum 30. Juni 2027.',
    ]);
    const decides = (deciderCount: number, ...names: string[]) =>
      german.deciding({ deciders: people(...names), deciderCount });
    expect([decides(0), decides(1, 'Ada'), decides(3, 'Ada', 'Bo'), decides(5, 'Ada', 'Bo')]).toEqual([
      'Niemand sonst kann entscheiden: Nötig ist ein weiterer Eigentümer oder Administrator',
      'Ada entscheidet',
      'Ada, Bo oder eine weitere Person entscheidet',
      'Ada, Bo oder 3 weitere Personen entscheiden',
    ]);
  });

  test('names a permission by its title, and the roles that contain it', () => {
    const decision = { permission: { name: 'a.b', title: 'Berichte', known: true } } as OwnDecision;
    expect(german.title(decision, false)).toBe('Sie haben die Berechtigung „Berichte“ nicht');
    expect(german.title(decision, true)).toBe('Sie haben jetzt die Berechtigung „Berichte“');
    const roles = ['a', 'b', 'c', 'd'].map((name) => ({ id: name, name, title: '' }));
    expect(german.bringing(roles)).toBe('Die Rollen a, b, c und 1 weitere bringen sie.');
  });
});
