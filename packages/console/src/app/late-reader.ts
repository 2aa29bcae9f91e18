import { redirect } from '@tanstack/react-router';
import { readInstant } from './look-as-of.ts';

type Search = Readonly<Record<string, unknown>>;
type Reader<Read extends object> = (search: Search) => Read;

/**
 * Parses the address of a screen with a reader that loads with the screen: readers need the contract's schemas, which
 * are not in the first download. Until the reader has loaded, the address is unchanged, and opening the screen waits.
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
      // Ignore the error: the screen's code fails to load too, and the screen reports that.
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
  /** @throws a redirect to the parsed address, if the typed one has further parameters */
  readonly ready: (search: Search) => Promise<void>;
}

const isSame = (a: Search, b: Search) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);
