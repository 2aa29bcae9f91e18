import { licetApplication, type Ref } from '@licet/contract';
import type { ReactNode } from 'react';
import { Mark } from '../ui/brand.tsx';
import { AppSquare } from '../ui/who.tsx';

/** An application's square: its letter, or the logo for Licet itself. */
export function ApplicationSquare({ application: { id, name } }: { application: Ref }): ReactNode {
  return <AppSquare name={name}>{id === licetApplication ? <Mark /> : undefined}</AppSquare>;
}
