'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Store } from './access-provider.ts';
import type { Language } from './language.ts';
import { isEnough, isInVain, leaveFor, type StepUp } from './step-up.ts';
import { stepUp as english } from './step-up-words.en.ts';
import { useWordsOf } from './words-of.ts';

export interface StepUpGateProps extends StepUp {
  readonly store: Store;
  readonly children?: ReactNode;
  readonly loading?: ReactNode;
  readonly language?: Language | undefined;
}

/**
 * Admits a user whose sign-in is recent and strong enough when the gate is mounted. Sends any other user to the sign-in
 * once. Admitted content stays, even if the sign-in becomes too old later. For the property `store`, see `DeniedCard`.
 */
export const StepUpGate = ({ store, children, loading, language, maxAge, acr }: StepUpGateProps): ReactNode => {
  const asked = { maxAge, acr };
  const [entered] = useState(() => isEnough(store, asked));
  const [inVain, setInVain] = useState(() => isInVain(store, asked));
  const leaving = useRef(false);
  const place = useRef<HTMLElement>(null);
  const words = useWordsOf(english, ({ stepUp }) => stepUp, {
    language,
    languages: store.languages,
    at: place,
    reads: inVain,
  });
  const leave = () => {
    if (leaving.current) return;
    leaving.current = true;
    const stay = () => {
      leaving.current = false;
      setInVain(true);
    };
    leaveFor(store, { maxAge, acr }).then((left) => left || stay(), stay);
  };
  const starts = !entered && !inVain;
  useEffect(() => {
    if (starts) leave();
  });
  if (entered) return children;
  if (!inVain) return loading;
  return (
    <section ref={place} role="alert">
      {words && (
        <>
          <h2>{words.title}</h2>
          <p>{words.text}</p>
          <button type="button" onClick={() => void store.source.signIn?.({ parameters: { max_age: '0' } })}>
            {words.again}
          </button>
        </>
      )}
    </section>
  );
};
