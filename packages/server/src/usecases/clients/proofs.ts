import type { FieldError, OpenIdClient } from '@licet/contract';

/** How a client proves what it does, and how it is proved to. */
export type Proofs = Pick<OpenIdClient, 'requirePkce' | 'idTokenAlgorithm' | 'requirePushedAuthorization'>;

type Said = { readonly [Name in keyof Proofs]?: Proofs[Name] | undefined };

/** What is said of it, over what was so before, or what is usual. */
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

/** Only a client with a secret may leave PKCE out: its secret is another proof that the code is its own (RFC 9700 section 2.1.1). */
function faultsOfPkce(kind: OpenIdClient['kind'], { requirePkce }: Proofs): FieldError[] {
  if (requirePkce || kind === 'server') return [];
  const detail =
    kind === 'browser' || kind === 'native'
      ? 'A client in the browser or on somebody’s device keeps no secret: PKCE alone proves that a code is its own. Leave it on.'
      : `A ${kind} redeems no codes that came through a browser. Leave this out.`;
  return [{ pointer: '/requirePkce', detail }];
}

function faultsOfPushing(kind: OpenIdClient['kind'], { requirePushedAuthorization: pushed }: Proofs): FieldError[] {
  if (!pushed || kind === 'browser' || kind === 'native' || kind === 'server') return [];
  const detail = `A ${kind} begins no sign-ins by addresses, so it pushes no requests. Leave this out.`;
  return [{ pointer: '/requirePushedAuthorization', detail }];
}
