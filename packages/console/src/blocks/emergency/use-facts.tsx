import type { BreakGlassUse } from '@licet/contract';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/links.tsx';
import { Facts } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { words } from './words.ts';

/** The state of an emergency, with an icon. */
export function UseState({ use: { state } }: { use: BreakGlassUse }): ReactNode {
  return <StatusTag kind={kinds[state]}>{words.states[state]}</StatusTag>;
}

const kinds = { unreviewed: 'ending', justified: 'yes', objected: 'no' } as const;

/** The facts of an emergency: why and when the role was taken, its end, and its review. */
export function UseFacts({ use }: { use: BreakGlassUse }): ReactNode {
  const { id, role, reason, at, ends, review } = use;
  return (
    <>
      <Facts
        facts={[
          ...(role.title ? [[words.role, role.title] as const] : []),
          [words.state, <UseState key="state" use={use} />],
          [words.why, reason],
          [words.taken, <Time key="at" at={at} />],
          [words.ends, <EndsAt key="ends" at={ends} />],
          ...(review
            ? [
                [
                  words.reviewed,
                  <span key="review">
                    {review.by?.name ?? words.operator}, <Time at={review.at} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <p className="small">
        <TextLink to="/audit" search={{ target: id }}>
          {words.inAudit}
        </TextLink>
      </p>
    </>
  );
}
