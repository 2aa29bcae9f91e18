'use client';

import type { ReactNode } from 'react';
import { useAnswer } from './use-answer.ts';
import { permits, type Wants } from './wants.ts';

export type CanProps = Wants & {
  readonly children?: ReactNode;
  /** Rendered instead of the children while the requirement is not satisfied. */
  readonly fallback?: ReactNode;
};

/**
 * Renders its children while the token satisfies the requirement.
 *
 * @example
 * <Can permission="invoices.refund" fallback="Ask the accounts department for a refund.">
 *   <button type="button">Refund</button>
 * </Can>
 */
export const Can = ({ children, fallback, ...wants }: CanProps): ReactNode =>
  useAnswer((access) => permits(access, wants)) ? children : fallback;
