import type { AccessRequest } from '@licet/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { spoken } from '../../blocks/spoken.ts';
import { useAction } from '../../blocks/use-action.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Timeline } from '../../ui/section.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { besideWords as words } from './words.ts';

const commentsQuery = ({ id, comments }: AccessRequest) =>
  queryOptions({
    queryKey: ['requests', 'comments', id, comments],
    queryFn: ({ signal }) => client.requests.comments({ params: { request: id }, signal }),
  });

/** What was said about a request, and while it waits a field to say more. */
export function RequestComments({ request }: { request: AccessRequest }): ReactNode {
  const own = useMe()?.user.id === request.user.id;
  const now = useAsOf() === undefined;
  const concerned = own || (request.mayDecide !== 'closed' && request.mayDecide !== 'not_a_decider');
  const talks = now && request.state === 'pending' && concerned;
  const { data, error, refetch } = useQuery({ ...commentsQuery(request), enabled: request.comments > 0 });
  if (!talks && request.comments === 0) return null;
  return (
    <section aria-label={words.comments}>
      <div className="section-head">
        <h3>{words.comments}</h3>
        {request.comments > 0 && <span className="number">{request.comments}</span>}
      </div>
      {error && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {data && request.comments > 0 && (
        <Timeline
          events={data.items.map(({ id, by, at, text }) => ({
            id,
            what: (
              <>
                <b>{spoken(by.name)}</b>: {text}
              </>
            ),
            at: <Time at={at} />,
          }))}
        />
      )}
      {talks && <Say request={request} />}
    </section>
  );
}

function Say({ request }: { request: AccessRequest }): ReactNode {
  const [kept, keep, forget] = useDraft(`comment ${request.id}`, { text: '' });
  const [empty, setEmpty] = useState(false);
  const say = useAction(async () => {
    const text = kept.text.trim();
    setEmpty(text === '');
    if (text === '') return;
    await client.requests.comment({ params: { request: request.id }, body: { text } });
    forget();
  });
  return (
    <div className="form">
      <TextArea
        label={words.comment}
        hint={words.commentHint}
        rows={2}
        error={empty ? words.commentEmpty : undefined}
        value={kept.text}
        onChange={(text) => {
          setEmpty(false);
          keep({ text });
        }}
      />
      {say.problem && <ProblemNote problem={say.problem} />}
      <div>
        <Button pending={say.pending} onClick={say.run}>
          {words.say}
        </Button>
      </div>
    </div>
  );
}
