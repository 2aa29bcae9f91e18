import * as z from 'zod';
import { useKeptAs } from '../lists/kept.ts';
import { lookAddress } from '../lists/list-address.ts';

/** The parameters of a list's address that belong to a view: filters, order, columns and density. */
export type ViewAddress = Readonly<Record<string, string>>;

/** A view that the user saved under a name. */
export interface View {
  readonly name: string;
  readonly address: ViewAddress;
}

/** URL parameters for the page of a list and for what is open. They do not belong to a view. */
const PASSING: ReadonlySet<string> = new Set(['cursor', 'add', 'open', 'at', 'view']);

/** The part of an address that a view keeps. */
export const viewAddress = (address: object): ViewAddress =>
  Object.fromEntries(
    Object.entries(address)
      .filter(([name, value]) => value !== undefined && !PASSING.has(name))
      .map(([name, value]) => [name, String(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The parameters of a list whose address also contains other things: its filters, and how it looks. */
export const viewNames = (filters: readonly string[]): readonly string[] => [...filters, ...Object.keys(lookAddress)];

/** The part of an address that a view of one of its lists keeps. */
export const viewIn = (address: object, names: readonly string[]): ViewAddress =>
  viewAddress(Object.fromEntries(Object.entries(address).filter(([name]) => names.includes(name))));

export const isSameView = (one: ViewAddress, other: ViewAddress): boolean =>
  JSON.stringify(viewAddress(one)) === JSON.stringify(viewAddress(other));

/** Adds a view, or replaces the one with the same name, and sorts by name. */
export const withView = (views: readonly View[], view: View): View[] =>
  [...views.filter(({ name }) => name !== view.name), view].sort((one, other) => one.name.localeCompare(other.name));

const keptViews = z.object({
  views: z.array(z.object({ name: z.string(), address: z.record(z.string(), z.string()) }).readonly()).readonly(),
});
const none = { views: [] };

/** The user's own views of a list. This browser keeps them. */
export function useViews(list: string) {
  const [{ views }, keep] = useKeptAs(`views ${list}`, keptViews, none);
  return {
    views,
    save: (view: View) => keep({ views: withView(views, view) }),
    remove: (name: string) => keep({ views: views.filter((view) => view.name !== name) }),
  };
}
