import { redirect } from '@tanstack/react-router';
import { readInstant } from './look-as-of.ts';

type Search = Readonly<Record<string, unknown>>;
type Reader<Read extends object> = (search: Search) => Read;

/**
 * Parses the address of a screen with a reader that loads with the screen: readers need the contract's schemas, and the
 * first screen does without those. Until the reader has loaded, the address stays as typed, and opening the screen
 * waits for it.
 */
export function lateReader<Module, const Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LateReader<Module[Name] extends Reader<infer Read> ? Read : never> {
  type Read = Module[Name] extends Reader<infer R> ? R : never;
  let reader: Reader<Read> | undefined;
  return {
    read: (search) => reader?.(search) ?? (search as Read),
    async ready(search) {
      if (reader) return;
      // The screen reports loading errors, because its code comes from the same place.
      const module = await load().catch(() => undefined);
      if (!module) return;
      reader = module[name] as Reader<Read>;
      const known = { ...readInstant(search), ...reader(search) };
      if (!isSame(search, known)) throw redirect({ to: '.', search: known, replace: true });
    },
  };
}

/** The reader of an address, and a promise that it has loaded. */
export interface LateReader<Read extends object> {
  readonly read: (search: Search) => Read;
  /** @throws a redirect to the parsed address, if the typed one contains more */
  readonly ready: (search: Search) => Promise<void>;
}

const isSame = (a: Search, b: Search) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);
