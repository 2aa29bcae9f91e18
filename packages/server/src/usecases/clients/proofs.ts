import type { FieldError, OpenIdClient } from '@licet/contract';
import { fault } from '../../refusal.ts';

/** The client's options for PKCE, client proof and ID token signatures. */
export type Proofs = Pick<OpenIdClient, 'requirePkce' | 'idTokenAlgorithm' | 'requirePushedAuthorization'>;

type Said = { readonly [Name in keyof Proofs]?: Proofs[Name] | undefined };

/** The given options over the present or default ones. */
export const proofsOf = (said: Said, before: Proofs = usual): Proofs => ({
  requirePkce: said.requirePkce ?? before.requirePkce,
  idTokenAlgorithm: said.idTokenAlgorithm ?? before.idTokenAlgorithm,
  requirePushedAuthorization: said.requirePushedAuthorization ?? before.requirePushedAuthorization,
});

export function faultsOfProofs(kind: OpenIdClient['kind'], proofs: Proofs): FieldError[] {
  return [...faultsOfPkce(kind, proofs), ...faultsOfPushing(kind, proofs)];
}

const usual: Proofs = {
  requirePkce: true,
  idTokenAlgorithm: 'ES256',
  requirePushedAuthorization: false,
};

/**
 * Only a client with a secret may omit PKCE: its secret is another proof that the code is its own (RFC 9700 section
 * 2.1.1).
 */
function faultsOfPkce(kind: OpenIdClient['kind'], { requirePkce }: Proofs): FieldError[] {
  if (requirePkce || kind === 'server') return [];
  const at = { pointer: '/requirePkce' };
  if (kind === 'browser' || kind === 'native') return [fault(at, 'client_needs_pkce', {})];
  return [fault(at, 'client_without_codes', { kind })];
}

function faultsOfPushing(kind: OpenIdClient['kind'], { requirePushedAuthorization: pushed }: Proofs): FieldError[] {
  if (!pushed || kind === 'browser' || kind === 'native' || kind === 'server') return [];
  return [fault({ pointer: '/requirePushedAuthorization' }, 'client_pushes_nothing', { kind })];
}
