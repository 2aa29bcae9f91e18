import { answering } from '../use-case.ts';
import { planOf, refuseMovedPlan } from './plan.ts';

/**
 * The effects of changes. Each change is made on a draft in order, by its own use case with all its checks. A refused
 * change has no effect and is listed with the reason. A fresh sign-in is checked only when the plan is applied.
 */
export const make = answering('plans.make', async (asked) => {
  const { plan } = await planOf(asked, asked.body.changes, asked.access);
  return plan;
});

/**
 * A page of the principals of an effect.
 * @throws Refusal `plan_moved` if the effects of the changes have changed since
 */
export const holders = answering('plans.holders', async (asked) => {
  const { changes, digest, effect, after } = asked.body;
  const { plan: made } = await planOf(asked, changes, asked.access, { effect, after });
  if (digest !== made.digest) refuseMovedPlan(made.version);
  const { holders: items = [], count = 0 } = made.effects[effect] ?? {};
  const next = after + items.length;
  return { items, next: items.length > 0 && next < count ? next : null };
});
