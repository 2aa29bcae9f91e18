import { calls, type Identity, type OwnCredentials } from '@licet/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { FormBody } from '../../ui/form-panel.tsx';
import { LogInIcon } from '../../ui/icon.tsx';
import { LinkIcon, Trash2Icon } from '../../ui/icons.tsx';
import { asProblem } from '../../ui/problem.ts';
import { Section } from '../../ui/section.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { whyNot } from './queries.ts';
import { credentialWords, linkedWords as words } from './words.ts';

interface LinkDirectoryProps {
  directory: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** Links the viewer's account in a directory. Asks for the username and password of that account. */
function LinkDirectory({ directory, onClose }: LinkDirectoryProps): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: entered,
      initial: { login: '', password: '' },
      submit: async (body) => {
        await client.identities.linkDirectory({ body: { ...body, connection: directory.id } });
        await refresh();
        showToast({ text: words.nowLinked(directory.name) });
        onClose();
      },
    },
    'directory',
  );
  return (
    <Dialog
      open
      keepOpen
      title={words.linkWhat(directory.name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{credentialWords.cancel}</Button>
          <Button kind="primary" type="submit" form={form.id} pending={form.pending}>
            {words.link}
          </Button>
        </>
      }
    >
      <p>{words.directoryText(directory.name)}</p>
      <FormBody form={form} labels={{ login: words.directoryLogin, password: words.directoryPassword }} focus>
        <TextField
          {...form.field('login')}
          label={words.directoryLogin}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} label={words.directoryPassword} autoComplete="off" />
      </FormBody>
    </Dialog>
  );
}

const entered = calls.identities.linkDirectory.body.omit({ connection: true });

const route = getRouteApi('/signed-in/me');

type Linkable = OwnCredentials['linkable'][number];

/** The viewer's accounts at providers and directories, with buttons to link and unlink them. */
export function LinkedAccounts({ own }: { own: OwnCredentials }): ReactNode {
  const [unlinking, setUnlinking] = useState<Identity>();
  const [leaving, setLeaving] = useState<string>();
  const [entering, setEntering] = useState<Linkable>();
  useAnswer();
  const link = async (connection: string) => {
    setLeaving(connection);
    try {
      const { location: to } = await client.identities.begin({ body: { connection } });
      location.assign(to);
      await new Promise(() => {});
    } catch (error) {
      showProblem(error);
      setLeaving(undefined);
    }
  };
  if (own.identities.length === 0 && own.linkable.length === 0) return null;
  return (
    <Section title={words.title} {...(own.identities.length > 0 && { n: own.identities.length })}>
      <div className="stack">
        <p className="text-muted">{words.lead}</p>
        <div className="lines">
          {own.identities.map((identity) => (
            <div key={identity.id}>
              <LinkIcon />
              <span className="grow">
                <b>{identity.connection.name}</b>
                <span className="text-faint small block">
                  {identity.name}, {words.linked} <Time at={identity.linkedAt} />
                </span>
              </span>
              <IconButton
                icon={Trash2Icon}
                label={words.unlinkWhat(identity.connection.name)}
                {...whyNot(own)}
                onClick={() => setUnlinking(identity)}
              />
            </div>
          ))}
          {own.linkable.map((to) => (
            <div key={to.id}>
              <LogInIcon />
              <span className="grow">{to.name}</span>
              <Button
                small
                pending={leaving === to.id}
                {...whyNot(own)}
                onClick={() => (to.kind === 'ldap' ? setEntering(to) : void link(to.id))}
              >
                {own.identities.some(({ connection }) => connection.id === to.id) ? words.linkAnother : words.link}
              </Button>
            </div>
          ))}
        </div>
      </div>
      {entering && <LinkDirectory directory={entering} onClose={() => setEntering(undefined)} />}
      {unlinking && (
        <ConfirmDialog
          title={words.unlinkQuestion(unlinking.connection.name)}
          action={words.unlink}
          run={() => client.identities.unlink({ params: { identity: unlinking.id } })}
          done={words.unlinked(unlinking.connection.name)}
          onClose={() => setUnlinking(undefined)}
        >
          <p>{words.unlinkText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Sends the provider's answer to the server once, and removes it from the URL. */
function useAnswer(): void {
  const { answer } = route.useSearch();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const take = useEffectEvent(async (given: string) => {
    await navigate({ to: '.', search: (before) => ({ ...before, answer: undefined }), replace: true });
    try {
      const { connection } = await client.identities.link({ body: { answer: given } });
      showToast({ text: words.nowLinked(connection.name) });
    } catch (error) {
      showProblem(error);
    }
    await refresh();
  });
  useEffect(() => {
    if (answer !== undefined) void take(answer);
  }, [answer]);
}

function showProblem(error: unknown): void {
  const { title, detail } = asProblem(error);
  showToast({ tone: 'no', text: [title, detail].filter(Boolean).join(' ') });
}
