import { daysLater } from '@licet/contract';
import type { ReactNode } from 'react';
import { useMay } from '../session/may.ts';
import { HistoryIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { differencesWords as words } from './words.ts';

type Subject =
  | { readonly user: string }
  | { readonly group: string }
  | { readonly application: string }
  | { readonly role: string; readonly application: string };

/** A link to the changes in a subject's access during the last thirty days. Shown only to viewers who may see them. */
export function DifferencesLink({ of }: { of: Subject }): ReactNode {
  const { may, owns } = useMay();
  if (!may('access.read') && !('application' in of && owns(of.application))) return null;
  const from = daysLater(new Date(), -30).toISOString();
  return (
    <ButtonLink small kind="quiet" icon={HistoryIcon} to="/differences" search={{ ...of, from }}>
      {words.link}
    </ButtonLink>
  );
}
