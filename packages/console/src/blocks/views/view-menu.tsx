import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StarIcon, XIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/menu.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isSameView, useViews, type ViewAddress, viewAddress } from './views.ts';
import { words } from './words.ts';

export interface ViewMenuProps {
  /** The name of the list, such as `users`. */
  list: string;
  /** The label of the list without a view: "All users". */
  all: string;
  /** The address of the list, with the name of the open view in `view`. */
  address: { readonly view?: string | undefined };
  /** Opens a view: replaces all parameters of the former one. */
  onOpen: (address: ViewAddress, view: string | undefined) => void;
}

/**
 * The user's saved views of a list. The open view is in the address, and a view that was changed can be saved. Hidden
 * until there is a view, or something to save as one.
 */
export function ViewMenu({ list, all, address, onOpen }: ViewMenuProps): ReactNode {
  const { views, save, remove } = useViews(list);
  const [saving, setSaving] = useState(false);
  const now = viewAddress(address);
  const open = views.find(({ name }) => name === address.view);
  const differs = !isSameView(now, open?.address ?? {});
  return (
    <>
      {views.length > 0 && (
        <Menu
          label={words.views}
          align="start"
          trigger={
            <Button icon={StarIcon} aria-label={words.view(open?.name ?? all)}>
              <bdi>{open?.name ?? all}</bdi>
            </Button>
          }
          groups={[
            [{ id: 'all', label: all, chosen: !open, onAction: () => onOpen({}, undefined) }],
            views.map(({ name, address: its }) => ({
              id: `view ${name}`,
              label: name,
              icon: StarIcon,
              chosen: name === open?.name,
              onAction: () => onOpen(its, name),
            })),
            open
              ? [
                  {
                    id: 'remove',
                    label: words.remove(open.name),
                    icon: XIcon,
                    onAction: () => {
                      remove(open.name);
                      onOpen(now, undefined);
                    },
                  },
                ]
              : [],
          ]}
        />
      )}
      {differs && Object.keys(now).length > 0 && (
        <Button kind="quiet" className="hide-on-phone" onClick={() => setSaving(true)}>
          {words.save}
        </Button>
      )}
      {saving && (
        <SaveDialog
          first={open?.name ?? ''}
          onClose={() => setSaving(false)}
          onSave={(name) => {
            save({ name, address: now });
            setSaving(false);
            onOpen(now, name);
          }}
        />
      )}
    </>
  );
}

const NAME_MAX = 60;

function SaveDialog({
  first,
  onSave,
  onClose,
}: {
  first: string;
  onSave: (name: string) => void;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(first);
  const [missing, setMissing] = useState(false);
  const save = () => (name.trim() === '' ? setMissing(true) : onSave(name.trim()));
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
      <p>{words.saveText}</p>
      <TextField
        label={words.name}
        value={name}
        maxLength={NAME_MAX}
        error={missing ? words.nameMissing : undefined}
        onChange={(next) => {
          setName(next);
          setMissing(false);
        }}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </Dialog>
  );
}
