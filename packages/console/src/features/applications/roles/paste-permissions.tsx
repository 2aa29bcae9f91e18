import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ClipboardCheckIcon } from '../../../ui/icons.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { type Contents, type Listed, pastedIn } from './tree.ts';
import { pasteWords as words } from './words.ts';
import './roles.css';

interface PastePermissionsProps {
  permissions: readonly Listed[];
  contents: Contents;
  onAdd: (own: ReadonlyMap<string, string>) => void;
  small?: boolean | undefined;
}

const UNKNOWN_SHOWN = 12;

/** A button whose dialog ticks the permissions that a pasted text names. */
export function PastePermissions(props: PastePermissionsProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        small={props.small}
        kind={props.small ? 'quiet' : 'plain'}
        icon={ClipboardCheckIcon}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {open && <PasteDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PasteDialog({
  permissions,
  contents: { own, included },
  onAdd,
  onClose,
}: PastePermissionsProps & { onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const { found, unknown } = pastedIn(text, permissions);
  const fresh = found.filter(({ id }) => !own.has(id) && !included.has(id));
  return (
    <Dialog
      open
      keepOpen={text !== ''}
      onClose={onClose}
      title={words.title}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            {...(fresh.length === 0 && { idle: words.nothing })}
            onClick={() => {
              onAdd(new Map([...own, ...fresh.map(({ id, name }) => [id, name] as const)]));
              onClose();
            }}
          >
            {words.add(fresh.length)}
          </Button>
        </>
      }
    >
      <TextArea
        label={words.label}
        hint={words.hint}
        value={text}
        onChange={setText}
        mono
        rows={6}
        spellCheck={false}
        autoFocus
      />
      <div aria-live="polite">
        {found.length > 0 && <p>{words.known(found.length, fresh.length)}</p>}
        {unknown.length > 0 && (
          <>
            <p className="tone-no">{words.unknown(unknown.length)}</p>
            <ul className="pasted-unknown">
              {unknown.slice(0, UNKNOWN_SHOWN).map((name) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
              {unknown.length > UNKNOWN_SHOWN && <li>{words.more(unknown.length - UNKNOWN_SHOWN)}</li>}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
