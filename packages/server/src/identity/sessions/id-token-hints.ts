import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK } from 'jose';
import { errors, Provider } from 'oidc-provider';
import type { Database } from '../../store/kernel/database.ts';
import { keyOfHint } from '../../store/sign-in/keys.ts';

interface Hint {
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The provider's check of an ID token that is sent as a hint. */
interface IdTokens {
  validate: (hint: string, client: { readonly clientId: string }) => Promise<Hint>;
}

/**
 * Makes the provider accept an ID token as a hint for as long as its session may live. The provider itself rejects
 * older tokens for two reasons:
 * - It knows only the published keys, and a replaced key stays published only for minutes.
 * - It accepts only the client's current signing algorithm, which may have changed.
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

/** An ID token for the client, signed by one of our keys. Its expiry does not matter (RP-Initiated Logout 1.0 section 2). */
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
 * Returns a hint that matches no user, for a hint that cannot be verified. It does not match the browser's session, so
 * the user must sign in (OpenID Connect Core 1.0 section 3.1.2.1).
 * @throws LoginRequired for `prompt=none`
 */
function hintOfNobody(): Hint {
  const { prompt } = Provider.ctx?.oidc.params ?? {};
  if (prompt === 'none') throw new errors.LoginRequired('the id_token_hint cannot be verified');
  return { payload: { sub: '' } };
}

/** Returns the audience of a hint that is not verified. It proves no more than a `client_id`. */
export function audienceOf(hint: unknown): string | undefined {
  if (typeof hint !== 'string') return undefined;
  try {
    const { aud } = decodeJwt(hint);
    return typeof aud === 'string' ? aud : undefined;
  } catch {
    return undefined;
  }
}
