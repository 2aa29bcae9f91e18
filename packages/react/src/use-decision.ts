'use client';

import type { PermissionName } from '@licet/rule';
import { useContext } from 'react';
import { AccessContext } from './access-provider.ts';
import { type DecisionOptions, type DecisionState, useDecisionOf } from './use-decision-of.ts';

/**
 * Why something is permitted or refused, and what would bring it. Asked again when a request of the person was decided, and
 * when the answer flips.
 *
 * @example
 * const { permitted, decision, ask } = useDecision('invoices.refund');
 */
export const useDecision = (permission: PermissionName, options?: DecisionOptions): DecisionState =>
  useDecisionOf(useContext(AccessContext), permission, options);
