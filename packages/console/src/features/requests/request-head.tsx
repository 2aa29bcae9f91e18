import type { AccessRequest } from '@licet/contract';
import type { ReactNode } from 'react';
import { AskedName, asksText } from '../../blocks/asks.tsx';
import { lengthText } from '../../blocks/durations.ts';
import { useMe } from '../../session/me.ts';
import { Time } from '../../ui/time.tsx';
import { Avatar } from '../../ui/who.tsx';
import { words } from './words.ts';
import './requests.css';

/** Who asks for what, where, for how long and why, as it was asked. */
export function RequestHead({ request }: { request: AccessRequest }): ReactNode {
  const own = useMe()?.user.id === request.user.id;
  const { user, application, asks, seconds, reason, place, askedAt, lapsesAt, state } = request;
  return (
    <div>
      <div className="request-who">
        <Avatar name={user.name} size="large" />
        <div className="grow">
          <h2>
            {own ? words.you : <bdi>{user.name}</bdi>}{' '}
            {state !== 'pending' ? words.hasAsked : own ? words.ask1 : words.asks} {asksText(asks)}
          </h2>
          <div className="text-faint small">{user.detail}</div>
          <div className="text-muted">
            {asksText(asks).endsWith(asks.name) ? (
              words.inHead(application.name)
            ) : (
              <>
                <AskedName asks={asks} /> {words.inApplication(application.name)}
              </>
            )}
            , {words.forLong(lengthText(seconds))}
          </div>
        </div>
      </div>
      <blockquote className="request-quote">{reason}</blockquote>
      <p className="text-faint small">
        {words.asked} <Time at={askedAt} />
        {place !== '' && (THING.test(place) ? words.from(place) : words.fromPlain(place))}
        {/* No sentences: a time may end with a full stop of its own (“7. Dez.”). */}
        {state === 'pending' && (
          <>
            {' · '}
            {words.lapsesAt} <Time at={lapsesAt} />
          </>
        )}
      </p>
    </div>
  );
}

/** Places that are told as things: "button “Refund” on invoice 7" reads "from the button …". */
const THING = /^(button|link|menu|page|screen|tab|table|form) /;
