import type { AccessItem } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { PathList } from '../../blocks/path-list.tsx';
import { accessWords as words } from './access-words.ts';
import './ways.css';

const FEW = 3;

/** The ways something comes by: the first few, and the others when asked for. */
export function Ways({ item }: { item: AccessItem }): ReactNode {
  const [all, setAll] = useState(false);
  const { paths, pathCount } = item;
  const hidden = pathCount - FEW;
  if (all || hidden <= 0) return <PathList paths={paths} count={pathCount} />;
  return (
    <>
      <PathList paths={paths.slice(0, FEW)} />
      <button type="button" className="link small ways-more" aria-expanded={false} onClick={() => setAll(true)}>
        {words.moreWays(hidden)}
      </button>
    </>
  );
}
