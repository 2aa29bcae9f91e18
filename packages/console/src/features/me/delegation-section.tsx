import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUndo } from '../../blocks/undo.ts';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EndsAt, Time, useNow } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { delegationWords as words } from './words.ts';

export const delegationQuery = queryOptions({
  queryKey: ['me', 'delegation'],
  queryFn: ({ signal }) => client.me.delegations({ signal }),
});

/**
 * The viewer's delegations: the users who decide requests for the viewer, and the users for whom the viewer decides.
 */
export function DelegationSection(): ReactNode {
  const { ownsAny, may } = useMay();
  const { data, error, refetch } = useQuery(delegationQuery);
  const decides = ownsAny || may('grants.manage');
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data) return decides ? <Skeleton width={320} /> : null;
  if (!decides && data.own === null && data.others.length === 0) return null;
  return (
    <Section title={words.title}>
      {data.others.map(({ from, starts, ends }) => (
        <Callout key={from.id}>
          {words.youFor(from.name)} <Time at={starts} />, <EndsAt at={ends} />
        </Callout>
      ))}
      {data.own ? <Own to={data.own.to.name} starts={data.own.starts} ends={data.own.ends} /> : <Name />}
    </Section>
  );
}

function Own({ to, starts, ends }: { to: string; starts: string; ends: string }): ReactNode {
  const end = useAction(async () => {
    await client.me.endDelegation();
  });
  return (
    <div className="form">
      <p>
        {words.forYou(to)} <Time at={starts} />, <EndsAt at={ends} />
      </p>
      {end.problem && <ProblemNote problem={end.problem} />}
      <div>
        <Button pending={end.pending} onClick={end.run}>
          {words.end}
        </Button>
      </div>
    </div>
  );
}

function Name(): ReactNode {
  const now = useNow();
  const [to, setTo] = useState('');
  const [starts, setStarts] = useState<Date | null>(null);
  const [ends, setEnds] = useState<Date | null>(null);
  const [missing, setMissing] = useState(false);
  const undoing = useUndo();
  const name = useAction(async () => {
    const complete = to.trim() !== '' && ends !== null;
    setMissing(!complete);
    if (!complete) return;
    const body = { to: to.trim(), ends: ends.toISOString(), ...(starts && { starts: starts.toISOString() }) };
    const { own } = await client.me.delegate({ body });
    const undo = { run: () => client.me.endDelegation(), done: words.ended };
    showToast({ text: words.named(own?.to.name ?? to), action: undoing(undo) });
  });
  return (
    <div className="form">
      <p className="text-muted">{words.lead}</p>
      <TextField
        label={words.to}
        hint={words.toHint}
        value={to}
        error={missing && to.trim() === '' ? words.toMissing : undefined}
        onChange={setTo}
      />
      <DateTimeField
        label={words.starts}
        optional
        hint={words.startsHint}
        min={now}
        value={starts}
        onChange={setStarts}
      />
      <DateTimeField
        label={words.ends}
        min={now}
        value={ends}
        error={missing && ends === null ? words.endsMissing : undefined}
        onChange={setEnds}
      />
      {name.problem && <ProblemNote problem={name.problem} />}
      <div>
        <Button pending={name.pending} onClick={name.run}>
          {words.name}
        </Button>
      </div>
    </div>
  );
}
