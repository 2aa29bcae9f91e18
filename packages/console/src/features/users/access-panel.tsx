import type { ReactNode } from 'react';
import { PathDetail, pathKey } from '../../blocks/path-list.tsx';
import { givenTitle } from '../../blocks/roles.ts';
import { words as blockWords } from '../../blocks/words.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from '../../ui/section.tsx';
import { EndsAt } from '../../ui/time.tsx';
import { type AccessAction, Actions, type MayChange } from './access-actions.tsx';
import { Origin, staysText } from './access-origin.tsx';
import { type AccessRow, grantOf } from './access-rows.ts';
import { accessWords as words } from './words.ts';

interface AccessPanelProps extends MayChange {
  /** The id of the user. */
  user: string;
  row: AccessRow;
  onAsk: (action: AccessAction) => void;
  onClose: () => void;
}

/** The details of one entry of the tab Access: every path with its origin, its end and its actions. */
export function AccessPanel({ user, row, onAsk, onClose, ...may }: AccessPanelProps): ReactNode {
  const { application, kind, item } = row;
  const { name, paths, pathCount } = item;
  const title = givenTitle(application, { kind, name, title: item.title });
  const hidden = pathCount - paths.length;
  const stays = staysText(item);
  return (
    <Panel title={kind === 'permission' ? <code>{name}</code> : name} lead={title || undefined} onClose={onClose}>
      {stays !== undefined && <p>{stays}</p>}
      {paths.map((path) => (
        <section key={pathKey(path)} className="access-path">
          <PathDetail path={path} />
          <Facts
            facts={[
              [words.from, <Origin key="from" path={path} />],
              [words.ends, <EndsAt key="ends" at={path.ends} />],
            ]}
          />
          <Actions line={{ id: row.id, row, kind: 'first', path, grant: grantOf(row, path) }} onAsk={onAsk} {...may} />
        </section>
      ))}
      {hidden > 0 && <p className="text-faint small">{blockWords.morePaths(hidden)}</p>}
      {kind === 'permission' && (
        <ButtonLink small to="/explain" search={{ user, application, permission: name }}>
          {words.why}
        </ButtonLink>
      )}
    </Panel>
  );
}
