import type { ReactNode } from 'react';
import { NoIcon, YesIcon } from '../denied/icons.tsx';

export const wordOf = (permitted: boolean): string => (permitted ? 'Permitted' : 'Refused');

export const VerdictIcon = ({ permitted }: { readonly permitted: boolean }): ReactNode =>
  permitted ? <YesIcon /> : <NoIcon />;
