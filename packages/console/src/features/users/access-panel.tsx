import type { ReactNode } from 'react';
import { PathDetail, pathKey } from '../../blocks/path-list.tsx';
import { givenTitle } from '../../blocks/roles.ts';
import { words as blockWords } from '../../blocks/words.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from '../../ui/section.tsx';
import type { AccessRow } from './access-rows.ts';
import { Actions, End, type GrantAction, Origin } from './access-table.tsx';
import { accessWords as words } from './words.ts';

interface AccessPanelProps {
  /** The id of the user. */
  user: string;
  row: AccessRow;
  /** Absent if the viewer may not change grants of the application. */
  onAsk: ((action: GrantAction) => void) | undefined;
  onClose: () => void;
}

/** The details of one line of the tab Access: every path with its origin. */
export function AccessPanel({ user, row, onAsk, onClose }: AccessPanelProps): ReactNode {
  const { application, kind, item, grant } = row;
  const { name, paths, pathCount } = item;
  const title = givenTitle(application, { kind, name, title: item.title });
  const hidden = pathCount - paths.length;
  return (
    <Panel
      title={kind === 'permission' ? <code>{name}</code> : name}
      lead={title || undefined}
      onClose={onClose}
      foot={grant && onAsk && <Actions grant={grant} onAsk={onAsk} />}
    >
      <Facts facts={[[words.ends, <End key="ends" row={row} />]]} />
      {paths.map((path) => (
        <section key={pathKey(path)}>
          <Facts facts={[[words.from, <Origin key="from" path={path} />]]} />
          <PathDetail path={path} direct={words.direct} />
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
