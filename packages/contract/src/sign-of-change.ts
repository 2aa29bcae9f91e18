import type { PlannedCall } from './nouns/plan-calls.ts';

/** How a change is marked in a list of several: it makes something, alters it, or ends it. */
export function signOf(call: PlannedCall): '+' | '~' | '-' {
  if (/\.(update|set|change)/.test(call)) return '~';
  return /\.(remove|revoke|suspend|end)/.test(call) ? '-' : '+';
}
