'use client';

import type { ReactNode } from 'react';
import { useAnswer } from './use-answer.ts';
import { permits, type Wants } from './wants.ts';

export type CanProps = Wants & {
  readonly children?: ReactNode;
  /** Shown instead of the children while they are not permitted. */
  readonly fallback?: ReactNode;
};

/**
 * Shows its children while the token permits it.
 *
 * @example
 * <Can permission="invoices.refund" fallback="Ask the accounts department for a refund.">
 *   <button type="button">Refund</button>
 * </Can>
 */
export const Can = ({ children, fallback, ...wants }: CanProps): ReactNode =>
  useAnswer((access) => permits(access, wants)) ? children : fallback;
