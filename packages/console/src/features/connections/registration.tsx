import type { ProviderConnection } from '@licet/contract';
import type { ReactNode } from 'react';
import { CopyField } from '../../ui/copy.tsx';
import type { PresetName } from './presets.ts';
import { registerWords, words } from './words.ts';

/** What is to be registered at the provider. The address is the same for every one. */
export function Registration({ preset }: { preset: PresetName }): ReactNode {
  return (
    <div className="form">
      <p>{registerWords[preset]}</p>
      <CopyField label={words.redirectUri} value={`${location.origin}/sign-in/return`} />
    </div>
  );
}

/** The addresses that a provider is told. */
export function Addresses({ connection }: { connection: ProviderConnection }): ReactNode {
  const { redirectUri, postLogoutRedirectUri, backchannelLogoutUri } = connection;
  return (
    <>
      <CopyField label={words.redirectUri} value={redirectUri} hint={words.redirectUriHint} />
      {backchannelLogoutUri !== null && (
        <>
          <CopyField label={words.postLogoutUri} value={postLogoutRedirectUri} hint={words.postLogoutUriHint} />
          <CopyField label={words.backchannelUri} value={backchannelLogoutUri} hint={words.backchannelUriHint} />
        </>
      )}
    </>
  );
}
