import { type Application, searchFilter } from '@licet/contract';
import { optionOf } from '../../blocks/find.ts';
import { client } from '../../session/client.ts';
import { CircleHelpIcon } from '../../ui/icons.tsx';
import type { LoadOptions, Option } from '../../ui/option.ts';
import { words } from './words.ts';

const SHOWN = 50;

/** People by name, username or e-mail address, and programs by name; the first people while nothing is typed, for whoever may list them. */
export const findSubjects: LoadOptions = async (q, signal) => {
  if (q.trim() === '') {
    const page = await client.users.list({ query: { sort: 'name', limit: SHOWN }, signal }).catch(() => undefined);
    return (page?.items ?? []).map(({ id, name, username }) => ({
      id,
      label: name,
      detail: username,
      lead: 'person' as const,
    }));
  }
  const { items } = await client.search.find({ query: { q, kinds: 'user,client', limit: SHOWN }, signal });
  const some = items.map(optionOf);
  // A program is none of a person’s names: it says whose it is.
  return some.map((found) =>
    found.kind === 'client' ? { ...found, detail: words.programOf(found.application ?? '') } : found,
  );
};

/** Permissions of an application by name or title. What is typed can be asked about even when no catalogue has it. */
export const permissionsOf =
  (application: string): LoadOptions =>
  async (q, signal) => {
    const { items } = await client.permissions.list({ params: { application }, query: { q, limit: SHOWN }, signal });
    const found: Option[] = items.map(({ name, title }) => ({ id: name, label: name, detail: title, mono: true }));
    const typed = q.trim();
    if (typed === '' || items.some(({ name }) => name === typed)) return found;
    return [...found, { id: typed, label: typed, detail: words.askAnyway, mono: true, icon: CircleHelpIcon }];
  };

/** Applications by name or identifier. */
export const applicationsAmong =
  (applications: readonly Application[]): LoadOptions =>
  async (q) => {
    const fits = searchFilter(q);
    return applications
      .filter(({ id, name }) => fits(name, id))
      .map(({ id, name }) => ({ id, label: name, detail: id, lead: 'application' as const }));
  };
