import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '../../blocks/address.ts';
import type { ExplainAddress } from './address.ts';

const route = getRouteApi('/signed-in/explain');

/** The question, and a way to change it. */
export function useQuestion(): readonly [
  address: ExplainAddress,
  change: (changes: Partial<ExplainAddress>, replace?: boolean) => void,
] {
  return useAddress(route);
}
