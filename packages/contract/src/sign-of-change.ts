import type { PlannedCall } from './nouns/plan-calls.ts';

/** Returns the sign of a change in a list: + creates an object, ~ changes it, and - ends it. */
export function signOf(call: PlannedCall): '+' | '~' | '-' {
  if (/\.(update|set|change)/.test(call)) return '~';
  return /\.(remove|revoke|suspend|end)/.test(call) ? '-' : '+';
}
