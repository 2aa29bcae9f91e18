import './conflict-view.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { NoIcon } from '../ui/state-icons.tsx';
import { conflictWords as words } from './words.ts';

/** One field that another user saved differently. */
export interface ConflictField {
  id: string;
  label: string;
  /** The saved value. */
  theirs: ReactNode;
  /** The typed value. */
  mine: ReactNode;
}

export interface ConflictViewProps {
  /** The name of the other user: "Maya Lindqvist". */
  of: string;
  fields: readonly ConflictField[];
  /** Saves the typed values over those of the other user. */
  onKeepMine: () => void;
  /** Discards the typed values. */
  onTakeTheirs: () => void;
  pending?: boolean | undefined;
}

/** Another user saved in the meantime: both sides, and the choice. */
export function ConflictView({ of, fields, onKeepMine, onTakeTheirs, pending }: ConflictViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  // The user may have sent a long form from its end; this view is at its beginning.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="conflict" role="alert" ref={box}>
      <p className="conflict-head">
        <NoIcon />
        <span>
          <b>{words.title(of)}</b> {fields.length > 0 ? words.both : words.same}
        </span>
      </p>
      {fields.length > 0 && (
        <table className="conflict-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{words.theirs}</th>
              <th scope="col">{words.mine}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.id}>
                <th scope="row">{field.label}</th>
                <td>{field.theirs}</td>
                <td>{field.mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="conflict-foot">
        <Button onClick={onTakeTheirs}>{words.takeTheirs}</Button>
        <Button pending={pending} onClick={onKeepMine}>
          {words.keepMine}
        </Button>
      </div>
    </div>
  );
}
