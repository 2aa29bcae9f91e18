import type { Clock } from './clock.ts';
import { jsonOf, LicetError, reach } from './error.ts';
import type { Prover } from './proof.ts';
import type { Settings } from './settings.ts';
import { type Claims, numberOf, payloadOf, type Tokens } from './tokens.ts';

export interface Provider {
  /**
   * Returns a URL of the provider by its name in the metadata (OpenID Connect Discovery 1.0 section 3).
   * @throws LicetError `unreachable`, `answer_invalid`
   */
  readonly endpoint: (name: string) => Promise<string>;
  /**
   * Exchanges an authorization code or a refresh token for tokens, and verifies them.
   * @param expected the required claims of the ID token: the nonce of a sign-in, or the subject of the renewed tokens
   * @throws LicetError `unreachable`, `answer_invalid`; `sign_in_refused` for a refused code, `session_ended` for a
   * refused refresh token
   */
  readonly trade: (parameters: Record<string, string>, expected: Record<string, unknown>) => Promise<Tokens>;
}

/** Returns the error for a provider's response that cannot be trusted. */
export const answerInvalid = (detail: string): LicetError =>
  new LicetError('answer_invalid', { title: 'The sign-in cannot be trusted.', detail, next: 'Sign in again.' });

export const createProvider = (settings: Settings, { send, thumbprint }: Prover, clock: Clock): Provider => {
  const { issuer, clientId, audience } = settings;
  let description: Promise<Claims> | undefined;
  const describe = async () => {
    const response = await reach(new Request(`${issuer}/.well-known/openid-configuration`, withoutCookies));
    const answer = await jsonOf(response);
    // OpenID Connect Discovery 1.0 section 4.3.
    if (answer.issuer !== issuer)
      throw response.ok ? answerInvalid(`No Licet at ${issuer}: set another issuer.`) : refusalOf(503, {});
    return answer;
  };
  const endpoint = async (name: string) => {
    description ??= describe();
    description.catch(() => {
      description = undefined;
    });
    return String((await description)[name]);
  };

  /**
   * Checks the claims of the ID token (OpenID Connect Core 1.0 section 3.1.3.7). The signature is not checked,
   * because the token comes directly from the token endpoint (item 6).
   */
  const check = async (tokens: Tokens, expected: Record<string, unknown>) => {
    const carried = payloadOf(tokens.access);
    const idClaims = payloadOf(tokens.id);
    for (const [name, value] of Object.entries({ iss: issuer, aud: clientId, sub: carried.sub, ...expected }))
      if (idClaims[name] !== value) throw answerInvalid(`The ID token’s “${name}” is wrong.`);
    if (numberOf(idClaims.exp) <= clock.now()) throw answerInvalid('The ID token has expired.');
    if (carried.aud !== audience) throw answerInvalid(`Set audience to “${carried.aud}”, the client’s application.`);
    if (!(await isBound(tokens, thumbprint))) throw answerInvalid('The token is not bound to this browser’s key.');
  };

  const trade: Provider['trade'] = async (parameters, expected) => {
    const body = new URLSearchParams({ client_id: clientId, ...parameters });
    const sent = Date.now();
    const response = await send(new Request(await endpoint('token_endpoint'), { method: 'POST', body }));
    const answer = await jsonOf(response);
    const { access_token: access, refresh_token: refresh = parameters.refresh_token ?? '', id_token: id } = answer;
    if (!response.ok || !access) throw refusalOf(response.status, answer, !parameters.code);
    clock.learn(numberOf(payloadOf(String(access)).iat), sent);
    const tokens = { access: String(access), refresh: String(refresh), id: String(id), offset: clock.offset };
    await check(tokens, expected);
    return tokens;
  };
  return { endpoint, trade };
};

/** Returns whether the tokens are bound to this key (RFC 9449 section 6.1). */
export const isBound = async ({ access }: Tokens, thumbprint: Prover['thumbprint']): Promise<boolean> =>
  (payloadOf(access).cnf as { jkt?: unknown } | undefined)?.jkt === (await thumbprint());

const withoutCookies = { credentials: 'omit' } as const;

const refusalOf = (status: number, { error, error_description: why }: Claims, renewal = true): LicetError => {
  if (!error || status >= 500 || status === 429)
    return new LicetError('unreachable', {
      title: 'No answer.',
      detail: `Licet cannot answer now (${status}).`,
      next: 'Try again in a moment.',
    });
  const ended = renewal ? 'Your session has ended.' : 'The sign-in has expired.';
  return new LicetError(renewal ? 'session_ended' : 'sign_in_refused', {
    title: 'Nobody is signed in.',
    detail: error === 'invalid_grant' ? ended : `Licet refused: ${why ?? error}.`,
    next: 'Sign in again.',
  });
};
