import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { listIn, type RequestsAddress, type View } from './address.ts';
import { requestQuery } from './queries.ts';

/**
 * Which list is shown: the one that the address names; else the one that the request in it belongs to; else what waits, for
 * whoever decides, and one's own for the others. Undefined until that is known.
 */
export function useView(address: RequestsAddress): View | undefined {
  const { request } = address;
  const view = listIn(address);
  const { ownsAny, may } = useMay();
  const me = useMe()?.user.id;
  const asked = useQuery({ ...requestQuery(request ?? ''), enabled: view === undefined && request !== undefined });
  if (view) return view;
  const first: View = ownsAny || may('grants.manage') ? 'waiting' : 'mine';
  if (request === undefined || asked.error) return first;
  if (!asked.data) return undefined;
  if (asked.data.user.id === me) return 'mine';
  return asked.data.state === 'pending' ? 'waiting' : 'decided';
}
