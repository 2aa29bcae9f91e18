import { type Catalogue, compareNames, limits, newRequest, type Ref, searchFilter } from '@licet/contract';
import { usualLengths } from '../../blocks/durations.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { type Form, type FormSchema, useForm } from '../../ui/form.ts';
import { useDraft } from '../../ui/form-draft.ts';
import type { LoadOptions, Option } from '../../ui/option-list.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { InboxAddress } from './address.ts';
import { askWords as words } from './words.ts';

/** The values of the form for a new request. */
export interface AskValues {
  application: Option | null;
  what: AskableOption | null;
  /** The duration in seconds, or "until" if the user chose an expiry. */
  length: string;
  until: Date | null;
  reason: string;
}

type NewRequest = Parameters<typeof client.requests.ask>[0]['body'];

/**
 * The form for a new request, prefilled from the URL. Its values survive a reload. The reason also survives closing the
 * form, until the request is sent.
 */
export function useAskForm(formId: string, address: InboxAddress, onAsked: (request: string) => void): Form<AskValues> {
  const refresh = useRefresh();
  const [draft, keep, forget] = useDraft('ask-reason', { reason: '' });
  const form = useForm<AskValues, NewRequest>(
    {
      schema: askSchema,
      initial: { ...initialOf(address), reason: draft.reason },
      keep: `ask ${address.application ?? ''} ${address.role ?? address.permission ?? ''}`,
      submit: async (body) => {
        const { renews } = address;
        const { id } = await client.requests.ask({ body: { ...body, ...(renews !== undefined && { renews }) } });
        forget();
        void refresh();
        showToast({ text: words.asked });
        onAsked(id);
      },
    },
    formId,
  );
  return {
    ...form,
    field: (name) => {
      const field = form.field(name);
      if (name !== 'reason') return field;
      return {
        ...field,
        onChange: (value) => {
          keep({ reason: String(value) });
          field.onChange(value);
        },
      };
    },
  };
}

/** Converts the form values to the contract's new request, with an error at each field that is missing. */
const askSchema: FormSchema<NewRequest> = {
  safeParse: (input) => {
    const { application, what, length, until, reason } = input as AskValues;
    const issues: { path: string[]; message: string }[] = [];
    if (!application) issues.push({ path: ['application'], message: words.chooseApplication });
    if (!what) issues.push({ path: ['what'], message: words.chooseWhat });
    const seconds = length === 'until' ? secondsUntil(until) : Number(length);
    const parsed = newRequest.safeParse({
      application: application?.id ?? '',
      ...(what?.kind === 'role' ? { role: what.label } : { permission: what?.label ?? 'a.b' }),
      reason,
      seconds,
    });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        issues.push({ path: [fieldOf(String(path[0] ?? ''))], message });
    }
    return parsed.success && issues.length === 0
      ? { success: true, data: parsed.data }
      : { success: false, error: { issues } };
  },
};

function initialOf({ application, role, permission }: InboxAddress): Omit<AskValues, 'reason'> {
  const named = role ?? permission;
  return {
    application: application === undefined ? null : applicationOption({ id: application, name: application }),
    what:
      named === undefined
        ? null
        : askableOption(role === undefined ? 'permission' : 'role', { name: named, title: '' }),
    length: String(usualLengths.day),
    until: null,
  };
}

/** Returns the seconds until the chosen expiry. Zero without an expiry; the contract then reports an error. */
function secondsUntil(until: Date | null): number {
  if (until === null) return 0;
  return Math.min(Math.floor((until.getTime() - Date.now()) / 1000), limits.requestSecondsMax.value + 1);
}

function fieldOf(name: string): keyof AskValues {
  if (name === 'seconds') return 'until';
  if (name === 'permission' || name === 'role') return 'what';
  return name === 'application' ? 'application' : 'reason';
}

/** A role or a permission that can be requested. */
export interface AskableOption extends Option {
  kind: 'role' | 'permission';
}

const SHOWN = 50;

/** The applications in which the viewer can make requests, because the viewer has access to them or may see them. */
export const findAskable: LoadOptions = async (query, signal) => {
  const [{ items: mine }, { items: seen }] = await Promise.all([
    client.me.access({ signal }),
    client.applications.list({ query: { q: query, sort: 'name', limit: SHOWN }, signal }),
  ]);
  const fits = searchFilter(query);
  const held = mine.map(({ application }) => application).filter(({ id, name }) => fits(id, name));
  const all = new Map([...held, ...seen].map(({ id, name }) => [id, { id, name }]));
  return [...all.values()].sort((one, other) => compareNames(one.name, other.name)).map(applicationOption);
};

/** An application as an option. */
const applicationOption = ({ id, name }: Ref): Option => ({
  id,
  label: name,
  detail: id,
  lead: 'application',
});

/** A role or a permission as an option. */
const askableOption = (kind: AskableOption['kind'], { name, title }: Catalogue['roles'][number]): AskableOption => ({
  id: `${kind} ${name}`,
  kind,
  label: name,
  lead: kind,
  mono: kind === 'permission',
  ...(title !== '' && { detail: title }),
});

/** The roles and permissions of a catalogue whose name or title matches the typed text, roles first. */
export function askableIn({ roles, permissions }: Catalogue): LoadOptions<AskableOption> {
  const all = [
    ...roles.map((role) => askableOption('role', role)),
    ...permissions.map((it) => askableOption('permission', it)),
  ];
  return async (query) => {
    const fits = searchFilter(query);
    return all.filter(({ label, detail }) => fits(label, detail)).slice(0, SHOWN);
  };
}
