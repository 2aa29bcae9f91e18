import { type Application, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../../session/client.ts';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { Meter } from '../../../ui/meter.tsx';
import type { Option } from '../../../ui/option.ts';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useAddress } from '../address.ts';
import { counted, countText } from '../counts.ts';
import { findPeople, personOption } from '../find-options.tsx';
import './see-token.css';

const SHOWN_PERMISSIONS = 40;

/** The token that somebody would get for this application now, and how large it would be. */
export function SeeToken({ application }: { application: Application }): ReactNode {
  const [{ principal }] = useAddress();
  const named = useQuery({
    queryKey: ['users', 'one', principal],
    enabled: principal !== undefined,
    queryFn: ({ signal }) => client.users.get({ params: { user: principal ?? '' }, signal }),
  });
  const [chosen, setUser] = useState<Option | null>();
  const user = chosen === undefined ? (named.data ? personOption(named.data) : null) : chosen;
  const access = useQuery({
    queryKey: ['applications', application.id, 'token-of', user?.id],
    enabled: user !== null,
    queryFn: ({ signal }) =>
      client.access.get({
        params: { application: application.id, user: user?.id ?? '' },
        query: { limit: 1 },
        signal,
      }),
  });
  return (
    <Section title="See a token">
      <div className="stack">
        <ComboBox
          label="Whose"
          placeholder="Name, username or e-mail"
          load={findPeople}
          value={user}
          onChange={setUser}
          hint={user ? undefined : 'What their token for this application would say now.'}
        />
        {access.error ? (
          <ErrorState small error={access.error} onRetry={() => void access.refetch()} />
        ) : (
          user && (access.data ? <TokenPreview access={access.data} /> : <Skeleton width={240} />)
        )}
      </div>
    </Section>
  );
}

type AccessReply = Awaited<ReturnType<typeof client.access.get>>;

function TokenPreview({ access: { token, status, permissions, admin } }: { access: AccessReply }): ReactNode {
  const { claims, bytes, byReference } = token;
  const budget = limits.tokenBytes.value;
  const size = `${kilobytes(bytes)} of ${kilobytes(budget)} kB`;
  return (
    <>
      {status !== 'active' && (
        <p className="text-muted">The account is {status}: no token is given out until it is active.</p>
      )}
      <div className="token-size">
        <p>
          <span>Size</span>
          <span className="text-muted">{size}</span>
        </p>
        <Meter
          label="Size of the token"
          value={Math.min(bytes, budget)}
          max={budget}
          text={size}
          tone={bytes > limits.tokenWarnBytes.value ? 'ending' : 'plain'}
        />
      </div>
      {byReference && (
        <p className="text-muted">
          The list of {countText(permissions.total)} permissions is too long for a token. The token carries the roles
          and a hash (<code>permissions_ref</code>); the list comes as a signed document from Licet.
        </p>
      )}
      {admin && <p className="text-muted">The role admin permits everything, also what the list does not name.</p>}
      <CodeBlock label="Claims of the token" code={JSON.stringify(claims, null, 2)}>
        {preview(claims)}
      </CodeBlock>
    </>
  );
}

/** The claims as JSON; a long list is cut where people stop reading, the copy has all of it. */
function preview(claims: AccessReply['token']['claims']): string {
  const hidden = claims.permissions.length - SHOWN_PERMISSIONS;
  if (hidden <= 0) return JSON.stringify(claims, null, 2);
  const shown = {
    ...claims,
    permissions: [...claims.permissions.slice(0, SHOWN_PERMISSIONS), `… ${counted(hidden, 'more', 'more')}`],
  };
  return JSON.stringify(shown, null, 2);
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toLocaleString(undefined, { maximumFractionDigits: 1 });
}
