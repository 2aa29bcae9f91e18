import type { Decision } from '@licet/contract';
import type { ReactNode } from 'react';
import { say } from '../../blocks/say.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { Permission } from '../../ui/who.tsx';
import { words } from './words.ts';
import './looked.css';

/** The rule's three steps, in its order, and what each came to. */
export function Looked({ decision }: { decision: Decision }): ReactNode {
  const { reason, held, permission } = decision;
  const things = {
    count: words.permissions(held.permissions),
    permission: <Permission>{permission.name}</Permission>,
  };
  const suspended = reason === 'suspended';
  return (
    <Section title={words.looked}>
      <dl className="facts looked">
        <Step yes={!suspended} mark={suspended ? words.noToken : words.valid}>
          {suspended ? words.noTokenWhy : words.validWhy}
        </Step>
        {!suspended && (
          <Step yes={reason === 'admin'} mark={reason === 'admin' ? words.isAdmin : words.notAdmin}>
            {reason === 'admin' ? words.isAdminWhy : words.notAdminWhy}
          </Step>
        )}
        {(reason === 'listed' || reason === 'not_listed') && (
          <Step yes={reason === 'listed'} mark={reason === 'listed' ? words.isListed : words.notListedMark}>
            {say(reason === 'listed' ? words.isListedWhy : words.notListedWhy, things)}
          </Step>
        )}
      </dl>
    </Section>
  );
}

function Step({ yes, mark, children }: { yes: boolean; mark: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt>
        <StatusTag kind={yes ? 'yes' : 'no'}>{mark}</StatusTag>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
