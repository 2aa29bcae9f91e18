// @vitest-environment jsdom
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let reasons: ReturnType<typeof import('./german.ts')['germanReasons']>['reasons'];

/** A page with German numbers, times and lists. Other tests of this process import the modules in English. */
beforeAll(async () => {
  vi.resetModules();
  history.replaceState(null, '', '/?ui_locales=de');
  const [{ allReasons }, { germanReasons }] = await Promise.all([import('./all.de.ts'), import('./german.ts')]);
  ({ reasons } = germanReasons(allReasons));
});
afterAll(() => {
  vi.resetModules();
  history.replaceState(null, '', '/');
});

const held = {
  holder: 'Eve',
  separation: 'Erfassen und Bezahlen',
  things: ['invoice.enter', 'invoice.pay'],
  applications: ['Entry', 'Bank'],
  ways: ['Accounts, clerk', ''],
};

it.each<[string, string, object, string]>([
  [
    'more_than_asked',
    'longer_than_asked',
    { most: 7200, seconds: 3 * 86_400 },
    'Beantragt wurde es für 2 Stunden, nicht für 3 Tage.',
  ],
  [
    'wrong_state',
    'request_closed',
    { user: 'Maya', asks: 'clerk', state: 'denied' },
    'Der Antrag von Maya auf clerk wurde schon abgelehnt.',
  ],
  [
    'not_your_step',
    'step_of_many',
    { asks: 'clerk', approvers: ['Omar', 'Ines'], more: 1 },
    'Diesen Schritt des Antrags auf clerk genehmigen andere: Omar und Ines sowie eine weitere Person.',
  ],
  [
    'separation_violated',
    'would_violate',
    { ...held, more: 0 },
    'Eve hätte zugleich, was „Erfassen und Bezahlen“ trennt: invoice.enter in Entry (durch Accounts, clerk) und invoice.pay in Bank.',
  ],
  [
    'separation_violated',
    'would_violate',
    { ...held, more: 2 },
    'Eve hätte zugleich, was „Erfassen und Bezahlen“ trennt: invoice.enter in Entry (durch Accounts, clerk) und invoice.pay in Bank. Dazu kommen 2 weitere Funde.',
  ],
  [
    'separation_violated',
    'would_violate_unnamed',
    { people: 1, separations: ['Erfassen und Bezahlen'], more: 0 },
    'Eine Person oder ein Programm hätte zugleich, was „Erfassen und Bezahlen“ trennt.',
  ],
  [
    'may_not_grant',
    'line_needs_owner',
    { line: 12, application: null },
    'Zeile 12: Es geht um Zugriff auf eine Anwendung, die Sie nicht sehen dürfen. Entziehen oder verkürzen dürfen ihn nur Eigentümer und Personen, die dort Freigaben verwalten.',
  ],
  ['field', 'review_line_own', {}, 'Das ist Ihr eigener Zugriff. Darüber entscheidet jemand anders.'],
])('explains %s, %s with its values in German', (code, reason, values, sentence) => {
  expect(reasons.sentence(code, reason, values)).toBe(sentence);
});
