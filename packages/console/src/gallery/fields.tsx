import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox, RadioGroup, SegmentedControl, Switch } from '../ui/choices.tsx';
import { ComboBox } from '../ui/combo-box.tsx';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { Filter } from '../ui/filter.tsx';
import { type FormSchema, useForm } from '../ui/form.ts';
import { FormErrors } from '../ui/form-errors.tsx';
import type { Option } from '../ui/option.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Select } from '../ui/select.tsx';
import { TagPicker } from '../ui/tag-picker.tsx';
import { PasswordField, TextArea, TextField } from '../ui/text-field.tsx';
import { groups, loadGroups, loadRoles, roles } from './sample.ts';

export function Fields(): ReactNode {
  const [role, setRole] = useState<Option | null>(roles[0] ?? null);
  const [chosen, setChosen] = useState<string | null>('approver');
  const [who, setWho] = useState<Option[]>(groups.slice(0, 1));
  const [ends, setEnds] = useState<Date | null>(new Date(2026, 10, 26, 14, 32));
  const [show, setShow] = useState<'all' | 'ending' | 'never'>('all');
  const [query, setQuery] = useState('');
  const [name, setName] = useState('Night finance');
  return (
    <section>
      <h2>Fields</h2>
      <div className="g2">
        <TextField label="Name" value={name} onChange={setName} hint="People read this in requests." />
        <TextField
          label="Identifier"
          mono
          value="Night Finance"
          error="Use small letters, digits and hyphens: night-finance."
        />
        <DateTimeField label="Ends" value={ends} onChange={setEnds} />
        <TagPicker label="People" load={loadGroups} value={who} onChange={setWho} placeholder="Add" />
        <Select label="Role" options={roles} value={chosen} onChange={setChosen} />
        <ComboBox label="Find a role" load={loadRoles} value={role} onChange={setRole} />
        <PasswordField label="Password" value="correct horse battery" />
        <TextArea label="Note to Maya" optional placeholder="She reads it in Ledger, beside the button" />
      </div>
      <div className="row">
        <Checkbox label="Tell them by e-mail" defaultChecked />
        <Checkbox label="Some" mixed />
        <RadioGroup
          label="When"
          value="now"
          onChange={() => undefined}
          choices={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
        <Switch label="Passkeys" defaultChecked />
        <Switch label="Codes" />
      </div>
      <div className="row">
        <SegmentedControl
          label="Show"
          value={show}
          onChange={setShow}
          choices={[
            { value: 'all', label: 'All', count: 11 },
            { value: 'ending', label: 'Ending', count: 3 },
            { value: 'never', label: 'Never used', count: 4 },
          ]}
        />
        <SearchField label="Permission, role or group" value={query} onChange={setQuery} />
        <Filter label="Group" />
        <Filter label="Status" value="active" onClear={() => undefined} />
      </div>
      <SampleForm />
    </section>
  );
}

const schema: FormSchema<{ key: string; title: string }> = {
  safeParse: (input) => {
    const { key, title } = input as { key: string; title: string };
    const issues = [
      ...(/^[a-z-]+$/.test(key) ? [] : [{ path: ['key'], message: 'Use small letters and hyphens.' }]),
      ...(title === '' ? [{ path: ['title'], message: 'Give it a title.' }] : []),
    ];
    return issues.length === 0 ? { success: true, data: { key, title } } : { success: false, error: { issues } };
  },
};

function SampleForm(): ReactNode {
  const form = useForm({
    schema,
    initial: { key: '', title: '' },
    submit: () =>
      Promise.reject({
        title: 'That role exists',
        detail: 'Choose another identifier.',
        errors: [{ pointer: '/key', detail: 'Taken by Night desk.' }],
      }),
  });
  return (
    <form className="form gap-top" noValidate onSubmit={form.onSubmit}>
      <FormErrors form={form} labels={{ key: 'Key', title: 'Title' }} />
      <div className="g2">
        <TextField label="Key" mono {...form.field('key')} />
        <TextField label="Title" {...form.field('title')} />
      </div>
      <Button kind="primary" type="submit" pending={form.pending}>
        Make the role
      </Button>
    </form>
  );
}
