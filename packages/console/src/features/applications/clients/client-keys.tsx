import '../applications.css';
import { type ClientKey, daysLater, type OpenIdClient } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../blocks/confirm-dialog.tsx';
import { InstantChoice, type InstantValue } from '../../../blocks/instant-choice.tsx';
import { client as api } from '../../../session/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { useStoredState } from '../../../ui/form-draft.ts';
import { KeyRoundIcon, RefreshCwIcon } from '../../../ui/icon.tsx';
import { CalendarClockIcon, EllipsisIcon, PlusIcon, XIcon } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { EndsAt, Time, useNow } from '../../../ui/time.tsx';
import { clientKeysQuery } from '../queries.ts';
import { NewKeyDialog, type ShownSecret } from './new-key-dialog.tsx';
import { keyWords as words } from './words.ts';

const FIRST_DAYS = 30;

interface ChangeKeyDialogProps {
  client: OpenIdClient;
  clientKey: ClientKey;
  onClose: () => void;
}

/** Renames a key, or changes or removes its end. */
function ChangeKeyDialog({ client, clientKey, onClose }: ChangeKeyDialogProps): ReactNode {
  const now = useNow();
  const [name, setName] = useStoredState(`name of key ${clientKey.id}`, clientKey.name);
  const [chosen, setChosen] = useStoredState<InstantValue<'never'>>(`end of key ${clientKey.id}`, {
    choice: clientKey.endsAt === null ? 'never' : 'on',
    on: clientKey.endsAt === null ? daysLater(now, FIRST_DAYS) : new Date(clientKey.endsAt),
  });
  const [missing, setMissing] = useState(false);
  const ends = chosen.choice === 'never' ? null : chosen.on;
  const endsAt = ends?.toISOString() ?? null;

  const endChanged = endsAt === null ? clientKey.endsAt !== null : endsAt !== isoOf(clientKey.endsAt);
  const params = { application: client.application, client: client.id, key: clientKey.id };

  const run = async () => {
    if (name.trim() === '' || (chosen.choice === 'on' && ends === null)) {
      setMissing(true);
      return false;
    }
    return api.clients.changeKey({
      params,
      body: { name: name.trim(), ...(endChanged && { endsAt }) },
      ifMatch: clientKey.version,
    });
  };
  return (
    <ConfirmDialog
      title={words.changeTitle(clientKey.name)}
      action={words.changeAction}
      run={run}
      done={words.changed(name.trim())}
      undo={({ version }) => ({
        run: () =>
          api.clients.changeKey({
            params,
            body: { name: clientKey.name, ...(endChanged && { endsAt: clientKey.endsAt }) },
            ifMatch: version,
          }),
        done: words.unchanged(clientKey.name),
      })}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        onChange={(next) => {
          setName(next);
          setMissing(false);
        }}
        error={missing && name.trim() === '' ? words.nameMissing : undefined}
      />
      <InstantChoice
        label={words.ends}
        choices={[
          { value: 'never', label: words.never },
          { value: 'on', label: words.at },
        ]}
        value={chosen}
        onChange={setChosen}
        dateLabel={words.when}
        min={now}
        error={missing && ends === null ? words.endMissing : undefined}
      />
      {chosen.choice === 'never' && (
        <Callout tone="ending" live>
          {words.neverText}
        </Callout>
      )}
    </ConfirmDialog>
  );
}

/** Returns the instant with millisecond precision, to be compared with the field's value. */
const isoOf = (at: string | null) => at && new Date(at).toISOString();

interface ClientKeysProps {
  client: OpenIdClient;
  mayChange: boolean;
  onSecret: (secret: ShownSecret) => void;
}

/** The action whose dialog is open. */
type Asked = { to: 'make' } | { to: 'replace' | 'change' | 'end'; key: ClientKey };

/** The secrets and public keys of a client, with their expiry and last use. Users can create, replace and end them. */
export function ClientKeys({ client, mayChange, onSecret }: ClientKeysProps): ReactNode {
  const [asked, setAsked] = useStoredState<Asked | undefined>(`asked of the keys of ${client.id}`, undefined);
  const query = useQuery(clientKeysQuery(client.application, client.id));
  const { data } = query;
  const inForce = data?.items.filter(({ ended }) => !ended) ?? [];
  const close = () => setAsked(undefined);
  const params = { application: client.application, client: client.id };
  return (
    <Section
      title={words.title}
      {...(data && { n: inForce.length })}
      end={
        mayChange && (
          <Button small icon={PlusIcon} onClick={() => setAsked({ to: 'make' })}>
            {words.make}
          </Button>
        )
      }
    >
      {query.error && !data ? (
        <ErrorState small error={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton width={200} />
      ) : (
        <>
          {inForce.length === 0 && <Callout tone="no">{words.none(client.name)}</Callout>}
          {data.items.length > 0 && (
            <ul className="lines client-keys" aria-label={words.list(client.name)}>
              {data.items.map((key) => (
                <li key={key.id}>
                  <KeyRoundIcon />
                  <KeyText clientKey={key} />
                  {mayChange && !key.ended && <KeyMenu clientKey={key} onAsk={(to) => setAsked({ to, key })} />}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {(asked?.to === 'make' || asked?.to === 'replace') && (
        <NewKeyDialog
          client={client}
          replaces={asked.to === 'replace' ? asked.key : undefined}
          onClose={close}
          onSecret={onSecret}
        />
      )}
      {asked?.to === 'change' && <ChangeKeyDialog client={client} clientKey={asked.key} onClose={close} />}
      {asked?.to === 'end' && (
        <ConfirmDialog
          final
          title={words.endTitle(asked.key.name, client.name)}
          action={words.endAction}
          done={words.endDone(asked.key.name)}
          onClose={close}
          run={() => api.clients.endKey({ params: { ...params, key: asked.key.id } })}
        >
          <p>{inForce.length === 1 ? words.endLast : words.endText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function KeyText({ clientKey: key }: { clientKey: ClientKey }): ReactNode {
  const sign = key.publicKey ? (key.publicKey.kid ?? key.publicKey.kty) : key.hint && `…${key.hint}`;
  return (
    <span className="grow">
      <span className="key-name">
        <b>{key.name}</b>
        {sign !== null && sign !== key.name && <code className="small">{sign}</code>}
      </span>
      <span className="text-faint small block">
        {words.kinds[key.kind]}, {words.made} <Time at={key.madeAt} />
      </span>
      <span className="text-faint small block">
        {key.lastUsedAt === null ? (
          words.neverUsed
        ) : (
          <>
            {words.used} <Time at={key.lastUsedAt} />
          </>
        )}
      </span>
      <span className="small block">
        {key.ended ? (
          <StatusTag kind="over">
            {words.ended} <Time at={key.endsAt} />
          </StatusTag>
        ) : (
          <>
            {key.endsAt !== null && words.ends} <EndsAt at={key.endsAt} />
          </>
        )}
      </span>
    </span>
  );
}

function KeyMenu({
  clientKey,
  onAsk,
}: {
  clientKey: ClientKey;
  onAsk: (to: 'replace' | 'change' | 'end') => void;
}): ReactNode {
  const label = words.menu(clientKey.name);
  return (
    <Menu
      trigger={<IconButton icon={EllipsisIcon} label={label} />}
      label={label}
      groups={[
        [
          { id: 'replace', label: words.replace, icon: RefreshCwIcon, onAction: () => onAsk('replace') },
          { id: 'change', label: words.change, icon: CalendarClockIcon, onAction: () => onAsk('change') },
        ],
        [{ id: 'end', label: words.end, icon: XIcon, onAction: () => onAsk('end') }],
      ]}
    />
  );
}
