import { answering } from '../use-case.ts';
import { moved, planned } from './planned.ts';

/**
 * What changes would bring: each is made through a draft by its own use case, with every right and rule, after those before it; one that is
 * refused leaves nothing, and says why. Whether somebody signed in lately is asked when it is applied.
 */
export const make = answering('plans.make', async (asked) => {
  const { plan } = await planned(asked, asked.body.changes, asked.access);
  return plan;
});

/** Whom an effect of a plan concerns, from a place on. @throws Refusal `plan_moved` when the changes would bring something else by now */
export const holders = answering('plans.holders', async (asked) => {
  const { changes, digest, effect, after } = asked.body;
  const { plan: made } = await planned(asked, changes, asked.access, { effect, after });
  if (digest !== made.digest) moved(made.version);
  const { holders: items = [], count = 0 } = made.effects[effect] ?? {};
  const next = after + items.length;
  return { items, next: items.length > 0 && next < count ? next : null };
});
