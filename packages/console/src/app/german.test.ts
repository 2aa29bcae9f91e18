import { expect, test } from 'vitest';
import { german } from './german.ts';

const { outcomeWords } = german.blocks;
const { planWords } = german['blocks.sign-in-rules'];

test('uses “angehalten” for rounds of mails but not for users who cannot sign in', () => {
  const said = [
    planWords.outcomes.stopped,
    planWords.meanings.stopped,
    planWords.counting,
    planWords.noPlan,
    ...[1, 2].flatMap((count) => [
      planWords.stopped(count),
      planWords.stoppedNow(count),
      planWords.saveQuestion(count),
    ]),
  ];
  for (const text of said) expect(text).toMatch(/hinein|aussperren/);
  for (const text of [...said, outcomeWords.stopped_by_policy]) expect(text).not.toMatch(/angehalten|gestoppt|stopp/i);
  expect(german['users.invitation'].invitationWords.states.stopped).toMatch(/angehalten/);
});

test('the German texts ask what is necessary to get a permission, not what effect a change would have', () => {
  const turnedRound = /[^"]*Was (?:würden? (?:es|sie) bringen|(?:es|alles zusammen) (?:bringen|ändern) würde)[^"]*/gi;
  expect(saidIn(german).match(turnedRound)).toBeNull();
  expect([german.explain.words.remedies, german.inspect.words.whatWould].join()).toMatch(/dafür nötig.*dafür nötig/);
});

test('puts a space before an ellipsis', () => {
  expect(textsOf(german).filter((text) => /[^\s(„]…$/.test(text))).toEqual([]);
});

test('uses “entzogen” for lost access everywhere', () => {
  const said = saidIn(german);
  expect(said.match(/entzieh/gi)?.length).toBeGreaterThan(5);
  expect(said.match(/[^"]*(?:wegnehm|weggenomm)[^"]*/gi)).toBeNull();
});

test('uses the agreed terms “registriert”, “beantragt” and “unkenntlich gemacht” and none of their synonyms', () => {
  const others =
    /[^"]*(?:Rücksprung|Anwendung anlegen|Anwendung[^"]* angelegt|Zugang, den|erbeten|ausgelöscht|innehat)[^"]*/gi;
  expect(saidIn(german).match(others)).toBeNull();
});

/** All texts of the catalogues, joined. */
const saidIn = (words: object): string =>
  JSON.stringify(words, (_, it: unknown) => (typeof it === 'function' ? String(it) : it));

function textsOf(words: object): string[] {
  return Object.values(words).flatMap((text: unknown) =>
    typeof text === 'string' ? [text] : typeof text === 'object' && text !== null ? textsOf(text) : [],
  );
}
