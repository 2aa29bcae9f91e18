import '../applications.css';
import { type Application, limits } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { findPeople, personOption } from '../../../blocks/find.ts';
import { say } from '../../../blocks/say.tsx';
import { countText } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { CodeBlock } from '../../../ui/copy.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import type { Option } from '../../../ui/option-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useApplicationAddress } from '../application-tab.ts';
import { tokenWords as words } from './words.ts';

const SHOWN_PERMISSIONS = 40;

/** The current token of a user for this application, and its size. */
export function SeeToken({ application }: { application: Application }): ReactNode {
  const [{ principal }] = useApplicationAddress();
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
    <Section title={words.title}>
      <div className="stack">
        <ComboBox
          label={words.whose}
          placeholder={words.placeholder}
          load={findPeople}
          value={user}
          onChange={setUser}
          hint={user ? undefined : words.hint}
        />
        {access.data ? (
          <TokenPreview access={access.data} />
        ) : access.error ? (
          <ErrorState small error={access.error} onRetry={() => void access.refetch()} />
        ) : (
          user && <Skeleton width={240} />
        )}
      </div>
    </Section>
  );
}

type AccessReply = Awaited<ReturnType<typeof client.access.get>>;

function TokenPreview({ access: { token, status, permissions, admin } }: { access: AccessReply }): ReactNode {
  const { claims, bytes, byReference } = token;
  const budget = limits.tokenBytes.value;
  const size = words.sizeOf(kilobytes(bytes), kilobytes(budget));
  return (
    <>
      {status !== 'active' && <p className="text-muted">{words[status]}</p>}
      <div className="token-size">
        <p>
          <span>{words.size}</span>
          <span className="text-muted">{size}</span>
        </p>
        <Meter
          label={words.sizeLabel}
          value={Math.min(bytes, budget)}
          max={budget}
          text={size}
          tone={bytes > limits.tokenWarnBytes.value ? 'ending' : 'plain'}
        />
      </div>
      {byReference && (
        <p className="text-muted">
          {say(words.byReference(countText(permissions.total)), { claim: <code>permissions_ref</code> })}
        </p>
      )}
      {admin && <p className="text-muted">{words.admin}</p>}
      <CodeBlock label={words.claims} code={JSON.stringify(claims, null, 2)} shown={preview(claims)} language="json" />
    </>
  );
}

/** The claims as JSON. A long list of permissions is shortened; the copied text is complete. */
function preview(claims: AccessReply['token']['claims']): string {
  const hidden = claims.permissions.length - SHOWN_PERMISSIONS;
  if (hidden <= 0) return JSON.stringify(claims, null, 2);
  const shown = {
    ...claims,
    permissions: [...claims.permissions.slice(0, SHOWN_PERMISSIONS), words.more(hidden)],
  };
  return JSON.stringify(shown, null, 2);
}

function kilobytes(bytes: number): string {
  return formatNumber(bytes / 1024, { maximumFractionDigits: 1 });
}
