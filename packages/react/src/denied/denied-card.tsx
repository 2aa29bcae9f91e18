'use client';

import { type ReactNode, useRef } from 'react';
import type { Store } from '../access-provider.ts';
import type { Language } from '../language.ts';
import { useAccessOf } from '../use-access-of.ts';
import type { Subject } from './denied-button.tsx';
import { Panel } from './panel.tsx';
import { Shell } from './shell.tsx';
import { type SignedOut, useRefusal } from './use-refusal.ts';
import { useWords } from './words.ts';

export interface DeniedCardProps {
  readonly store: Store;
  readonly subject: Subject;
  readonly place?: string | undefined;
  readonly theme?: 'light' | 'dark' | undefined;
  readonly language?: Language | undefined;
  /** The reason why no user is signed in. */
  readonly out?: SignedOut | undefined;
}

/**
 * Renders the refusal as a card in the page. `store` is a property instead of a context, so that this module shares no
 * other module with the initial code. A guard loads this module later, and bundlers that do not split code would wrap
 * shared modules.
 */
export const DeniedCard = ({ store, subject, place, theme, language, out }: DeniedCardProps): ReactNode => {
  const access = useAccessOf(store);
  const host = useRef<HTMLElement>(null);
  const refusal = useRefusal(store, subject, {
    shown: true,
    place: () => place ?? (document.title.trim().slice(0, 200) || location.pathname.slice(0, 200)),
  });
  const words = useWords({ language, languages: store.languages, at: host, reads: !refusal.permitted });
  if (refusal.permitted) return null;
  return (
    <Shell kind="card" theme={theme} host={host}>
      <Panel store={store} refusal={refusal} access={access} words={words} kind="card" out={out} />
    </Shell>
  );
};
