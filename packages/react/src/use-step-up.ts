'use client';

import { useCallback, useContext, useRef } from 'react';
import { AccessContext } from './access-provider.ts';
import type { StepUp } from './step-up.ts';
import { ownerOf } from './token-claims.ts';
import { FIELDS } from './typed-text.ts';

/** A sign-in once more, before something dangerous. */
export interface StepUpHandle {
  /**
   * Takes a reply of an API, or what is asked for. When it asks for a fresher or stronger sign-in, leaves for it, and comes back to
   * this very place with what stands in the form. True: the page is on its way out. False: nothing of the kind is asked, or the
   * person has just signed in for it and has nothing stronger; then show what the reply says.
   */
  readonly stepUp: (asked: Response | StepUp) => Promise<boolean>;
  /**
   * The `ref` of the form whose named fields are kept, and put back afterwards. Give the form a `name`. Passwords, codes, cards, files
   * and hidden fields are not kept.
   */
  readonly form: (element: HTMLFormElement | null) => void;
}

/**
 * For what wants a fresh or a strong sign-in: sends the person there and brings them back to where they were, with what they typed.
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
  const form = useCallback(
    (next: HTMLFormElement | null) => {
      element.current = next;
      if (next && hasKept()) void loadFields().then((fields) => fields.restoreFields(next, ownerOf(access)));
    },
    [access],
  );
  const stepUp = useCallback(
    async (asked: Response | StepUp) => {
      const { askedBy, leaveFor } = await import('./step-up.ts');
      const wanted = asked instanceof Response ? await askedBy(asked) : asked;
      if (!wanted) return false;
      const owner = ownerOf(access);
      const { keepFields, restoreFields } = await loadFields();
      if (element.current && owner !== undefined) keepFields(element.current, owner);
      const left = await leaveFor(access, wanted);
      // Nobody left: what stands there stands there.
      if (!left && element.current) restoreFields(element.current, undefined);
      return left;
    },
    [access],
  );
  return { stepUp, form };
};

const loadFields = () => import('./kept-fields.ts');

/** Whether it is worth loading what puts fields back. */
const hasKept = (): boolean => {
  try {
    return sessionStorage.getItem(FIELDS) !== null;
  } catch {
    return false;
  }
};
