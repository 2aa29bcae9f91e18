import type { ReactNode } from 'react';
import { findGroups } from '../../blocks/find.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { BoundField } from '../../ui/form.ts';
import { PlusIcon, Trash2Icon } from '../../ui/icons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Mapping } from './shared-form.ts';
import { formWords as words } from './words.ts';
import './connections.css';

/** Who is in the left over there is in the right here. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may say the same while they are typed
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
