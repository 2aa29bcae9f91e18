import type { ReactNode } from 'react';
import { shownOrganisation } from '../blocks/shown-organisation.ts';
import { formatDate } from '../ui/format.ts';
import { usePrinting } from '../ui/print.ts';
import { words } from './words.ts';
import './print-heading.css';

/** The first line of a printed page: the organisation, who printed it and when, and the shown instant if it is not the present. */
export function PrintHeading({ user, at }: { user: string; at: string | undefined }): ReactNode {
  if (!usePrinting()) return null;
  return (
    <p className="print-heading">
      <b>
        <bdi>{shownOrganisation().name ?? words.product}</bdi>
      </b>{' '}
      {words.printed(user, minute(new Date()))} {at !== undefined && words.shows(minute(new Date(at)))}
    </p>
  );
}

const minute = (at: Date) => formatDate(at, { dateStyle: 'long', timeStyle: 'short' });
