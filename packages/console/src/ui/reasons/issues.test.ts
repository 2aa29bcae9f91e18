import { calls, limits, newReview } from '@licet/contract';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { allReasons } from './all.de.ts';
import { germanReasons } from './german.ts';

const { reasons } = germanReasons(allReasons);

/** The German sentence for the first field that a schema refuses. */
const saidOf = (schema: z.ZodType, value: unknown) =>
  reasons.ofIssue(schema.safeParse(value).error?.issues[0] ?? expect.fail('It was taken.'));

it('says zod’s own rules in German, with their bounds', () => {
  const tooLong = { changes: [], reason: 'x'.repeat(limits.reasonMax.value + 1) };
  expect(saidOf(calls.plans.apply.body, tooLong)).toMatch(/^Dieser Text ist länger als 1.000 Zeichen\./);
  expect(saidOf(newReview.shape.everyMonths, 25)).toBe('Diese Zahl ist größer als 24.');
  expect(saidOf(newReview.shape.name, 5)).toBe('Der Wert dieses Feldes hat den falschen Typ. Es nimmt einen Text.');
  expect(saidOf(newReview.shape.undecided, 'x')).toMatch(/^Möglich sind hier nur diese Werte: keep \S+ revoke\.$/);
});

it('says in German which colour formats are accepted', () => {
  expect(saidOf(calls.appearance.update.body, { accent: '#ffcc00' })).toMatch(
    /^Auf hellem Grund hat #ffcc00 einen Kontrast von \d,\d, und Schrift braucht 4,5\. Die nächste Farbe, die ihn hat, ist #[0-9a-f]{6}\.$/,
  );
});

it('keeps the sentence of a form’s own rule', () => {
  expect(reasons.ofIssue({ message: 'Wählen Sie eine Rolle.' })).toBe('Wählen Sie eine Rolle.');
});
