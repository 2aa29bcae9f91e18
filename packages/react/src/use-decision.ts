'use client';

import type { PermissionName } from '@licet/rule';
import { useContext } from 'react';
import { AccessContext } from './access-provider.ts';
import { type DecisionOptions, type DecisionState, useDecisionOf } from './use-decision-of.ts';

/**
 * Why something is permitted or refused, and how to get access. The decision is requested again when a request of the
 * user was decided, and when the token's result changes.
 *
 * @example
 * const { permitted, decision, ask } = useDecision('invoices.refund');
 */
export const useDecision = (permission: PermissionName, options?: DecisionOptions): DecisionState =>
  useDecisionOf(useContext(AccessContext), permission, options);
