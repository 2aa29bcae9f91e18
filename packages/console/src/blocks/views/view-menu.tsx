import { limits } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StarIcon, UsersRoundIcon, XIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Sharing } from './shared-views.ts';
import { isSameView, useViews, type ViewAddress, viewAddress } from './views.ts';
import { words } from './words.ts';
import './view-menu.css';

export interface ViewMenuProps {
  /** The name of the list, such as `users`. */
  list: string;
  /** The label of the list without a view: "All users". */
  all: string;
  /** The parameters that a view would keep if the user saved it now. */
  now: ViewAddress;
  /** The name of the user's own open view, or the id of the shared one. */
  view: string | undefined;
  /** The views that all readers of the list have; by default, the list has none. */
  sharing?: Sharing;
  /** Opens a view: replaces all parameters of the former one. */
  onOpen: (address: ViewAddress, view: string | undefined) => void;
}

/** The sharing of a list whose views are only the user's own. */
const notShared: Sharing = {
  views: [],
  mayShare: false,
  share: async () => undefined,
  remove: async () => undefined,
};

/**
 * The user's saved views of a list, and the shared ones. The open view is in the address, and a view that was changed can
 * be saved. Hidden until there is a view, or something to save as one.
 */
export function ViewMenu({ list, all, now, view, sharing = notShared, onOpen }: ViewMenuProps): ReactNode {
  const { views, save, remove } = useViews(list);
  const [saving, setSaving] = useState(false);
  const own = views.find(({ name }) => name === view);
  const common = own ? undefined : sharing.views.find(({ id }) => id === view);
  const open = own ?? (common && { name: common.name, address: viewAddress(common.address) });
  const differs = !isSameView(now, open?.address ?? {});
  return (
    <>
      {views.length + sharing.views.length > 0 && (
        <Menu
          label={words.views}
          align="start"
          trigger={
            <Button icon={common ? UsersRoundIcon : StarIcon} aria-label={words.view(open?.name ?? all)}>
              <bdi>{open?.name ?? all}</bdi>
            </Button>
          }
          groups={[
            [{ id: 'all', label: all, chosen: !open, onAction: () => onOpen({}, undefined) }],
            views.map(({ name, address: its }) => ({
              id: `view ${name}`,
              label: name,
              icon: StarIcon,
              chosen: name === own?.name,
              onAction: () => onOpen(its, name),
            })),
            sharing.views.map(({ id, name, address: its }) => ({
              id: `shared ${id}`,
              label: name,
              detail: words.sharedView,
              icon: UsersRoundIcon,
              chosen: id === common?.id,
              onAction: () => onOpen(viewAddress(its), id),
            })),
            open && (own || sharing.mayShare)
              ? [
                  {
                    id: 'remove',
                    label: words.remove(open.name),
                    icon: XIcon,
                    onAction: () => {
                      if (common) void sharing.remove(common);
                      else remove(open.name);
                      onOpen(now, undefined);
                    },
                  },
                ]
              : [],
          ]}
        />
      )}
      {differs && Object.keys(now).length > 0 && (
        <Button kind="quiet" className="save-view" onClick={() => setSaving(true)}>
          {words.save}
        </Button>
      )}
      {saving && (
        <SaveDialog
          first={open?.name ?? ''}
          mayShare={sharing.mayShare}
          isShared={common !== undefined}
          onClose={() => setSaving(false)}
          onSave={async (name, isShared) => {
            if (!isShared) save({ name, address: now });
            const saved = isShared ? await sharing.share(name, now) : name;
            if (saved === undefined) return;
            setSaving(false);
            onOpen(now, saved);
          }}
        />
      )}
    </>
  );
}

interface SaveDialogProps {
  first: string;
  mayShare: boolean;
  /** Whether the open view is a shared one. */
  isShared: boolean;
  onSave: (name: string, isShared: boolean) => Promise<void>;
  onClose: () => void;
}

function SaveDialog({ first, mayShare, isShared, onSave, onClose }: SaveDialogProps): ReactNode {
  const [name, setName] = useState(first);
  const [missing, setMissing] = useState(false);
  const [shared, setShared] = useState(mayShare && isShared);
  const save = () => (name.trim() === '' ? setMissing(true) : void onSave(name.trim(), shared));
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={words.saveTitle}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" onClick={save}>
            {words.saveDo}
          </Button>
        </>
      }
    >
      <p>{shared ? words.shareText : words.saveText}</p>
      <TextField
        label={words.name}
        value={name}
        maxLength={limits.viewNameMax.value}
        error={missing ? words.nameMissing : undefined}
        onChange={(next) => {
          setName(next);
          setMissing(false);
        }}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      {mayShare && <Checkbox label={words.share} checked={shared} onChange={setShared} />}
    </Dialog>
  );
}
