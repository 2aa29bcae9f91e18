'use client';

import type { Access, Catalogue } from '@licet/client';
import { useContext, useSyncExternalStore } from 'react';
import { AccessContext } from './access-provider.ts';

/**
 * In development, warns once about each name that a guard requires but the application's catalogue lacks. Without a
 * warning, a misspelt name would be refused silently. The catalogue is loaded once per source, when a user is signed
 * in. Without a catalogue, there are no warnings.
 */
const noteNames = (access: Access, ask: (access: Access) => unknown): void => {
  const { source } = access;
  if (!source.explain || typeof window === 'undefined' || access.snapshot().status !== 'valid') return;
  const names: Entry[] = [];
  const note = (kind: Entry[0]) => (name: unknown) => {
    const entry = `${kind} ${name}`;
    if (typeof name === 'string' && !noted.has(entry)) names.push([kind, name]);
    noted.add(entry);
    return false;
  };
  try {
    const noting = { can: note('permission'), hasRole: note('role') };
    ask({ ...access, ...noting, at: () => noting });
    if (names.length === 0) return;
    const catalogue = catalogues.get(source) ?? source.explain.catalogue();
    catalogues.set(source, catalogue);
    catalogue.then((known) => warn(known, names)).catch(() => undefined);
  } catch {
    // A guard whose properties throw refuses the user, and has no names to check.
  }
};

type Entry = readonly ['permission' | 'role', string];

const catalogues = /* @__PURE__ */ new WeakMap<object, Promise<Catalogue>>();
const noted = /* @__PURE__ */ new Set<string>();

const warn = (known: Catalogue, names: readonly Entry[]): void => {
  for (const [kind, name] of names) {
    const list = kind === 'role' ? known.roles : known.permissions;
    if ((kind === 'role' && name === 'admin') || list.some((each) => each.name === name)) continue;
    console.warn(
      `Licet: the application “${known.application}” has no ${kind} “${name.slice(0, 256)}”, so this guard lets nobody through${kind === 'role' ? '' : ' but admins'}. Correct the name, or add it to the catalogue; “licet types” makes a wrong name a compile error.`,
    );
  }
};

/** Re-renders only when the result of `ask` changes. If `ask` throws, the result is false. */
export const useAnswer = (ask: (access: Access) => boolean): boolean => {
  const access = useContext(AccessContext);
  const read =
    (asked = access) =>
    () => {
      try {
        return ask(asked);
      } catch {
        return false;
      }
    };
  if (process.env.NODE_ENV !== 'production') noteNames(access, ask);
  // Do not use `useRead` here, because modules that are loaded later also use it. Bundlers that do not split code would
  // wrap the shared module.
  return useSyncExternalStore(access.subscribe, read(), read(access.atServer));
};
