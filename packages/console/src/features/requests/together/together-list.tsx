import type { AccessRequest, RequestsPlan } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedName } from '../../../blocks/asks.tsx';
import { shortLength } from '../../../blocks/durations.ts';
import { IconButton } from '../../../ui/button.tsx';
import { XIcon } from '../../../ui/icons.tsx';
import { asProblem, type Problem } from '../../../ui/problem.ts';
import { NoIcon } from '../../../ui/state-icons.tsx';
import { Avatar } from '../../../ui/who.tsx';
import type { Picked } from '../use-picked.ts';
import { words as listWords, stepWords, togetherWords as words } from '../words.ts';
import './together-list.css';

export interface TogetherListProps {
  requests: readonly AccessRequest[];
  plan: RequestsPlan | undefined;
  refused: Picked['refused'];
  onDrop: (id: string) => void;
}

/** The requests that are decided together: who asks for what, and what stands in the way of each. */
export function TogetherList({ requests, plan, refused, onDrop }: TogetherListProps): ReactNode {
  return (
    <ul className="together-list" aria-label={words.list}>
      {requests.map((request) => {
        const { id, user, asks, application, seconds } = request;
        const step = plan?.steps.find((it) => it.request === id);
        const was = refused.get(id)?.problem;
        return (
          <li key={id}>
            <Avatar name={user.name} />
            <div>
              <b>
                <bdi>{user.name}</bdi>
              </b>{' '}
              <AskedName asks={asks} />{' '}
              <span className="text-faint">
                {application.name}, {listWords.forLong(shortLength(seconds))}
              </span>
              {was ? (
                <Why text={words.wasRefused(textOf(was))} />
              ) : step?.refused ? (
                <Why text={words.wouldBeRefused(textOf(asProblem(step.refused)))} />
              ) : (
                step !== undefined &&
                step.stillNeeded > 0 && <p className="text-muted small">{stepWords.stillNeeded(step.stillNeeded)}</p>
              )}
            </div>
            <IconButton icon={XIcon} label={words.drop(user.name)} onClick={() => onDrop(id)} />
          </li>
        );
      })}
    </ul>
  );
}

const textOf = ({ title, detail }: Problem) => detail ?? title;

function Why({ text }: { text: string }): ReactNode {
  return (
    <p className="tone-no small together-why">
      <NoIcon small />
      <span>{text}</span>
    </p>
  );
}
