import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Avatar } from '../ui/who.tsx';
import type { Find } from './console-context.ts';
import { splitMatches } from './matches.ts';
import { words } from './words.ts';
import './palette-list.css';

export interface PaletteListProps {
  id: string;
  finds: readonly Find[];
  chosen: number;
  query: string;
  onOpen: (find: Find) => void;
  onPoint: (index: number) => void;
}

/** The finds of the palette under their heads; the options that its input walks through. */
export function PaletteList({ id, finds, chosen, query, onOpen, onPoint }: PaletteListProps): ReactNode {
  const groups = Map.groupBy(finds, (find) => find.group);
  return (
    <div className="list" role="listbox" id={id} aria-label={words.palette}>
      {[...groups].map(([group, own]) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fields of a form
        <div key={group} role="group" aria-label={group}>
          <div className="palette-heading" aria-hidden="true">
            {group}
          </div>
          {own.map((find) => {
            const index = finds.indexOf(find);
            const option = {
              role: 'option',
              id: `${id}-${index}`,
              'aria-selected': index === chosen,
              onClick: () => onOpen(find),
              onPointerMove: () => index !== chosen && onPoint(index),
            };
            return (
              <div key={find.id} className="palette-option" {...option}>
                <FindLine find={find} query={query} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function FindLine({ find, query }: { find: Find; query: string }): ReactNode {
  const Shown = find.icon;
  return (
    <>
      {find.person ? <Avatar name={find.label} /> : Shown && <Shown />}
      <span className="ellipsis">
        <bdi className={classNames(find.mono && 'identifier')}>
          <Marked text={find.label} query={query} />
        </bdi>{' '}
        {find.detail !== undefined && <bdi className="text-faint small">{find.detail}</bdi>}
      </span>
      {find.end !== undefined && <bdi className="end">{find.end}</bdi>}
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }): ReactNode {
  return splitMatches(text, query).map((piece) =>
    piece.hit ? <mark key={piece.from}>{piece.text}</mark> : piece.text,
  );
}
