'use client';

import type { PermissionName } from '@licet/rule';
import { useContext } from 'react';
import { AccessContext } from './access-provider.ts';
import { type DecisionOptions, type DecisionState, useDecisionOf } from './use-decision-of.ts';

/**
 * Explains why a permission is granted or missing, and how to get access. The decision is requested again when the
 * user's access request was decided, and when the result of the rule changes.
 *
 * @example
 * const { permitted, decision, ask } = useDecision('invoices.refund');
 */
export const useDecision = (permission: PermissionName, options?: DecisionOptions): DecisionState =>
  useDecisionOf(useContext(AccessContext), permission, options);
