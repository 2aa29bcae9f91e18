import type { ReactNode } from 'react';
import { Callout } from '../../ui/callout.tsx';
import { Trash2Icon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { words } from './words.ts';

/** People who asked to be deleted, for those who may do it. */
export function DeletionsAsked({ count }: { count: number | null }): ReactNode {
  if (!count) return null;
  return (
    <Callout icon={Trash2Icon}>
      <b>{words.deletionsAsked(count)}</b>
      <p>
        <TextLink to="/users" search={{ deletion: 'asked' }}>
          {words.showThem}
        </TextLink>
      </p>
    </Callout>
  );
}
