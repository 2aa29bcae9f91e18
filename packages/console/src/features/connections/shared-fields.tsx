import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/choices.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import './connections.css';
import { findGroups } from '../../blocks/find.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { PlusIcon, Trash2Icon } from '../../ui/icons.tsx';
import type { Option } from '../../ui/option-list.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import type { Mapping } from './shared-form.ts';
import { formWords as words } from './words.ts';

interface Texts {
  label: string;
  hint: string;
}

/** A checkbox with its consequences below. */
export function Tick({ label, hint, id, value, onChange, error }: BoundField<boolean> & Texts): ReactNode {
  return (
    <div className="field">
      <Checkbox label={label} id={id} checked={value} onChange={onChange} aria-describedby={`${id}-note`} />
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

interface LinesProps extends BoundField<string>, Texts {
  placeholder: string;
  optional?: boolean;
}

/** A text area with one item per line. Its error names the invalid item. */
export function Lines(props: LinesProps): ReactNode {
  return <TextArea {...props} mono rows={2} spellCheck={false} autoCapitalize="off" />;
}

/** A group of fields of a connection, with a heading. */
export function ConnectionPart({ legend, children }: { legend: string; children: ReactNode }): ReactNode {
  return (
    <fieldset className="form connection-part">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface WhoMaySignInProps {
  domains: BoundField<string>;
  createsUsers: BoundField<boolean>;
  allowedDomains: BoundField<string>;
  /**
   * Undefined if the provider reports whether each address is verified, or if another part of the form contains this
   * field.
   */
  trustsAddresses: BoundField<boolean> | undefined;
  defaultGroups: BoundField<Option[]>;
  hints: { domains: string; createsUsers: string; trustsAddresses?: string };
}

/** Who may sign in with a connection, and which new users it creates. */
export function WhoMaySignIn(props: WhoMaySignInProps): ReactNode {
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

/** Maps groups of the provider (left) to groups in Licet (right). */
export function GroupMappings({ value: mappings, onChange, error, id }: BoundField<Mapping[]>): ReactNode {
  const group = { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-note` };
  const set = (place: number, change: Partial<Mapping>) =>
    onChange(mappings.map((mapping, index) => (index === place ? { ...mapping, ...change } : mapping)));
  return (
    <div className="field" {...group}>
      <span className="label" id={`${id}-label`}>
        {words.groupMappings}
      </span>
      {mappings.map((mapping, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity other than their position
          key={place}
          className="group-mapping"
        >
          <TextField
            {...(place === 0 && { id })}
            label={words.mappingValue(place + 1)}
            hideLabel
            placeholder={words.mappingValuePlaceholder}
            mono
            value={mapping.value}
            onChange={(value) => set(place, { value })}
          />
          <ComboBox
            label={words.mappingGroup(place + 1)}
            hideLabel
            placeholder={words.groupPlaceholder}
            load={findGroups}
            value={mapping.group}
            onChange={(group) => set(place, { group })}
          />
          <IconButton
            small
            icon={Trash2Icon}
            label={words.mappingRemove(place + 1)}
            onClick={() => onChange(mappings.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <FieldNote id={`${id}-note`} hint={words.groupMappingsHint} error={error} />
      <div>
        <Button
          small
          kind="quiet"
          icon={PlusIcon}
          {...(mappings.length === 0 && { id })}
          onClick={() => onChange([...mappings, { value: '', group: null }])}
        >
          {words.mappingAdd}
        </Button>
      </div>
    </div>
  );
}
