import type { Directories } from '../ldap/directories.ts';
import { refuse } from '../refusal.ts';
import { keepable } from './claims.ts';
import { comeBackFromGitHub, leaveForGitHub, testGitHub } from './github.ts';
import { type KnownKeys, readLogoutToken } from './logout-token.ts';
import { comeBackFromOpenId, type KnownProviders, leaveForOpenId, type OpenIdParts, testOpenId } from './openid.ts';
import type { Upstream } from './provider.ts';
import { signOutOfOpenId } from './sign-out.ts';

/** Speaks to providers by the one outgoing client. */
export function createUpstream(parts: OpenIdParts & { readonly directories: Directories }): Upstream {
  const known: KnownProviders = new Map();
  const keys: KnownKeys = new Map();
  return {
    directories: parts.directories,
    leave: (provider, leaving) =>
      provider.kind === 'github'
        ? leaveForGitHub(parts, provider, leaving)
        : leaveForOpenId(parts, known, provider, leaving),
    comeBack: async (provider, answer, errand) =>
      keepable(
        provider,
        provider.kind === 'github'
          ? await comeBackFromGitHub(parts, provider, answer, errand)
          : await comeBackFromOpenId(parts, known, provider, answer, errand),
      ),
    test: (provider) => (provider.kind === 'github' ? testGitHub(parts, provider) : testOpenId(parts, provider)),
    signOut: async (provider, signingOut) =>
      provider.kind === 'github' ? null : signOutOfOpenId(parts, known, provider, signingOut),
    endedThere: async (provider, token, now) =>
      provider.kind === 'github'
        ? refuse('invalid_request', 'logout_not_of_github', {})
        : readLogoutToken({ ...parts, providers: known, keys }, provider, token, now),
  };
}
