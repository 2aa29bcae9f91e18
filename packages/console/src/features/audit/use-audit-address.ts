import { getRouteApi } from '@tanstack/react-router';
import { useAddress } from '../../blocks/address.ts';
import type { AuditAddress, ChangeAddress } from './address.ts';

const route = getRouteApi('/signed-in/audit');

/** What the audit shows, and a way to change it. */
export function useAuditAddress(): readonly [address: AuditAddress, change: ChangeAddress] {
  return useAddress(route);
}
