import type { ReactNode } from 'react';
import { findGroups } from '../../blocks/find.ts';
import type { BoundField } from '../../ui/form.ts';
import type { Option } from '../../ui/option.ts';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { Lines, Tick } from './bound-fields.tsx';
import { ConnectionPart } from './connection-part.tsx';
import { formWords as words } from './words.ts';

export interface WhoComesProps {
  domains: BoundField<string>;
  createsUsers: BoundField<boolean>;
  allowedDomains: BoundField<string>;
  /** Left out where it is said of each address, or asked elsewhere. */
  trustsAddresses: BoundField<boolean> | undefined;
  defaultGroups: BoundField<Option[]>;
  hints: { domains: string; createsUsers: string; trustsAddresses?: string };
}

/** Who comes in by a connection, and who becomes a user by it. */
export function WhoComes(props: WhoComesProps): ReactNode {
  const { domains, createsUsers, allowedDomains, trustsAddresses, defaultGroups, hints } = props;
  return (
    <ConnectionPart legend={words.whoComes}>
      <Lines {...domains} label={words.domains} hint={hints.domains} placeholder="example.org" optional />
      <Tick {...createsUsers} label={words.createsUsers} hint={hints.createsUsers} />
      {createsUsers.value && (
        <>
          <Lines
            {...allowedDomains}
            label={words.allowedDomains}
            hint={words.allowedDomainsHint}
            placeholder="example.org"
          />
          {trustsAddresses && (
            <Tick {...trustsAddresses} label={words.trustsAddresses} hint={hints.trustsAddresses ?? ''} />
          )}
          <TagPicker
            {...defaultGroups}
            label={words.defaultGroups}
            hint={words.defaultGroupsHint}
            placeholder={words.groupPlaceholder}
            load={findGroups}
            optional
          />
        </>
      )}
    </ConnectionPart>
  );
}
