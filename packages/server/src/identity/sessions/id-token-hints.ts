import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK } from 'jose';
import { errors, Provider } from 'oidc-provider';
import type { Database } from '../../store/kernel/database.ts';
import { keyOfHint } from '../../store/sign-in/keys.ts';

interface Hint {
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the provider asks of an ID token that comes as a hint. */
interface IdTokens {
  validate: (hint: string, client: { readonly clientId: string }) => Promise<Hint>;
}

/**
 * Has the provider take ID tokens as hints for as long as their session may live. The provider knows the published keys alone, and a
 * key is published for minutes after another one has taken over; it knows one algorithm for each client, and that can be changed.
 */
export function takeOldHints(provider: Provider, database: Database): void {
  const idTokens = (provider as unknown as { readonly IdToken: IdTokens }).IdToken;
  const validate = idTokens.validate.bind(idTokens);
  idTokens.validate = async (hint, client) => {
    try {
      return await validate(hint, client);
    } catch (error) {
      const old = await oldHint(database, hint, provider.issuer, client.clientId);
      if (old) return old;
      if (Provider.ctx?.oidc.route === 'end_session') throw error;
      return hintOfNobody();
    }
  };
}

/** An ID token of the client that was signed with a key of ours; its expiry does not matter (RP-Initiated Logout 1.0 section 2). */
async function oldHint(database: Database, hint: string, issuer: string, clientId: string): Promise<Hint | undefined> {
  const header = headerOf(hint);
  if (typeof header?.kid !== 'string' || header.typ !== undefined) return undefined;
  const key = await keyOfHint(database, header.kid);
  if (!key) return undefined;
  try {
    await compactVerify(hint, await importJWK(key.publicKey, key.algorithm), { algorithms: [key.algorithm] });
  } catch {
    return undefined;
  }
  const payload = decodeJwt(hint);
  return payload.iss === issuer && payload.aud === clientId && typeof payload.sub === 'string'
    ? { payload: { ...payload } }
    : undefined;
}

function headerOf(hint: string) {
  try {
    return decodeProtectedHeader(hint);
  } catch {
    return undefined;
  }
}

/**
 * A hint that nothing proves names nobody: so whoever has a session is not the one that is meant, and has to sign in
 * (OpenID Connect Core 1.0 section 3.1.2.1).
 * @throws LoginRequired when they must not be asked
 */
function hintOfNobody(): Hint {
  const { prompt } = Provider.ctx?.oidc.params ?? {};
  if (prompt === 'none') throw new errors.LoginRequired('the id_token_hint cannot be verified');
  return { payload: { sub: '' } };
}

/** The client that a hint was made for, unproved: no more than a `client_id` says. */
export function audienceOf(hint: unknown): string | undefined {
  if (typeof hint !== 'string') return undefined;
  try {
    const { aud } = decodeJwt(hint);
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}
