import type { AccessRequest } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import { useAsOf } from '../../session/as-of.ts';
import { useMay } from '../../session/may.ts';
import { useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Deciding, isOvertaken, refusalText } from './deciding.tsx';
import { KeyLegend } from './keys.tsx';
import { Outcome } from './outcome.tsx';
import { PaneBodySkeleton } from './pane.tsx';
import { requestQuery } from './queries.ts';
import { RequestComments, RequestHead, RequestSteps } from './request-details.tsx';
import { words } from './words.ts';
import './inbox.css';
import { AskedFor } from '../../blocks/asks.tsx';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { client } from '../../session/client.ts';
import { showToast } from '../../ui/toast.tsx';

export interface RequestPanelProps {
  id: string;
  /** The request, if the list has loaded it. */
  row: AccessRequest | undefined;
  /** On a phone: the link back to the list, above the request. */
  back: ReactNode;
  panel: RefObject<HTMLElement | null>;
  onDecided: () => void;
  /** Leaves the request for later; only in the list of things to do. */
  onLater?: (() => void) | undefined;
  /** Keeps this request open when it leaves its list. */
  onStay: () => void;
}

/** The details of one request beside the list: pending with or without the buttons to decide, or with its outcome. */
export function RequestPanel({ id, row, back, panel, onDecided, onLater, onStay }: RequestPanelProps): ReactNode {
  const [overtaken, setOvertaken] = useState<string>();
  const fetched = useQuery({ ...requestQuery(id), enabled: row === undefined || overtaken !== undefined });
  const request = newest(row, fetched.data);
  return (
    <section
      className="panel"
      aria-label={request ? words.requestOf(request.user.name) : words.title}
      tabIndex={-1}
      ref={panel}
    >
      {back}
      {request ? (
        <>
          {overtaken !== undefined && (
            <div className="request-overtaken">
              <Callout live>
                {request.state === 'pending' ? (
                  overtaken
                ) : (
                  <>
                    <b>{words.meanwhile}</b> {words.meanwhileText}
                  </>
                )}
              </Callout>
            </div>
          )}
          <RequestContent
            request={request}
            onDecided={onDecided}
            onLater={onLater}
            onOvertaken={(detail) => {
              setOvertaken(detail);
              onStay();
              void fetched.refetch();
            }}
          />
        </>
      ) : fetched.error ? (
        <ErrorState error={fetched.error} onRetry={() => void fetched.refetch()} />
      ) : (
        <PaneBodySkeleton />
      )}
    </section>
  );
}

interface ContentProps {
  request: AccessRequest;
  onDecided: () => void;
  onLater: (() => void) | undefined;
  /** Called with the text of the server's refusal. */
  onOvertaken: (detail: string) => void;
}

function RequestContent({ request, onDecided, onLater, onOvertaken }: ContentProps): ReactNode {
  const present = useAsOf() === undefined;
  if (request.state === 'pending' && !present)
    return (
      <div className="panel-body request-body">
        <RequestHead request={request} />
        <RequestSteps request={request} />
        <RequestComments request={request} />
      </div>
    );
  if (request.state !== 'pending') {
    return (
      <>
        <div className="panel-body request-body">
          <RequestHead request={request} />
          <Outcome request={request} />
          <RequestComments request={request} />
        </div>
        <div className="panel-foot request-foot hide-on-phone">
          <KeyLegend />
        </div>
      </>
    );
  }
  if (request.mayDecide === 'yes')
    return <Deciding request={request} onDecided={onDecided} onLater={onLater} onOvertaken={onOvertaken} />;
  return <Undecided request={request} onDone={onOvertaken} reason={words.mayNot[request.mayDecide]} />;
}

/** A pending request that the viewer cannot decide. If it is the viewer's own, it can be withdrawn. */
function Undecided({
  request,
  reason,
  onDone,
}: {
  request: AccessRequest;
  reason: string;
  onDone: (detail: string) => void;
}): ReactNode {
  const { ownsAny, may } = useMay();
  const own = useMe()?.user.id === request.user.id;
  const [asking, setAsking] = useState(false);
  const decides = ownsAny || may('grants.manage');
  return (
    <>
      <div className="panel-body request-body">
        <RequestHead request={request} />
        <Callout>{own ? words.waits : reason}</Callout>
        <RequestSteps request={request} />
        <RequestComments request={request} />
      </div>
      <div className="panel-foot request-foot">
        {(!own || decides) && (
          <Button kind="primary" reason={reason} aria-keyshortcuts="A">
            {words.approve}
          </Button>
        )}
        {own && <Button onClick={() => setAsking(true)}>{words.withdraw}</Button>}
        <KeyLegend />
      </div>
      {asking && <WithdrawDialog request={request} onClose={() => setAsking(false)} onOvertaken={onDone} />}
    </>
  );
}

/** The newer of two versions of the same request. */
function newest(one: AccessRequest | undefined, other: AccessRequest | undefined): AccessRequest | undefined {
  return one && other ? (other.version > one.version ? other : one) : (one ?? other);
}

/** Withdraws the viewer's own request. */
function WithdrawDialog({
  request,
  onClose,
  onOvertaken,
}: {
  request: AccessRequest;
  onClose: () => void;
  onOvertaken: (detail: string) => void;
}): ReactNode {
  const run = async () => {
    try {
      await client.requests.withdraw({ params: { request: request.id } });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      onOvertaken(refusalText(error));
      return;
    }
    showToast({ text: words.withdrawn });
  };
  return (
    <ConfirmDialog title={words.withdrawTitle} action={words.withdrawAction} run={run} onClose={onClose}>
      <p>
        <AskedFor asks={request.asks} /> {words.inApplication(request.application.name)}. {words.withdrawText}
      </p>
    </ConfirmDialog>
  );
}
