import type { ReactNode } from 'react';
import { CopyField } from '../../ui/copy.tsx';
import type { PresetName } from './presets.ts';
import { registerWords, words } from './words.ts';

/** What is to be registered at the provider, and with which address. */
export function Registration({ preset, redirectUri }: { preset: PresetName; redirectUri: string }): ReactNode {
  return (
    <div className="form">
      <p>{registerWords[preset]}</p>
      <CopyField label={words.redirectUri} value={redirectUri} />
    </div>
  );
}
