import type { What } from './world.ts';

/** A past request for access. `after` is the time until the outcome, in minutes. */
export interface Asked {
  readonly days: number;
  readonly at: number;
  readonly who: string;
  readonly application: string;
  readonly what: What;
  readonly hours: number;
  readonly reason: string;
  readonly place?: string;
  readonly after?: number;
  readonly approved?: { readonly by: string; readonly hours?: number; readonly what?: What; readonly note?: string };
  readonly denied?: { readonly by: string; readonly reason: string };
  readonly withdrawn?: true;
  readonly comment?: { readonly by: string; readonly text: string };
}
