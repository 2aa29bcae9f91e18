import { type ClientKey, daysLater, limits, type OpenIdClient, type PublicKey, publicKey } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../../blocks/use-action.ts';
import { client as api } from '../../../session/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { SegmentedControl } from '../../../ui/choices.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { type FormSchema, useForm } from '../../../ui/form.ts';
import { FormBody } from '../../../ui/form-panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { EndsAt, shortTime, useNow } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { keysOf } from './client-form.ts';
import { words as clientNames, formWords, secretWords, keyWords as words } from './words.ts';

interface NewKeyDialogProps {
  client: OpenIdClient;
  /** The key that the new one replaces. */
  replaces: ClientKey | undefined;
  onClose: () => void;
  onSecret: (secret: ShownSecret) => void;
}

const day = 86_400;
const lifetimes = ['30', '90', '180', '365', 'never'] as const;
const overlaps = ['0', '1', '7', '30'] as const;

interface KeyValues {
  kind: ClientKey['kind'];
  name: string;
  publicKey: string;
  /** The lifetime in days, or `never`. */
  lasts: (typeof lifetimes)[number];
  /** Days for which the replaced key stays valid. */
  overlap: (typeof overlaps)[number];
}

type KeyBody = Omit<KeyValues, 'publicKey'> & { publicKey?: PublicKey };

/** Creates a secret or adds a public key. If it replaces a key, the old key stays valid for the chosen overlap. */
export function NewKeyDialog({ client, replaces, onClose, onSecret }: NewKeyDialogProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema,
      initial: { kind: replaces?.kind ?? 'secret', name: '', publicKey: '', lasts: '180', overlap: '7' },
      keep: `new key of ${client.id}, in place of ${replaces?.id ?? 'none'}`,
      submit: async ({ name, lasts, overlap, publicKey: jwk }) => {
        const { key, secret } = await api.clients.makeKey({
          params: { application: client.application, client: client.id },
          body: {
            ...(name !== '' && { name }),
            ...(jwk && { publicKey: jwk }),
            endsAt: lasts === 'never' ? null : daysLater(new Date(), Number(lasts)).toISOString(),
            ...(replaces && { replaces: { key: replaces.id, overlap: Number(overlap) * day } }),
          },
        });
        await refresh();
        onClose();
        if (secret === null) showToast({ text: words.taken(key.name) });
        else onSecret({ client: client.name, clientId: client.id, secret, key });
      },
    },
    'key',
  );
  const now = useNow();
  const { kind, lasts } = form.values;
  return (
    <Dialog
      open
      keepOpen
      title={replaces ? words.replaceTitle(replaces.name) : words.newTitle(client.name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" form={form.id} pending={form.pending}>
            {kind === 'secret' ? words.makeSecret : words.takeKey}
          </Button>
        </>
      }
    >
      <FormBody form={form} labels={labels}>
        <SegmentedControl
          label={words.kind}
          showLabel
          wide
          hint={kind === 'secret' ? words.secretHint : words.publicKeyHint}
          value={kind}
          onChange={(next) => form.set('kind', next)}
          choices={[
            { value: 'secret', label: words.kinds.secret },
            { value: 'public_key', label: words.kinds.public_key },
          ]}
        />
        {kind === 'public_key' && (
          <TextArea
            label={words.publicKey}
            {...form.field('publicKey')}
            placeholder={'{"kty":"EC","crv":"P-256","kid":"2027","x":"…","y":"…"}'}
            mono
            rows={4}
            spellCheck={false}
          />
        )}
        <TextField label={words.name} {...form.field('name')} hint={words.nameHint} optional />
        <Select
          label={words.lasts}
          value={lasts}
          onChange={(next) => form.set('lasts', next)}
          hint={lasts === 'never' ? undefined : shortTime(daysLater(now, Number(lasts)))}
          options={lifetimes.map((id) => ({ id, label: id === 'never' ? words.never : words.days(Number(id)) }))}
        />
        {lasts === 'never' && (
          <Callout tone="ending" live>
            {words.neverText}
          </Callout>
        )}
        {replaces && (
          <SegmentedControl
            label={words.overlap(replaces.name)}
            showLabel
            wide
            hint={words.overlapHint}
            value={form.values.overlap}
            onChange={(next) => form.set('overlap', next)}
            choices={overlaps.map((value) => ({
              value,
              label: value === '0' ? words.atOnce : words.after(Number(value)),
            }))}
          />
        )}
      </FormBody>
    </Dialog>
  );
}

const labels = {
  kind: words.kind,
  name: words.name,
  publicKey: words.publicKey,
  endsAt: words.lasts,
};

const schema: FormSchema<KeyBody> = {
  safeParse: (input) => {
    const { publicKey: text, ...typed } = input as KeyValues;
    const values = { ...typed, name: typed.name.trim() };
    if (values.kind === 'secret') return { success: true, data: values };
    const keys = keysOf(text) ?? [];
    const parsed = publicKey.safeParse(keys[0]);
    if (keys.length === 1 && parsed.success) return { success: true, data: { ...values, publicKey: parsed.data } };
    const message = keys.length > 1 ? words.oneKey : formWords.keysUnreadable;
    return { success: false, error: { issues: [{ path: ['publicKey'], message }] } };
  },
};

/** A secret that was just created; the server does not return it again. */
export interface ShownSecret {
  client: string;
  clientId: string;
  secret: string;
  /** The key to which the secret belongs; absent if the client itself is new. */
  key?: ClientKey;
}

/** Shows a new secret, which cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: ShownSecret; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={secretWords.title(secret.client)}
      foot={
        <Button kind="primary" onClick={onClose}>
          {secretWords.kept}
        </Button>
      }
    >
      <Callout>
        <b>{secretWords.once}</b> {secretWords.onceText}
      </Callout>
      {secret.key ? (
        <p>
          <b>{secret.key.name}</b>: {secret.key.endsAt === null ? '' : words.ends} <EndsAt at={secret.key.endsAt} />
        </p>
      ) : (
        <p>{secretWords.lasts(limits.clientKeyLifetime.value)}</p>
      )}
      <CopyField label={clientNames.clientId} value={secret.clientId} />
      <CopyField label={secretWords.secret} value={secret.secret} />
    </Dialog>
  );
}
