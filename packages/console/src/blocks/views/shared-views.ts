import type { SharedView } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { asProblem } from '../../ui/problem.ts';
import { showToast } from '../../ui/toast.tsx';
import { useUndo } from '../undo.ts';
import { useRefresh } from '../use-action.ts';
import { type ViewAddress, viewAddress } from './views.ts';
import { words } from './words.ts';

/** The views that all readers of a list have. */
export interface Sharing {
  readonly views: readonly SharedView[];
  readonly mayShare: boolean;
  /** Shares a view. Returns its id, or undefined after an error, which a toast shows. */
  readonly share: (name: string, address: ViewAddress) => Promise<string | undefined>;
  readonly remove: (view: SharedView) => Promise<void>;
}

/** The shared views of the list of users. */
export function useSharedViews(): Sharing {
  const { data } = useQuery({ queryKey: ['views', 'users'], queryFn: ({ signal }) => client.views.list({ signal }) });
  const mayShare = usePermission('users.manage');
  const refresh = useRefresh();
  const undoing = useUndo();
  const tried = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail ?? title });
      return undefined;
    } finally {
      await refresh();
    }
  };
  return {
    views: data?.items ?? [],
    mayShare,
    share: (name, address) =>
      tried(async () => {
        const { q: _q, username: _username, ...kept } = viewAddress(address);
        const { id } = await client.views.save({ body: { name, address: kept } });
        showToast({ text: words.shared(name) });
        return id;
      }),
    remove: async (view) => {
      const { id, ...body } = view;
      await tried(async () => {
        await client.views.remove({ params: { view: id } });
        showToast({
          text: words.removed(view.name),
          action: undoing({ run: () => client.views.save({ body }), done: words.shared(view.name) }),
        });
      });
    },
  };
}
