// @vitest-environment jsdom
import type { AccessQuestion, AccessRequest, OwnDecision, SignInState } from '@licet/client';
import { act, type ReactElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AccessProvider, Guard } from '../index.ts';
import { eventually, explained, render } from '../testing/render.ts';
import { sourceOf } from '../testing/tokens.ts';
import { Denied } from './index.ts';

const iso = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const held = (permissions: string[], roles: string[] = []): SignInState => ({
  status: 'held',
  token: { sub: 'maya', roles, permissions, exp: Date.now() / 1000 + 300 },
});
const person = { id: 'u', name: 'Chiara Benedetti' };
const asks = { id: 'p', kind: 'permission', name: 'invoices.refund', title: 'Refund invoices' } as const;

const decisionOf = (request: AccessRequest | null = null): OwnDecision => ({
  application: { id: 'ledger', name: 'Ledger' },
  permission: { name: 'invoices.refund', title: 'Refund invoices', known: true },
  permitted: false,
  reason: 'not_listed',
  at: iso(0),
  version: 1,
  paths: [],
  pathCount: 0,
  until: null,
  roles: [{ id: '1', name: 'approver', title: '' }],
  deciders: [person],
  deciderCount: 1,
  heldUntil: null,
  request,
});

const requestOf = (state: AccessRequest['state'], note = ''): AccessRequest => ({
  id: 'r1',
  application: { id: 'ledger', name: 'Ledger' },
  asks,
  seconds: 86_400,
  reason: 'Paid twice.',
  place: '',
  state,
  askedAt: iso(-60),
  lapsesAt: iso(1000),
  decision: state === 'denied' ? { by: person, at: iso(-5), gives: null, seconds: null, note, ends: null } : null,
  version: 1,
});

/** Returns a source with scripted decisions, and records the access requests. */
const explaining = (first: OwnDecision | Error = decisionOf()) => {
  let answer = first;
  const asked: AccessQuestion[] = [];
  const decided = new Set<(id: string) => void>();
  const explain = {
    consoleUrl: 'https://licet.example',
    decision: vi.fn(async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    }),
    ask: async (question: AccessQuestion) => {
      asked.push(question);
      return requestOf('pending');
    },
    withdraw: async () => requestOf('withdrawn'),
    catalogue: async () => ({
      application: 'ledger',
      version: 1,
      permissions: [asks, { name: 'invoices.read', title: '' }],
      roles: [{ name: 'boss', title: '' }],
    }),
    onDecided: (listener: (id: string) => void) => {
      decided.add(listener);
      return () => decided.delete(listener);
    },
  };
  const decide = (next: OwnDecision | Error) => {
    answer = next;
    for (const listener of decided) listener('r1');
  };
  return { ...sourceOf(held([]), { explain }), explain, asked, decide };
};

type Source = ReturnType<typeof explaining> | ReturnType<typeof sourceOf>;

const page = (source: Source, child: ReactElement<object> = <button type="button">Refund</button>) =>
  render(
    <AccessProvider source={source}>
      <Denied permission="invoices.refund">{child}</Denied>
    </AccessProvider>,
  );
const guarded = (box: Element): HTMLElement => box.firstElementChild as HTMLElement;
const press = async (target: Element | null | undefined) => {
  await act(async () => {
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
  });
  if (target?.getAttribute('aria-expanded') === 'true') await explained(target.parentElement ?? target);
};
const shadow = (box: Element) => box.querySelector('licet-denied')?.shadowRoot ?? null;
const words = (box: Element): string => shadow(box)?.textContent ?? '';
const inside = (box: Element, name: string) =>
  [...(shadow(box)?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
const type = (box: Element, text: string) =>
  act(async () => {
    const area = shadow(box)?.querySelector('textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });

const boss = 'boss';

beforeEach(() => sessionStorage.clear());

describe('an element inside Denied', () => {
  test('opens an explanation while refused, and acts normally once permitted', async () => {
    const pressed = vi.fn();
    const source = explaining();
    const { box } = page(
      source,
      <button type="submit" onClick={pressed} onKeyDown={pressed}>
        Refund
      </button>,
    );
    await press(guarded(box));
    expect(guarded(box).getAttribute('aria-expanded')).toBe('true');
    expect(words(box)).toContain('You do not have the permission “Refund invoices”');
    await press(guarded(box));
    expect(shadow(box)).toBeNull();
    expect(pressed).not.toHaveBeenCalled();
    await act(async () => source.hold(held(['invoices.refund'])));
    expect(
      guarded(box)
        .getAttributeNames()
        .filter((name) => /aria|data|title/.test(name)),
    ).toEqual([]);
    await press(guarded(box));
    expect(pressed).toHaveBeenCalledTimes(1);
  });

  test('can be pressed for its explanation if it was disabled, and is disabled again once permitted', async () => {
    const source = explaining();
    const { box } = page(
      source,
      <button type="button" disabled>
        Refund
      </button>,
    );
    expect(guarded(box).hasAttribute('disabled')).toBe(false);
    await press(guarded(box));
    expect(words(box)).toContain('invoices.refund');
    await act(async () => source.hold(held(['invoices.refund'])));
    expect(guarded(box).hasAttribute('disabled')).toBe(true);
  });

  test.each(['click', 'auxclick'])('that is a link does not open on %s while refused', async (name) => {
    const source = explaining();
    const { box } = page(source, <a href="/refund">Refund</a>);
    const go = new MouseEvent(name, { bubbles: true, cancelable: true, button: name === 'click' ? 0 : 1 });
    await act(async () => void guarded(box).dispatchEvent(go));
    expect([go.defaultPrevented, guarded(box).getAttribute('href')]).toEqual([true, '/refund']);
    await act(async () => source.hold(held(['invoices.refund'])));
    expect(guarded(box).getAttribute('aria-disabled')).toBeNull();
  });

  test('adds nothing to the page’s layout while it is closed', () => {
    expect(page(explaining()).box.childElementCount).toBe(1);
  });

  test('does not take the focus when it becomes permitted', async () => {
    const source = explaining();
    const { box } = page(source);
    const elsewhere = box.appendChild(document.createElement('input'));
    elsewhere.focus();
    await act(async () => source.hold(held(['invoices.refund'])));
    expect(document.activeElement).toBe(elsewhere);
  });
});

describe('a pending request', () => {
  const steps = (given: number): NonNullable<AccessRequest['steps']> => [
    { state: 'done', needed: 1, given: 1, deciders: [], deciderCount: 0 },
    { state: 'now', needed: 2, given, deciders: [{ id: 'k', name: 'Kwame Boateng' }], deciderCount: 1 },
  ];

  test('shows its state, the approvers and the comments, and updates them live', async () => {
    const source = explaining(
      decisionOf({ ...requestOf('pending'), steps: steps(0), usualSeconds: 5000, comments: 1 }),
    );
    const comment = { id: 'c1', by: { id: 'k', name: 'Kwame Boateng' }, at: iso(-30), text: 'Which invoice?' };
    const said: string[] = [];
    Object.assign(source.explain, {
      comments: async () => [comment],
      comment: async (_: string, text: string) => {
        said.push(text);
        return { ...comment, id: 'c2', text };
      },
    });
    const { box } = page(source);
    await press(guarded(box));
    for (const text of [
      'Step 2 of 2',
      'has 0 of 2 approvals',
      'Kwame Boateng decides',
      'within 84 minutes',
      'Which invoice?',
    ])
      expect(words(box)).toContain(text);
    await type(box, ' Number 7 ');
    await press(inside(box, 'Send'));
    expect(said).toEqual(['Number 7']);
    expect(words(box)).toContain('Number 7');
    await act(async () => source.decide(decisionOf({ ...requestOf('pending'), steps: steps(1) })));
    expect(words(box)).toContain('has 1 of 2 approvals');
  });

  test.each([
    ['approved and undone', { undone: { by: null, at: iso(-1) } }],
    ['approved and revoked since', { over: true }],
  ])('can be repeated after it was %s', async (_, since) => {
    const taken = {
      by: null,
      at: iso(-5),
      gives: null,
      seconds: 60,
      note: '',
      ends: iso(50),
      ...since,
    };
    const { box } = page(explaining(decisionOf({ ...requestOf('approved'), decision: taken })));
    await press(guarded(box));
    expect(shadow(box)?.querySelector('form textarea')).not.toBeNull();
  });
});

describe('a new request', () => {
  test('sends the reason, the duration and the place of the button, and can then be withdrawn', async () => {
    const source = explaining();
    const { box } = page(source);
    document.title = 'Invoice 7';
    await press(guarded(box));
    await type(box, '  Paid twice. ');
    await act(async () => shadow(box)?.querySelector('form')?.requestSubmit());
    expect(source.asked).toEqual([
      {
        permission: 'invoices.refund',
        reason: 'Paid twice.',
        seconds: 86_400,
        place: 'button “Refund” on Invoice 7',
      },
    ]);
    expect(words(box)).toContain('Chiara Benedetti decides');
    await press(inside(box, 'Withdraw the request'));
    expect(shadow(box)?.querySelector('textarea')).not.toBeNull();
  });

  test('keeps the typed text when it is closed or the page is reloaded, until it is sent', async () => {
    const first = page(explaining());
    await press(guarded(first.box));
    await type(first.box, 'Because');
    await press(guarded(first.box));
    await press(guarded(first.box));
    expect(shadow(first.box)?.querySelector('textarea')?.value).toBe('Because');
    const second = page(explaining());
    await press(guarded(second.box));
    expect(shadow(second.box)?.querySelector('textarea')?.value).toBe('Because');
    await act(async () => shadow(second.box)?.querySelector('form')?.requestSubmit());
    expect(sessionStorage.length).toBe(0);
  });

  test('shows the note of its refusal, and can be repeated', async () => {
    const source = explaining(decisionOf(requestOf('pending')));
    const { box } = page(source);
    await press(guarded(box));
    await act(async () => source.decide(decisionOf(requestOf('denied', 'Ask Kwame.'))));
    expect(words(box)).toContain('Chiara Benedetti refused your request');
    expect(words(box)).toContain('Ask Kwame.');
    await press(inside(box, 'Ask again'));
    expect(shadow(box)?.querySelector('textarea')).not.toBeNull();
  });

  test('names the role if it is for a role', async () => {
    const source = explaining();
    const { box } = render(
      <AccessProvider source={source}>
        <Denied role={boss} place="the office">
          <button type="button">Enter</button>
        </Denied>
      </AccessProvider>,
    );
    await press(guarded(box));
    expect(words(box)).toContain('It requires the role boss.');
    expect(source.explain.decision).not.toHaveBeenCalled();
    await type(box, 'I am it');
    await act(async () => shadow(box)?.querySelector('form')?.requestSubmit());
    expect(source.asked).toEqual([{ role: 'boss', reason: 'I am it', seconds: 86_400, place: 'the office' }]);
    await act(async () => source.hold(held([], ['boss'])));
    expect(guarded(box).hasAttribute('aria-disabled')).toBe(false);
  });
});

describe('the explanation', () => {
  test('shows an error if it cannot be loaded, and can be retried', async () => {
    const source = explaining(new Error('Licet cannot be reached. Look whether you are online.'));
    const { box } = page(source);
    await press(guarded(box));
    expect(shadow(box)?.querySelector('[role=alert]')?.textContent).toBe(
      'Licet cannot be reached. Look whether you are online.',
    );
    await act(async () => source.decide(new Error('Still not.')));
    source.explain.decision.mockResolvedValueOnce(decisionOf());
    await press(inside(box, 'Try again'));
    expect(words(box)).toContain('The role approver includes it.');
  });

  test('names only the permission if the source cannot explain', async () => {
    const { box } = page(sourceOf(held([])));
    await press(guarded(box));
    expect(words(box)).toBe('You may not do thisIt requires the permission invoices.refund.');
  });

  test('links to the same question in the console', async () => {
    const { box } = page(explaining());
    await press(guarded(box));
    expect(shadow(box)?.querySelector('a')?.href).toBe(
      'https://licet.example/explain?ask=may&user=maya&application=ledger&permission=invoices.refund',
    );
  });

  test('requests nothing and throws nothing for a name that is not a string', async () => {
    const source = explaining();
    for (const name of [7, {}, Symbol('s'), null, new Proxy([], { get: () => void 0 })]) {
      const { box } = render(
        <AccessProvider source={source}>
          <Denied {...({ permission: name } as unknown as { permission: string })} />
        </AccessProvider>,
      );
      await explained(box);
      expect(words(box)).toContain('It requires access that you do not have.');
    }
    expect(source.explain.decision).not.toHaveBeenCalled();
  });

  test('names the permission once below its title, and a button closes it', async () => {
    const { box } = page(explaining());
    await press(guarded(box));
    await eventually(() =>
      expect(words(box)).toContain('“Refund invoices”invoices.refund. The role approver includes it.'),
    );
    expect(words(box)).not.toContain('requires the permission');
    await press(shadow(box)?.querySelector('.close'));
    expect(shadow(box)).toBeNull();
  });

  test('replaces a page refused by Guard until it is permitted', async () => {
    const source = explaining();
    const { box } = render(
      <AccessProvider source={source}>
        <Guard all={['invoices.read', 'invoices.refund']}>The page</Guard>
      </AccessProvider>,
    );
    await explained(box);
    await act(async () => source.hold(held(['invoices.read'])));
    await eventually(() =>
      expect(words(box)).toContain('“Refund invoices”invoices.refund. The role approver includes it.'),
    );
    await act(async () => source.hold(held(['invoices.read', 'invoices.refund'])));
    expect(box.textContent).toBe('The page');
  });
});
