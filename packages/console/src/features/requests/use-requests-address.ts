import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RequestsAddress } from './address.ts';

const route = getRouteApi('/signed-in/requests');

/** The address, and a way to another one. */
export function useRequestsAddress(): readonly [
  address: RequestsAddress,
  go: (address: RequestsAddress, replace?: boolean) => void,
] {
  const address: RequestsAddress = route.useSearch();
  const navigate = useNavigate();
  return [address, (next, replace = false) => void navigate({ to: '/requests', search: next, replace })];
}
