import { limits, strongestAcr } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { interactionPolicy } from 'oidc-provider';
import { machineNow } from '../../machine-clock.ts';
import { factorsOf } from '../../store/credentials/credentials.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { OwnPolicy } from '../../store/policy/application-policy.ts';
import { type Account, findAccount, findAccountIn } from '../../store/sign-in/accounts.ts';
import type { SessionState } from '../../store/sign-in/sessions.ts';
import { requestsStrongest, suffices } from '../factors/assurance.ts';
import { rememberRequest } from '../steps/begin-again.ts';
import { accountPage, accountPrompt, anotherAccount } from '../steps/choose-account.ts';
import { sessionLifetime } from '../steps/complete.ts';
import { claimsOf } from './claims.ts';
import { policyOf } from './clients.ts';
import { recordsOf } from './request-records.ts';

/** Requires a sign-in if the browser has no session, if its session has ended or is idle, or if the user no longer exists. */
export function signInPolicy(database: Database): NonNullable<Configuration['interactions']> {
  const { Check, base } = interactionPolicy;
  const policy = base();
  // All applications belong to the organisation, so there is no consent page, and `prompt=consent` is not an error.
  policy.get('consent')?.checks.clear();
  policy.add(accountPrompt(), 1); // comes after `login`, and is skipped right after signing in
  const checks = policy.get('login')?.checks;
  checks?.add(anotherAccount());
  checks?.remove('max_age');
  checks?.add(
    // Uses the database's clock, which dates sign-ins. With a clock of its own that is behind, a server would take an
    // old sign-in for a recent one.
    new Check(
      'max_age',
      'the sign-in is older than was asked for',
      'login_required',
      async ({ oidc: { session, params, result, client, entities } }) => {
        if (result && 'login' in result) return false;
        const own = client && policyOf({ ...client });
        const asked = [params?.max_age, own?.maxAge].filter((age) => age !== undefined && age !== null);
        if (asked.length === 0) return false;
        const most = Math.min(...asked.map(Number));
        const state = session?.accountId === undefined ? null : stateIn(entities.Account);
        return !state || state.signedInFor > most;
      },
    ),
  );
  checks?.add(
    // RFC 9470 section 5: the session is weaker than requested, and the user has a stronger factor.
    new Check(
      'acr',
      'the sign-in is weaker than was asked for',
      'login_required',
      async ({ oidc: { session, params, result } }) => {
        if (session?.accountId === undefined || (result && 'login' in result)) return false;
        if (!requestsStrongest(params?.acr_values) || session.acr === strongestAcr) return false;
        const { totp, passkeys } = await factorsOf(poolOf(database), session.accountId);
        return totp || passkeys;
      },
    ),
  );
  checks?.add(
    // The application's stricter rules are enforced on the sign-in page: see identity/steps/next-step.ts.
    new Check(
      'application',
      'the sign-in is weaker than the application wants',
      'login_required',
      async ({ oidc: { session, result, client } }) => {
        if (session?.accountId === undefined || !client || (result && 'login' in result)) return false;
        const own = policyOf({ ...client });
        return !suffices(own, session.amr ?? []);
      },
    ),
  );
  checks?.add(
    new Check('session_over', 'the session is over', async (ctx) => {
      const { session, result } = ctx.oidc;
      if (session?.accountId === undefined || (result && 'login' in result)) return false;
      return !goesOn(ctx.oidc.entities.Account);
    }),
  );
  return {
    policy,
    url: (ctx, interaction) => {
      rememberRequest(ctx, interaction);
      const { uid, params, prompt } = interaction;
      return `${prompt.name === 'select_account' ? accountPage(uid) : `/sign-in/${uid}`}${inLanguage(params.ui_locales)}`;
    },
  };
}

/** The sign-in page uses the language that the application requests (OpenID Connect Core 1.0 section 3.1.2.1). */
function inLanguage(asked: unknown): string {
  return typeof asked === 'string' && asked !== ''
    ? `?${new URLSearchParams({ ui_locales: asked.slice(0, 100) })}`
    : '';
}

/**
 * Finds the user of a token or of a session, with the session's state. The user must be active; for a token, its session must also still
 * be valid.
 */
export function accountFinder(database: Database): NonNullable<Configuration['findAccount']> {
  return async (ctx, id, token) => {
    const { client, session: current } = ctx.oidc;
    const sid = token && 'sessionUid' in token ? token.sessionUid : undefined;
    const uid = sid ?? (token ? undefined : current?.uid);
    const account = readWithIt(ctx, id, sid) ?? (await findIn(database, id, uid));
    if (account?.status !== 'active') return undefined;
    if (sid !== undefined && !goesOn(account)) return undefined;
    if (sid !== undefined && token?.kind === 'RefreshToken' && client && !mayRenew(policyOf({ ...client }), account))
      return undefined;
    return {
      accountId: account.id,
      administrator: account.administrator,
      sessions: account.sessions,
      session: stateIn(account),
      claims: async () => ({ ...claimsOf(account), ...(sid === undefined ? {} : { sid }) }),
    };
  };
}

/**
 * Returns a user who was already read with the request:
 * - the user of a code or refresh token, with its session
 * - the user who has just signed in, without session state, because the session begins now
 */
function readWithIt(ctx: KoaContextWithOIDC, id: string, sid: string | undefined): Account | undefined {
  const { route, result } = ctx.oidc;
  const signedIn = sid === undefined && route === 'resume' && result !== undefined && 'login' in result;
  return signedIn || (sid !== undefined && route === 'token') ? recordsOf(ctx).takeAccount(id, sid) : undefined;
}

const findIn = (database: Database, id: string, uid: string | undefined): Promise<Account | undefined> =>
  uid === undefined ? findAccount(database, id) : findAccountIn(database, id, uid);

/** Whether a session still meets the application's rules. If not, its client must start a new sign-in. */
function mayRenew(own: OwnPolicy, account: object): boolean {
  if (own.version === 0) return true;
  const state = stateIn(account);
  return state !== null && suffices(own, state.amr) && (own.maxAge === null || state.signedInFor <= own.maxAge);
}

/** Returns the user if active. If `sid` names a session, it must be valid too. */
export async function liveAccount(
  database: Database,
  id: string,
  sid: string | undefined,
): Promise<Account | undefined> {
  const account = await findIn(database, id, sid);
  if (account?.status !== 'active') return undefined;
  return sid === undefined || goesOn(account) ? account : undefined;
}

/** The client's grant, created without a consent page. It covers exactly the requested scopes that the client may have. */
export const loadGrant: NonNullable<Configuration['loadExistingGrant']> = async (ctx) => {
  const { session, client, account, provider } = ctx.oidc;
  if (!session || !client || !account) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  const grant =
    found?.accountId === account.accountId
      ? found
      : new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.exp = Math.floor(machineNow()) + limits.memberSessionLifetime.value;
  const asked = [...ctx.oidc.requestParamOIDCScopes].join(' ');
  grant.addOIDCScope(asked);
  for (const resource of Object.keys(ctx.oidc.resourceServers ?? {})) grant.addResourceScope(resource, asked);
  await grant.save();
  return grant;
};

/** The session's state, which was read with its user. */
function stateIn(account: object | undefined): SessionState | null {
  const { session } = (account ?? {}) as { readonly session?: SessionState | null };
  return session ?? null;
}

/** Whether a session is still valid: not ended, not past its lifetime, and for an administrator not idle. */
function goesOn(account: object | undefined): boolean {
  const state = stateIn(account);
  if (!account || !state || state.ended) return false;
  const { administrator = false, sessions = null } = account as Partial<Account>;
  if (state.signedInFor > sessionLifetime({ administrator, sessions })) return false;
  return !administrator || state.idleFor <= limits.adminSessionIdle.value;
}
