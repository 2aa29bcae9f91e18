import { type ConnectionTest, limits } from '@licet/contract';
import { type Guard, openGuard } from '../outgoing/guard.ts';
import { failure } from '../outgoing/outgoing-error.ts';
import { socketsBy } from '../outgoing/sockets.ts';
import { type Checked, checkPassword } from './check-password.ts';
import type { Directory, Whom } from './directory.ts';
import { refuseDirectory } from './failures.ts';
import { Places } from './places.ts';
import { testDirectory } from './test-directory.ts';

/** Speaks to LDAP directories: so many connections at a time to each, and the rest wait in line. */
export interface Directories {
  /** @throws Refusal `provider_unreachable`, `provider_wrong` */
  check(
    directory: Directory,
    whom: Whom,
    typed: { readonly login: string; readonly password: string },
  ): Promise<Checked>;
  test(directory: Directory): Promise<ConnectionTest>;
}

export function createDirectories(guard: Guard = openGuard({}), patience = limits.ldapTime.value * 1000): Directories {
  const openSocket = socketsBy(guard);
  const places = new Map<string, Places>();
  const inTurn = async <Result>({ id, name, settings }: Directory, work: () => Promise<Result>): Promise<Result> => {
    const own = places.get(id) ?? new Places(limits.ldapAtOnce.value);
    places.set(id, own);
    if (!(await own.take(patience))) return refuseDirectory(name, failure('too_slow', new URL(settings.url).host));
    try {
      return await work();
    } finally {
      own.give();
    }
  };
  return {
    check: (directory, whom, typed) =>
      inTurn(directory, () =>
        checkPassword(openSocket, directory, whom, typed, patience).catch((error: unknown) =>
          refuseDirectory(directory.name, error),
        ),
      ),
    test: (directory) => inTurn(directory, () => testDirectory(openSocket, directory)),
  };
}
