import type { FetchLike } from './issuer.ts';
import { refused } from './refused.ts';
import { refusalIn, type Service } from './service.ts';
import { createBoundedCache, readPermissionList } from './verify/index.ts';

/** Permission lists that are too long for a token, by hash. */
export interface Lists {
  /**
   * Returns the list with that hash. The list is fetched on first use and then cached.
   * @throws AccessRefused `unavailable` if the list cannot be fetched, because an unknown list permits nothing
   */
  get(ref: string, bearer: string | undefined): readonly string[] | Promise<readonly string[]>;
}

export interface ListsParts {
  readonly address: string;
  readonly fetch: FetchLike;
  readonly service: Service | undefined;
  readonly most: number;
}

export function createLists({ address, fetch, service, most }: ListsParts): Lists {
  const known = createBoundedCache<readonly string[]>(most);
  const underWay = new Map<string, Promise<readonly string[]>>();

  const ask = async (ref: string, bearer: string | undefined): Promise<Response> => {
    const path = `/oidc/permissions/${encodeURIComponent(ref)}`;
    const init = { headers: { accept: 'application/permissions+jwt' }, signal: AbortSignal.timeout(patience) };
    // A token that is bound to the user's key cannot be forwarded, so this server uses its own token.
    if (bearer === undefined && service) return service.call(path, init);
    if (bearer === undefined) throw new Error('A list of permissions is needed, and the verifier has no “client”.');
    return fetch(address + path, {
      ...init,
      redirect: 'error',
      headers: { ...init.headers, authorization: `Bearer ${bearer}` },
    });
  };
  const load = async (ref: string, bearer: string | undefined): Promise<readonly string[]> => {
    try {
      const response = await ask(ref, bearer);
      if (!response.ok) throw new Error(`Licet answered the list of permissions with ${await refusalIn(response)}`);
      const permissions = readPermissionList(await response.text(), ref);
      known.set(ref, Object.freeze(permissions));
      return permissions;
    } catch (cause) {
      throw refused('list_unavailable', {}, { cause });
    }
  };
  return {
    get(ref, bearer) {
      const list = known.get(ref);
      if (list) return list;
      const waiting = underWay.get(ref);
      if (waiting) return waiting;
      const loading = load(ref, bearer).finally(() => underWay.delete(ref));
      underWay.set(ref, loading);
      return loading;
    },
  };
}

/** The timeout for fetching a list, in milliseconds. */
const patience = 5000;
