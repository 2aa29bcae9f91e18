import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatNumber } from '../../ui/format.ts';
import { LinkIcon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusTag } from '../../ui/status.tsx';
import type { ChangeAddress } from './address.ts';
import { clockWords } from './days.ts';
import { newestQuery } from './queries.ts';
import { words } from './words.ts';
import './chain.css';

/** The verification of the hash chain: its button, how it stands, and what to do when it is broken. */
export interface Chain {
  button: ReactNode;
  state: ReactNode;
  alarm: ReactNode;
}

/** Verifies on demand. The result stays in sight with the time at which it was true. */
export function useChain(change: ChangeAddress): Chain {
  const newest = useQuery(newestQuery);
  const [data, setData] = useState<Awaited<ReturnType<typeof client.audit.verify>> & { at: string }>();
  const { run, pending, problem } = useAction(async () => {
    setData(undefined);
    setData({ ...(await client.audit.verify()), at: new Date().toISOString() });
  });
  const count = formatNumber(newest.data ?? 0);
  return {
    button: (
      <Button icon={LinkIcon} pending={pending} onClick={run}>
        {words.verify}
      </Button>
    ),
    state: (
      <span role="status" className="small">
        {pending && (
          <span className="status text-muted">
            <Spinner label={words.verifying(count)} />
            {words.verifying(count)}
          </span>
        )}
        {!pending && data?.whole && (
          <StatusTag kind="yes">{words.whole(formatNumber(data.events), clockWords(data.at))}</StatusTag>
        )}
      </span>
    ),
    alarm: (
      <>
        {!pending && data && !data.whole && (
          <div className="audit-alarm">
            <Callout tone="no" live>
              <b>{words.broken(formatNumber(data.firstBroken ?? 0))}</b> {data.fault && words.faults[data.fault]}{' '}
              {words.brokenNext}{' '}
              <Button small onClick={() => change({ tab: 'changes', open: String(data.firstBroken ?? 1) })}>
                {words.openBroken}
              </Button>
            </Callout>
          </div>
        )}
        {!pending && problem && (
          <div className="audit-alarm">
            <Callout tone="no" live>
              <b>{problem.title}</b> {problem.detail}
            </Callout>
          </div>
        )}
      </>
    ),
  };
}
