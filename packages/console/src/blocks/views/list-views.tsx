import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { StarIcon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import type { ListLook } from '../lists/list-address.ts';
import { useViews, type ViewAddress, viewIn, viewNames } from './views.ts';
import { words } from './words.ts';

const ViewMenu = lateComponent(async () => (await import('./view-menu.tsx')).ViewMenu);

export interface ListViewsProps<A extends ListLook> {
  /** The name of the list, such as `groups`. */
  list: string;
  /** The label of the list without a view; by default “All”. */
  all?: string | undefined;
  /** The names of the parameters that search, filter and sort the list. */
  filters: readonly (keyof A & string)[];
  address: A;
  change: (changes: Partial<A>) => void;
  /** Reads the address of a view, whose parameters are text. */
  read: (address: ViewAddress) => A;
}

/**
 * The user's saved views of a list. The code of the menu loads once there is a view, or something to save as one, so
 * that lists do not become heavier.
 */
export function ListViews<A extends ListLook>({
  list,
  all = words.all,
  filters,
  address,
  change,
  read,
}: ListViewsProps<A>): ReactNode {
  const { views } = useViews(list);
  const names = viewNames(filters);
  const now = viewIn(address, names);
  if (views.length === 0 && Object.keys(now).length === 0) return null;
  const open = (its: ViewAddress, view: string | undefined) => {
    const values = read(its);
    // The cast is safe: each name is a parameter of the address, and its value comes from the reader of that parameter.
    const changes = Object.fromEntries(names.map((name) => [name, values[name as keyof A]]));
    change({ ...changes, view } as Partial<A>);
  };
  const name = views.find((view) => view.name === address.view)?.name ?? all;
  return (
    <ViewMenu
      list={list}
      all={all}
      now={now}
      view={address.view}
      onOpen={open}
      whileLoading={
        views.length > 0 && (
          <Button icon={StarIcon}>
            <bdi>{name}</bdi>
          </Button>
        )
      }
    />
  );
}
