import type { ReactNode } from 'react';
import { NoIcon, YesIcon } from '../denied/icons.tsx';
import type { Texts } from './words.en.ts';

export const wordOf = (texts: Texts, permitted: boolean): string => (permitted ? texts.permitted : texts.refused);

export const VerdictIcon = ({ permitted }: { readonly permitted: boolean }): ReactNode =>
  permitted ? <YesIcon /> : <NoIcon />;
