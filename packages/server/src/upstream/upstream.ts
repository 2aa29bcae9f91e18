import type { Directories } from '../ldap/directories.ts';
import { comeBackFromGitHub, leaveForGitHub, testGitHub } from './github.ts';
import { comeBackFromOpenId, type KnownProviders, leaveForOpenId, type OpenIdParts, testOpenId } from './openid.ts';
import type { Upstream } from './provider.ts';

/** Speaks to providers by the one outgoing client. */
export function createUpstream(parts: OpenIdParts & { readonly directories: Directories }): Upstream {
  const known: KnownProviders = new Map();
  return {
    directories: parts.directories,
    leave: (provider, leaving) =>
      provider.kind === 'github'
        ? leaveForGitHub(parts, provider, leaving)
        : leaveForOpenId(parts, known, provider, leaving),
    comeBack: (provider, answer, errand) =>
      provider.kind === 'github'
        ? comeBackFromGitHub(parts, provider, answer, errand)
        : comeBackFromOpenId(parts, known, provider, answer, errand),
    test: (provider) => (provider.kind === 'github' ? testGitHub(parts, provider) : testOpenId(parts, provider)),
  };
}
