import type { FieldError, OpenIdClient } from '@licet/contract';

/** Only a client with a secret may leave PKCE out: its secret is another proof that the code is its own (RFC 9700 section 2.1.1). */
export function faultsOfPkce(kind: OpenIdClient['kind'], requirePkce: boolean): FieldError[] {
  if (requirePkce || kind === 'server') return [];
  const detail =
    kind === 'browser'
      ? 'A client in the browser keeps no secret: PKCE alone proves that a code is its own. Leave it on.'
      : 'A service signs nobody in, so it redeems no codes. Leave this out.';
  return [{ pointer: '/requirePkce', detail }];
}
