import type { PlannedCall } from './nouns/plan-calls.ts';

/** The mark of a change in a list: it creates something, changes it, or ends it. */
export function signOf(call: PlannedCall): '+' | '~' | '-' {
  if (/\.(update|set|change)/.test(call)) return '~';
  return /\.(remove|revoke|suspend|end)/.test(call) ? '-' : '+';
}
