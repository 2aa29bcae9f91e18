import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatNumber } from '../../ui/format.ts';
import { LinkIcon } from '../../ui/icons.tsx';
import { asProblem } from '../../ui/problem.ts';
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
  const check = useMutation({
    mutationFn: async () => ({ ...(await client.audit.verify()), at: new Date().toISOString() }),
  });
  const { data, error, isPending } = check;
  const count = formatNumber(newest.data ?? 0);
  return {
    button: (
      <Button icon={LinkIcon} pending={isPending} onClick={() => check.mutate()}>
        {words.verify}
      </Button>
    ),
    state: (
      <span role="status" className="small">
        {isPending && (
          <span className="status text-muted">
            <Spinner label={words.verifying(count)} />
            {words.verifying(count)}
          </span>
        )}
        {!isPending && data?.whole && (
          <StatusTag kind="yes">{words.whole(formatNumber(data.events), clockWords(data.at))}</StatusTag>
        )}
      </span>
    ),
    alarm: (
      <>
        {!isPending && data && !data.whole && (
          <div className="audit-alarm">
            <Callout tone="no" live>
              <b>{words.broken(formatNumber(data.firstBroken ?? 0))}</b> {words.brokenNext}{' '}
              <Button small onClick={() => change({ tab: 'changes', open: String(data.firstBroken ?? 1) })}>
                {words.openBroken}
              </Button>
            </Callout>
          </div>
        )}
        {!isPending && error && (
          <div className="audit-alarm">
            <Callout tone="no" live>
              <b>{asProblem(error).title}</b> {asProblem(error).detail}
            </Callout>
          </div>
        )}
      </>
    ),
  };
}
