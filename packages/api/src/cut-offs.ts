import { isObject } from './verify/index.ts';

/** Tells which unexpired tokens must be refused. Licet sends cut-offs on the stream `GET /api/v1/live/cut-offs`. */
export interface CutOff {
  /** Tokens with a lower version are refused. */
  readonly ver: number;
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly everyone?: true;
  /** Tokens of these sessions are refused, whatever their version. */
  readonly sessions?: readonly string[];
  readonly clients?: readonly string[];
  /**
   * In seconds since the epoch. If present, the cut-off refuses the tokens of `users`, `sessions` and `everyone` that
   * were issued at or before this time.
   */
  readonly before?: number;
}

/** The parts of a token that a cut-off can match. */
export interface TokenConcerned {
  readonly userId: string;
  readonly clientId: string;
  readonly sessionId: string | null;
  readonly roles: readonly string[];
  /** True if a separate claim may contain more roles. Then a cut-off of any role matches. */
  readonly moreRoles?: boolean;
  readonly version: number;
  readonly issuedAt: number;
}

/** The cut-offs in effect. Their number is bounded. Each is dropped when every token that it matches has expired. */
export interface CutOffs {
  add(cutOff: CutOff): void;
  /**
   * Refuses all tokens issued so far, because a cut-off was unreadable or inconsistent.
   * @param now seconds since the epoch
   */
  addEverything(now: number): void;
  refuses(token: TokenConcerned): boolean;
  readonly size: number;
}

export interface CutOffsParts {
  /** Seconds for which a cut-off is kept: the lifetime of a token, plus the tolerance for clock differences. */
  readonly keep: number;
  readonly most: number;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** Seconds of a monotonic clock. */
  readonly elapsed?: () => number;
}

export function createCutOffs({ keep, most, now, elapsed = () => performance.now() / 1000 }: CutOffsParts): CutOffs {
  // Each table maps an id to its highest cut-off, which is a version or a time of issue. An entry also records the time
  // of its last update.
  const tables = {
    user: new Map<string, Entry>(),
    role: new Map<string, Entry>(),
    before: new Map<string, Entry>(),
    session: new Map<string, Entry>(),
    sessionBefore: new Map<string, Entry>(),
    client: new Map<string, Entry>(),
    everyone: new Map<string, Entry>(),
    everyoneBefore: new Map<string, Entry>(),
    everyoneRestored: new Map<string, Entry>(),
  };
  const all = Object.values(tables);
  let sweptAt = elapsed();
  // Lets the check of each request return early while there is no cut-off. This is the usual case.
  let empty = true;
  const put = (table: Map<string, Entry>, key: string, value: number) => {
    const known = table.get(key);
    empty = false;
    table.set(key, { value: Math.max(value, known?.value ?? value), at: elapsed() });
  };
  const sweep = () => {
    sweptAt = elapsed();
    for (const table of all) for (const [key, { at }] of table) if (sweptAt - at > keep) table.delete(key);
    empty = sizeOf() === 0;
  };
  const sizeOf = () => all.reduce((sum, table) => sum + table.size, 0);
  // Handles the cut-off that Licet sends after a restore from a backup. Versions then start again at a lower number, so
  // they cannot be compared with the versions in older tokens.
  const endAll = (before: number) => {
    const known = tables.everyoneRestored.get('')?.value ?? 0;
    if (before > known) for (const table of [tables.user, tables.role, tables.client, tables.everyone]) table.clear();
    put(tables.everyoneRestored, '', before);
  };
  const addEverything = (at: number) => put(tables.everyoneBefore, '', Math.ceil(at));
  return {
    add({ ver, users = [], roles = [], everyone, sessions = [], clients = [], before }) {
      if (elapsed() - sweptAt > sweepEvery) sweep();
      if (sizeOf() + users.length + roles.length + sessions.length + clients.length > most) {
        for (const table of all) table.clear();
        return addEverything(now());
      }
      for (const user of users) put(before === undefined ? tables.user : tables.before, user, before ?? ver);
      for (const role of roles) put(tables.role, role, ver);
      for (const session of sessions)
        put(before === undefined ? tables.session : tables.sessionBefore, session, before ?? ver);
      for (const client of clients) put(tables.client, client, ver);
      if (everyone && before === undefined) put(tables.everyone, '', ver);
      else if (everyone && before !== undefined) endAll(before);
    },
    addEverything,
    refuses({ userId, clientId, sessionId, roles, moreRoles, version, issuedAt }) {
      if (empty) return false;
      const below = (entry: Entry | undefined) => entry !== undefined && version < entry.value;
      const until = (entry: Entry | undefined) => entry !== undefined && issuedAt <= entry.value;
      return (
        below(tables.user.get(userId)) ||
        until(tables.before.get(userId)) ||
        below(tables.everyone.get('')) ||
        until(tables.everyoneBefore.get('')) ||
        until(tables.everyoneRestored.get('')) ||
        (sessionId !== null && (tables.session.has(sessionId) || until(tables.sessionBefore.get(sessionId)))) ||
        tables.client.has(clientId) ||
        (tables.role.size > 0 &&
          (roles.some((role) => below(tables.role.get(role))) ||
            (moreRoles === true && [...tables.role.values()].some(below))))
      );
    },
    get size() {
      return sizeOf();
    },
  };
}

/** Parses a received cut-off. Returns undefined if it is malformed. */
export function readCutOff(text: string): CutOff | undefined {
  const value = parsed(text);
  if (!isObject(value) || !isCutOff(value)) return undefined;
  return value;
}

interface Entry {
  readonly value: number;
  readonly at: number;
}

const sweepEvery = 30;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isCutOff = (value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & CutOff => {
  const { ver, users, roles, everyone, sessions, clients, before } = value;
  return (
    typeof ver === 'number' &&
    Number.isFinite(ver) &&
    [users, roles, sessions, clients].every(isTexts) &&
    (everyone === undefined || everyone === true) &&
    (before === undefined || (typeof before === 'number' && Number.isFinite(before)))
  );
};

const isTexts = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
