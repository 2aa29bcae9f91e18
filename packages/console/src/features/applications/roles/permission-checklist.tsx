import '../applications.css';
import { type Ref, searchFilter } from '@licet/contract';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { countText } from '../../../blocks/use-list.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { includedIn, useCatalogue } from './catalogue.ts';
import { PastePermissions } from './paste-permissions.tsx';
import { PermissionTree } from './permission-tree.tsx';
import { treeOf } from './tree.ts';
import { checklistWords as checklist, words } from './words.ts';
import '../../../ui/menu.css';

export interface PermissionChecklistProps {
  application: string;
  /** The checked permissions. Maps ids to names. */
  value: ReadonlyMap<string, string>;
  onChange: (value: ReadonlyMap<string, string>) => void;
  /** The included roles. Their permissions are in the role, too. */
  includes: readonly Ref[];
}

const none: ReadonlyMap<string, string> = new Map();

/** The permissions of a role in a form: a tree with a search, and buttons for all permissions that are found. */
export function PermissionChecklist({ application, value, onChange, includes }: PermissionChecklistProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<'all' | 'ticked'>('all');
  const q = useDeferredValue(typed.trim());
  const { query, catalogue } = useCatalogue(application);
  const included = useMemo(
    () => (catalogue ? includedIn(catalogue.matrix, includes) : new Map()),
    [catalogue, includes],
  );
  const contents = useMemo(() => ({ own: value, included }), [value, included]);
  // The rows depend on the ticks only while the filter for ticked permissions is on.
  const ticked = shown === 'ticked' ? contents : undefined;
  const tree = useMemo(() => {
    if (!catalogue || (q === '' && !ticked)) return catalogue?.tree;
    const fits = searchFilter(q);
    return treeOf(
      catalogue.permissions.filter(
        ({ id, name, title }) => fits(name, title) && (!ticked || ticked.own.has(id) || ticked.included.has(id)),
      ),
    );
  }, [catalogue, q, ticked]);
  const addFound = () => {
    const next = new Map(value);
    for (const { id, name } of tree?.leaves ?? []) if (!included.has(id)) next.set(id, name);
    onChange(next);
  };
  const found = tree?.leaves.length ?? 0;
  const isFiltered = q !== '' || shown === 'ticked';

  return (
    <fieldset className="picked-list plain-set">
      <legend className="visually-hidden">{words.permissions}</legend>
      <div className="picked-head">
        <SearchField label={checklist.find} shortcut={false} value={typed} onChange={setTyped} />
        <SegmentedControl
          label={checklist.which}
          choices={[
            { value: 'all', label: checklist.all },
            { value: 'ticked', label: checklist.ticked, count: countText(value.size) },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {catalogue && tree && found > 0 ? (
        <PermissionTree
          key={isFiltered ? 'found' : 'all'}
          tree={tree}
          contents={contents}
          saved={value}
          onChange={onChange}
          open={isFiltered || tree.leaves.length <= OPEN_UP_TO}
          framed
        />
      ) : query.error && !catalogue ? (
        <ErrorState small error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <p className="option-empty">{noteOf(shown, !catalogue, q)}</p>
      )}
      <div className="picked-foot">
        <span aria-live="polite">{checklist.count(value.size)}</span>
        <span className="push-end inline-row">
          {catalogue && (
            <PastePermissions small permissions={catalogue.permissions} contents={contents} onAdd={onChange} />
          )}
          {value.size > 0 && (
            <Button small kind="quiet" onClick={() => onChange(none)}>
              {checklist.untickAll}
            </Button>
          )}
          {shown === 'all' && found > 0 && (
            <Button small kind="quiet" onClick={addFound}>
              {q === '' ? checklist.tickAll : checklist.tickThese(countText(found))}
            </Button>
          )}
        </span>
      </div>
    </fieldset>
  );
}

/** The tree of a catalogue with up to this number of permissions is expanded at first. */
export const OPEN_UP_TO = 60;

function noteOf(shown: 'all' | 'ticked', pending: boolean, q: string): string {
  if (pending) return checklist.loading;
  if (shown === 'ticked') return q === '' ? checklist.nothingTicked : checklist.noneOfTicked;
  return q === '' ? checklist.emptyCatalogue : checklist.noneFits(q);
}
