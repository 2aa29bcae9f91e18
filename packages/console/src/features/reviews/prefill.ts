import { queryOptions } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import type { Option } from '../../ui/option.ts';
import type { ReviewsAddress } from './address.ts';

/** The initial values of a new review. */
export interface Prefill {
  readonly kind: 'application' | 'filter';
  readonly application: Option | null;
  readonly role: Option | null;
  readonly permission: Option | null;
  readonly holder: Option | null;
  readonly q: string;
}

/** The changes to the address that remove these values. */
export const noPrefill = {
  of: undefined,
  ofRole: undefined,
  ofPermission: undefined,
  ofHolder: undefined,
  ofText: undefined,
} as const;

/** Whether the address has values for a new review. */
export const isPrefilled = ({ of }: ReviewsAddress): boolean => of !== undefined;

export const prefillQuery = ({ of = '', ofRole, ofPermission, ofHolder, ofText = '' }: ReviewsAddress) =>
  queryOptions({
    queryKey: ['reviews', 'prefill', of, ofRole, ofPermission, ofHolder, ofText],
    queryFn: async ({ signal }): Promise<Prefill> => {
      const params = { application: of };
      const option = ({ id, name }: { id: string; name: string }): Option => ({ id, label: name });
      return {
        kind: (ofRole ?? ofPermission ?? ofHolder ?? ofText) === '' ? 'application' : 'filter',
        application: option(await client.applications.get({ params, signal })),
        role:
          ofRole === undefined ? null : option(await client.roles.get({ params: { ...params, role: ofRole }, signal })),
        permission: ofPermission === undefined ? null : await grantedOf(of, { permission: ofPermission }, signal),
        holder: ofHolder === undefined ? null : await grantedOf(of, { principal: ofHolder }, signal),
        q: ofText,
      };
    },
    staleTime: 0,
  });

/** The holder or permission as an option. Its name is from a grant of the application; without a grant it is the id. */
async function grantedOf(
  application: string,
  asked: { permission: string } | { principal: string },
  signal: AbortSignal,
): Promise<Option> {
  const { items } = await client.grants.list({ params: { application }, query: { ...asked, limit: 1 }, signal });
  const [grant] = items;
  return 'permission' in asked
    ? { id: asked.permission, label: grant?.gives.name ?? asked.permission }
    : { id: asked.principal, label: grant?.principal.name ?? asked.principal };
}
