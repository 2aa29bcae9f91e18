import { calls, type User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { type ReactNode, useState } from 'react';
import { useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/form.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type PasswordLink, PasswordLinkNote } from './invitation-dialogs.tsx';
import { entryOf, noValues, UserFields, userLabels } from './user-fields.tsx';
import { newUserWords } from './words.ts';

/** A new user with the link, or with the error if no link could be created. */
type Created = { user: User; link: PasswordLink } | { user: User; failed: unknown };

/** Creates a user, then shows the one-time link with which they set their password. */
export function NewUserPanel({ onClose }: { onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  const [created, setCreated] = useState<Created>();
  const form = useForm(
    {
      schema: calls.users.create.body,
      initial: noValues,
      entry: entryOf,
      keep: 'new-user',
      submit: async (body) => {
        const user = await client.users.create({ body });
        void refresh();
        setCreated(await withLink(user));
      },
    },
    'new-user',
  );

  if (created) {
    const again = () => {
      setCreated(undefined);
      form.reset(noValues);
    };
    return <CreatedPanel created={created} onCreated={setCreated} onAnother={again} onClose={onClose} />;
  }
  return (
    <FormPanel
      title={newUserWords.title}
      lead={newUserWords.lead}
      action={newUserWords.create}
      form={form}
      labels={userLabels}
      onClose={onClose}
    >
      <UserFields form={form} isNew />
    </FormPanel>
  );
}

function CreatedPanel({
  created,
  onCreated,
  onAnother,
  onClose,
}: {
  created: Created;
  onCreated: (created: Created) => void;
  onAnother: () => void;
  onClose: () => void;
}): ReactNode {
  const [pending, setPending] = useState(false);
  const { user } = created;
  const retry = async () => {
    setPending(true);
    onCreated(await withLink(user));
    setPending(false);
  };
  return (
    <Panel
      title={newUserWords.created(user.name)}
      lead={user.email === null ? user.username : shownEmail(user.email)}
      onClose={onClose}
      foot={
        <>
          <ButtonLink kind="primary" to="/users/$user" params={{ user: user.id }}>
            {newUserWords.open(user.name)}
          </ButtonLink>
          <Button onClick={onAnother}>{newUserWords.another}</Button>
        </>
      }
    >
      <div className="form" aria-live="polite">
        {'link' in created ? (
          <PasswordLinkNote name={user.name} link={created.link} />
        ) : (
          <>
            <p>{newUserWords.linkFailed}</p>
            <ErrorState small error={created.failed} />
            <Button pending={pending} onClick={() => void retry()}>
              {newUserWords.makeLink}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}

async function withLink(user: User): Promise<Created> {
  try {
    return { user, link: await client.users.passwordLink({ params: { user: user.id } }) };
  } catch (failed) {
    return { user, failed };
  }
}
