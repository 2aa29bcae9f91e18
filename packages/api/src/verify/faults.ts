/** The stable code for callers. */
export type VerificationCode = 'unauthenticated' | 'token_invalid' | 'token_expired' | 'proof_invalid';

/**
 * The check that refused the request, for logs and counters.
 *
 * - `missing`, `malformed`, `too-long`: the Authorization header or the token in it
 * - `type`, `signature`, `issuer`, `audience`, `time`, `expired`, `content`: the token
 * - `binding`, `proof`, `replay`: DPoP (RFC 9449)
 */
export type VerificationReason =
  | 'missing'
  | 'malformed'
  | 'too-long'
  | 'type'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'time'
  | 'expired'
  | 'content'
  | 'binding'
  | 'proof'
  | 'replay';

interface Fault<Values> {
  readonly code: VerificationCode;
  readonly reason: VerificationReason;
  readonly sentence: (values: Values) => string;
}

const fault =
  (code: VerificationCode) =>
  <Values = Record<never, never>>(
    reason: VerificationReason,
    sentence: string | ((values: Values) => string),
  ): Fault<Values> => ({ code, reason, sentence: typeof sentence === 'string' ? () => sentence : sentence });
const unauthenticated = fault('unauthenticated');
const token = fault('token_invalid');
const expired = fault('token_expired');
const proof = fault('proof_invalid');

/**
 * All faults of a token or proof, each with its message. A translation can build its own message from the fault's name
 * and values. Values quote no part of the token except its audience.
 */
export const faults = {
  token_missing: unauthenticated('missing', 'The request carries no access token.'),
  token_malformed: token(
    'malformed',
    'The Authorization header must be “Bearer” or “DPoP”, one space, and one access token of three parts.',
  ),
  token_too_long: token('too-long', 'The access token is longer than any that Licet issues.'),
  token_unsigned: token('signature', 'The access token is not signed with a key of the issuer.'),
  token_of_other_type: token('type', 'The token is not an access token.'),
  token_not_an_object: token('content', 'The content of the access token is not a JSON object.'),
  token_of_other_issuer: token('issuer', 'The access token is not from this server’s issuer.'),
  token_without_single_audience: token('audience', 'The access token is not for exactly one application.'),
  token_for_other_application: token<{ audience: string; expected: string }>(
    'audience',
    ({ audience, expected }) =>
      `The access token is for “${audience}”, not for “${expected}”. Check that the client belongs to “${expected}”, and that the “audience” of this server is right.`,
  ),
  token_times_unreadable: token('time', 'The times of the access token cannot be read.'),
  token_lives_too_long: token('time', 'The lifetime of the access token is longer than Licet allows.'),
  token_from_future: token('time', 'The access token is from the future. Check the clock of this server.'),
  token_expired: expired('expired', 'The access token has expired.'),
  token_access_unreadable: token('content', 'The roles and permissions of the access token cannot be read.'),
  token_without_client: token('content', 'The access token names no client.'),
  token_without_version: token('content', 'The access token has no version.'),
  token_session_unreadable: token('content', 'The session of the access token cannot be read.'),
  token_binding_unknown: token(
    'binding',
    'The access token is bound to a key by a method that this server does not support.',
  ),
  token_needs_proof: proof('binding', 'The access token is bound to a key. Send it as DPoP, with a proof.'),
  token_takes_no_proof: proof('binding', 'The access token is not bound to a key. Send it as Bearer, without a proof.'),
  proof_missing: proof('proof', 'The access token is bound to a key. Send a DPoP proof with it.'),
  proof_not_single: proof('proof', 'There must be exactly one DPoP header with one proof.'),
  proof_header_unreadable: proof('proof', 'The header of the proof cannot be read.'),
  proof_without_key: proof('proof', 'The proof does not carry a public key for ES256.'),
  proof_key_unreadable: proof('proof', 'The public key of the proof cannot be read.'),
  proof_of_other_key: proof('binding', 'The proof is signed with another key than the access token is bound to.'),
  proof_unsigned: proof('proof', 'The proof is not a JWT of type dpop+jwt that its own key has signed.'),
  proof_of_other_method: proof('proof', 'The proof is for another method.'),
  proof_without_address: proof('proof', 'The address in the proof is not valid.'),
  proof_request_unclear: proof<{ signed: string; advice: string }>(
    'proof',
    ({ signed, advice }) =>
      `The proof is for ${signed}. The address of the request cannot be compared with it. ${advice}`,
  ),
  proof_of_other_address: proof<{ signed: string; called: string; advice: string }>(
    'proof',
    ({ signed, called, advice }) => `The proof is for ${signed}, but the request came to ${called}. ${advice}`,
  ),
  proof_out_of_time: proof('proof', 'The proof is too old, or the clock of its maker is wrong.'),
  proof_of_other_token: proof('proof', 'The proof is for another access token.'),
  proof_without_id: proof('proof', 'The proof has no id (jti).'),
  proof_used: proof('replay', 'The proof was used before.'),
  proofs_of_key_full: proof('replay', 'Too many proofs were used with this key in a short time. Wait five minutes.'),
} as const;

type Faults = typeof faults;
export type FaultName = keyof Faults;
type ValuesOf<Name extends FaultName> = Faults[Name] extends Fault<infer Values> ? Values : never;

/** The error of a failed check. The message is the sentence of `fault`, filled with `values`. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
  readonly code: VerificationCode;
  readonly reason: VerificationReason;
  readonly fault: FaultName;
  readonly values: Readonly<Record<string, string>>;

  constructor(name: FaultName, values: Readonly<Record<string, string>>) {
    const { code, reason, sentence }: Fault<never> = faults[name];
    super(sentence(values as never));
    this.code = code;
    this.reason = reason;
    this.fault = name;
    this.values = values;
  }
}

export function refuse<Name extends FaultName>(name: Name, values: ValuesOf<Name>): never {
  throw new VerificationError(name, values as never);
}
