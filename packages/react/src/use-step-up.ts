'use client';

import { useCallback, useContext, useEffect, useRef } from 'react';
import { AccessContext } from './access-provider.ts';
import type { StepUp } from './step-up.ts';
import { ownerOf } from './token-claims.ts';
import { FIELDS } from './typed.ts';
import { useRead } from './use-read.ts';

/** Starts another sign-in before a sensitive action. */
export interface StepUpHandle {
  /**
   * Leaves the page for a sign-in, if an API response or a requirement demands a more recent or stronger one.
   * Afterwards, the browser returns to the same URL, and the content of the form is restored.
   *
   * - Resolves to true if the browser is leaving the page.
   * - Resolves to false if no step-up is required, or if another user has signed in meanwhile.
   * - Resolves to false if the user has just signed in and cannot sign in more strongly. In this case, show the error
   * in the response.
   */
  readonly stepUp: (asked: Response | StepUp) => Promise<boolean>;
  /**
   * The `ref` of the form whose named fields are stored and later restored. Give the form a `name`. Passwords, codes,
   * cards, files and hidden fields are not stored.
   */
  readonly form: (element: HTMLFormElement | null) => void;
}

/**
 * Handles actions that require a recent or strong sign-in. It sends the user to the sign-in and back to the same URL,
 * and restores the typed text.
 *
 * @example
 * import type { Licet } from '@licet/client';
 * import { useStepUp } from '@licet/react';
 *
 * const Transfer = ({ licet }: { licet: Licet }) => {
 *   const { stepUp, form } = useStepUp();
 *   const send = async (data: FormData) => {
 *     const response = await licet.fetch('/api/transfers', { method: 'POST', body: data });
 *     if (await stepUp(response)) return;
 *     document.title = response.ok ? 'Sent' : 'Not sent';
 *   };
 *   return (
 *     <form ref={form} name="transfer" action={send}>
 *       <input name="amount" inputMode="decimal" />
 *       <button type="submit">Transfer</button>
 *     </form>
 *   );
 * };
 */
export const useStepUp = (): StepUpHandle => {
  const access = useContext(AccessContext);
  const element = useRef<HTMLFormElement>(null);
  const present = useRead(access, ownerOf);
  // While a token is loading, the typed text belongs to the last user.
  const last = useRef(present);
  useEffect(() => {
    last.current = present ?? last.current;
  }, [present]);
  const form = useCallback(
    (next: HTMLFormElement | null) => {
      element.current = next;
      if (next && hasKept()) void loadFields().then((fields) => fields.restoreFields(next, ownerOf(access)));
    },
    [access],
  );
  const stepUp = useCallback(
    async (asked: Response | StepUp) => {
      const owner = ownerOf(access) ?? last.current;
      const { askedBy, leaveFor } = await import('./step-up.ts');
      const required = asked instanceof Response ? await askedBy(asked) : asked;
      if (!required) return false;
      const { keepFields, restoreFields } = await loadFields();
      // If another user has signed in meanwhile, the requirement is not about their sign-in.
      if ((ownerOf(access) ?? owner) !== owner) return false;
      if (element.current && owner !== undefined) keepFields(element.current, owner);
      const left = await leaveFor(access, required);
      // The browser stayed on the page, so the fields still have their content. Only delete the stored copy.
      if (!left && element.current) restoreFields(element.current, undefined);
      return left;
    },
    [access],
  );
  return { stepUp, form };
};

const loadFields = () => import('./kept-fields.ts');

/** Returns whether a form's content is stored. If not, the code that restores it is not loaded. */
const hasKept = (): boolean => {
  try {
    return sessionStorage.getItem(FIELDS) !== null;
  } catch {
    return false;
  }
};
