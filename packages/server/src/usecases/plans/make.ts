import { answering } from '../use-case.ts';
import { moved, planned } from './planned.ts';

/**
 * The effects of changes: each is made through a draft by its own use case, with every right and rule, after those
 * before it; a refused one has no effect, and says why. A fresh sign-in is only checked when it is applied.
 */
export const make = answering('plans.make', async (asked) => {
  const { plan } = await planned(asked, asked.body.changes, asked.access);
  return plan;
});

/**
 * A page of the principals of an effect.
 * @throws Refusal `plan_moved` if the changes would have other effects by now
 */
export const holders = answering('plans.holders', async (asked) => {
  const { changes, digest, effect, after } = asked.body;
  const { plan: made } = await planned(asked, changes, asked.access, { effect, after });
  if (digest !== made.digest) moved(made.version);
  const { holders: items = [], count = 0 } = made.effects[effect] ?? {};
  const next = after + items.length;
  return { items, next: items.length > 0 && next < count ? next : null };
});
