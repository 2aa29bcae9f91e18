import type { ReactNode } from 'react';
import { useApplicationName } from '../../blocks/application-name.tsx';
import { findApplications } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { usePermission } from '../../session/may.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { Filter } from '../../ui/filter.tsx';
import type { ReviewsAddress } from './address.ts';
import { words } from './words.ts';

export interface ReviewFiltersProps {
  address: ReviewsAddress;
  change: (changes: Partial<ReviewsAddress>) => void;
}

/** What the list of reviews is narrowed by: how they stand, whose decision they wait for, and about which application. */
export function ReviewFilters({ address, change }: ReviewFiltersProps): ReactNode {
  const { state, view, application } = address;
  const manages = usePermission('reviews.manage');
  const audits = usePermission('audit.read');
  const name = useApplicationName(application ?? null);
  return (
    <>
      <ChoiceFilter
        label={words.state}
        choices={words.states}
        value={state}
        onChange={(next) => change({ state: next })}
      />
      {/* Everybody else sees their own alone. */}
      {(manages || audits) && (
        <ChoiceFilter
          label={words.whose}
          choices={words.views}
          value={view === 'mine' ? view : undefined}
          onChange={(next) => change({ view: next })}
        />
      )}
      <PickPopover
        trigger={
          <Filter
            label={words.application}
            value={application && (name ?? application)}
            onClear={() => change({ application: undefined })}
          />
        }
        label={words.findApplication}
        load={findApplications}
        none={words.noApplication}
        onPick={({ id }) => change({ application: id })}
      />
    </>
  );
}
