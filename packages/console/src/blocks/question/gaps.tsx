import { type Application, searchFilter } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { client } from '../../session/client.ts';
import { classNames } from '../../ui/class-names.ts';
import { ChevronsUpDownIcon, CircleHelpIcon } from '../../ui/icons.tsx';
import { type LoadOptions, type Option, OptionPicture } from '../../ui/option-list.tsx';
import { applicationsQuery } from '../chips.tsx';
import { PickPopover, type PickPopoverProps } from '../pick-popover.tsx';
import { permissionTitle } from '../roles.ts';
import { words } from './words.ts';
import './question.css';

const SHOWN = 50;

/**
 * Finds permissions of an application by name or title. Also offers the typed text, which need not be in the catalogue.
 */
const permissionsOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.permissions.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    const found: Option[] = items.map((it) => ({
      id: it.name,
      label: it.name,
      detail: permissionTitle(application, it),
      mono: true,
    }));
    const typed = q.trim();
    if (typed === '' || items.some(({ name }) => name === typed)) return found;
    return [...found, { id: typed, label: typed, detail: words.askAnyway, mono: true, icon: CircleHelpIcon }];
  };

/** Finds applications by name or identifier. */
const applicationsAmong =
  (applications: readonly Application[]): LoadOptions =>
  async (q) => {
    const fits = searchFilter(q);
    return applications
      .filter(({ id, name }) => fits(name, id))
      .map(({ id, name }) => ({ id, label: name, detail: id, lead: 'application' as const }));
  };

interface PermissionGapProps {
  application: string | undefined;
  permission: string | undefined;
  /** The title of the permission, if it is known and not empty. */
  title?: string | undefined;
  onPick: (permission: string | undefined) => void;
  /** The first option, which removes the permission from the question: “use Ledger”. */
  any?: string | undefined;
  small?: boolean | undefined;
}

/** The blank in a question where the user picks a permission. Shows the title and the name of the permission. */
export function PermissionGap({ application, permission, title, onPick, any, small }: PermissionGapProps): ReactNode {
  const load = useMemo(() => permissionsOrAny(application, any), [application, any]);
  const named = permission === undefined ? undefined : { label: permission, mono: true };
  const titled = title ? { label: words.phrase(title), detail: permission } : named;
  return (
    <Gap
      name={words.permission}
      find={words.findPermission}
      placeholder={words.something}
      chosen={permission === undefined && any !== undefined ? { label: any } : titled}
      load={load}
      onPick={({ id }) => onPick(id === ANY ? undefined : id)}
      none={application === undefined ? words.chooseApplicationFirst : words.noPermission}
      untyped={application === undefined ? words.chooseApplicationFirst : words.noPermissions}
      small={small}
    />
  );
}

function permissionsOrAny(application: string | undefined, any: string | undefined): LoadOptions {
  if (application === undefined) return () => Promise.resolve([]);
  const find = permissionsOf(application);
  if (any === undefined) return find;
  return async (q, signal) => [...(q.trim() === '' ? [{ id: ANY, label: any }] : []), ...(await find(q, signal))];
}

/** No permission has this name, because names of permissions are not empty. */
const ANY = '';

interface ApplicationGapProps {
  application: string | undefined;
  onPick: (application: string) => void;
  small?: boolean | undefined;
}

/** The blank in a question where the user picks an application. */
export function ApplicationGap({ application, onPick, small }: ApplicationGapProps): ReactNode {
  const { data } = useQuery(applicationsQuery);
  const load = useMemo(() => applicationsAmong(data?.items ?? []), [data]);
  const name = data?.items.find(({ id }) => id === application)?.name ?? application;
  return (
    <Gap
      name={words.application}
      find={words.findApplication}
      placeholder={words.anApplication}
      chosen={name === undefined ? undefined : { label: name, lead: 'application' as const }}
      load={load}
      onPick={({ id }) => onPick(id)}
      none={words.noApplication}
      small={small}
    />
  );
}

interface GapProps extends Omit<PickPopoverProps<Option>, 'trigger' | 'label'> {
  /** The kind of value that the blank takes, such as "Person". */
  name: string;
  /** The label of the search: "Find a person". */
  find: string;
  /** The text while nothing is chosen. */
  placeholder: string;
  chosen: Pick<Option, 'label' | 'lead' | 'mono' | 'detail'> | undefined;
  small?: boolean | undefined;
}

/** A blank in a question: a button that opens a search. */
export function Gap({ name, find, placeholder, chosen, small, ...pick }: GapProps): ReactNode {
  const trigger = (
    <button
      type="button"
      className={classNames('question-gap', chosen === undefined && 'open', small && 'small')}
      aria-label={`${name}: ${chosen?.label ?? placeholder}`}
    >
      {chosen?.lead && <OptionPicture option={chosen} />}
      <span className={classNames('question-gap-text', chosen?.mono && 'mono')}>{chosen?.label ?? placeholder}</span>
      {chosen?.detail !== undefined && <code className="question-gap-name">{chosen.detail}</code>}
      <ChevronsUpDownIcon small />
    </button>
  );
  return <PickPopover {...pick} label={find} trigger={trigger} />;
}
