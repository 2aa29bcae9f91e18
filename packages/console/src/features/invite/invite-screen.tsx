import { daysLater } from '@licet/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { applicationsQuery } from '../../blocks/chips.tsx';
import { type FoundOption, findGroups, findRoles } from '../../blocks/find.ts';
import { InstantChoice, type InstantValue } from '../../blocks/instant-choice.tsx';
import { useMay } from '../../session/may.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { useDraft } from '../../ui/form-draft.ts';
import { language, languages } from '../../ui/language.ts';
import { Crumb } from '../../ui/links.tsx';
import type { LoadOptions, Option } from '../../ui/option-list.tsx';
import { Select } from '../../ui/select.tsx';
import { Breadcrumbs } from '../../ui/tabs.tsx';
import { TagPicker } from '../../ui/tag-picker.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useNow } from '../../ui/time.tsx';
import { InviteEffects } from './invite-effects.tsx';
import { type ReadAddresses, readAddresses, without } from './read-addresses.ts';
import { useDeferredReading } from './use-reading.ts';
import { words } from './words.ts';
import './invite.css';

type End = InstantValue<'month' | 'none'>;

interface Invitation {
  text: string;
  groups: readonly Option[];
  roles: readonly FoundOption[];
  end: End;
  reason: string;
  language: 'en' | 'de';
}

const noInvitation: Invitation = {
  text: '',
  groups: [],
  roles: [],
  end: { choice: 'none', on: null },
  reason: '',
  language: language === 'de' ? 'de' : 'en',
};

/** Invites many people: pasted addresses, groups and roles, the effects, and one button that creates and invites them. */
export function InviteScreen(): ReactNode {
  const now = useNow();
  const { may, ownsAny } = useMay();
  const [entry, change] = useDraft<Invitation>('invite-people', noInvitation);
  const queryClient = useQueryClient();
  const [loadRoles] = useState(() => rolesWithApplication(queryClient));
  const field = useRef<HTMLTextAreaElement>(null);
  const read = useDeferredReading(entry.text, readAddresses);
  const found = read.people.length + read.repeated.length + read.invalid.length;
  const ends = endOf(entry.end, now);
  const mayGrant = may('grants.manage') || ownsAny;
  return (
    <Page
      title={words.title}
      crumbs={
        <Breadcrumbs>
          <Crumb to="/users">{words.people}</Crumb>
          {words.title}
        </Breadcrumbs>
      }
    >
      <PageBody>
        <div className="invite">
          <div className="invite-fields">
            <TextArea
              label={words.addresses}
              autoFocus
              ref={field}
              mono
              rows={14}
              className="invite-addresses"
              spellCheck={false}
              autoComplete="off"
              placeholder={words.placeholder}
              value={entry.text}
              onChange={(text) => change({ text })}
              {...(found > 0 && { hint: words.found(found) })}
            />
            {(may('groups.manage') || mayGrant) && (
              <div className="invite-pair">
                {may('groups.manage') && (
                  <TagPicker
                    label={words.groups}
                    optional
                    placeholder={words.addGroup}
                    load={findGroups}
                    value={entry.groups}
                    onChange={(groups) => change({ groups })}
                  />
                )}
                {mayGrant && (
                  <TagPicker
                    label={words.roles}
                    optional
                    placeholder={words.addRole}
                    load={loadRoles}
                    value={entry.roles}
                    onChange={(roles) => change({ roles })}
                  />
                )}
              </div>
            )}
            <div className="invite-pair">
              {entry.roles.length > 0 && (
                <div>
                  <InstantChoice
                    label={words.ends}
                    choices={[
                      { value: 'month', label: words.month },
                      { value: 'on', label: words.on },
                      { value: 'none', label: words.none },
                    ]}
                    value={entry.end}
                    onChange={(end) => change({ end })}
                    dateLabel={words.onField}
                    min={now}
                    endOfDay
                    hint={entry.groups.length > 0 ? words.endsHint : undefined}
                    error={ends === undefined ? words.chooseDay : undefined}
                  />
                </div>
              )}
              <Select
                label={words.language}
                options={Object.entries(languages).map(([id, label]) => ({ id, label }))}
                value={entry.language}
                onChange={(id) => change({ language: id === 'de' ? 'de' : 'en' })}
              />
            </div>
            {entry.roles.length > 0 && (
              <TextField label={words.reason} optional value={entry.reason} onChange={(reason) => change({ reason })} />
            )}
          </div>
          <InviteEffects
            read={read}
            given={{
              groups: entry.groups.map(({ id }) => id),
              roles: entry.roles.flatMap(({ id, application }) => (application === null ? [] : [{ application, id }])),
              ends: ends ?? null,
              reason: entry.reason.trim(),
            }}
            language={entry.language}
            idle={ends === undefined ? words.chooseDay : undefined}
            onFix={({ from, to }) => {
              field.current?.focus();
              field.current?.setSelectionRange(from, to);
            }}
            onLeaveOut={(places) =>
              change({ text: places.toReversed().reduce((text, place) => without(text, place), entry.text) })
            }
            onDone={() => change({ ...noInvitation, text: leftOver(entry.text, read) })}
          />
        </div>
      </PageBody>
    </Page>
  );
}

/** Finds roles, each named with its application, because several applications can have a role of the same name. */
const rolesWithApplication =
  (queryClient: QueryClient): LoadOptions<FoundOption> =>
  async (q, signal) => {
    const [roles, applications] = await Promise.all([
      findRoles(q, signal),
      queryClient.ensureQueryData(applicationsQuery),
    ]);
    const names = new Map(applications.items.map(({ id, name }) => [id, name]));
    return roles.map((role) => ({
      ...role,
      label: `${names.get(role.application ?? '') ?? role.application} ${role.label}`,
    }));
  };

/** The chosen end: null for no end, undefined while no day is chosen. */
function endOf({ choice, on }: End, now: Date): Date | null | undefined {
  if (choice === 'none') return null;
  return choice === 'month' ? endOfDay(daysLater(now, 30)) : (on ?? undefined);
}

/** The end of the day, so that the plan stays the same while the form is open. */
function endOfDay(day: Date): Date {
  day.setHours(23, 59, 0, 0);
  return day;
}

/** The entries that are not valid. They stay in the field after the others were invited. */
const leftOver = (text: string, { invalid }: ReadAddresses): string =>
  invalid.map(({ from, to }) => text.slice(from, to).trim()).join('\n');
