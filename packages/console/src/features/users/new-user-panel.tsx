import type { User } from '@licet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type PasswordLink, PasswordLinkNote } from './password-link.tsx';
import { UserFields, userLabels } from './user-fields.tsx';
import { noValues, userEntry } from './user-form.ts';
import { newUserWords, words } from './words.ts';

const FORM = 'new-user';

/** A user that was made, and how the making of the link came out. */
type Made = { user: User; link: PasswordLink } | { user: User; failed: unknown };

/** Makes a user, then shows the one-time link with which they set their password. */
export function NewUserPanel({ onClose }: { onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const [made, setMade] = useState<Made>();
  const form = useForm(
    {
      schema: userEntry,
      initial: noValues,
      submit: async (body) => {
        const user = await client.users.create({ body });
        void queryClient.invalidateQueries();
        setMade(await withLink(user));
      },
    },
    FORM,
  );

  if (made) {
    const again = () => {
      setMade(undefined);
      form.reset(noValues);
    };
    return <MadePanel made={made} onMade={setMade} onAnother={again} onClose={onClose} />;
  }
  return (
    <Panel
      title={newUserWords.title}
      lead={newUserWords.lead}
      onClose={onClose}
      takeFocus={false}
      foot={
        <>
          <Button kind="primary" type="submit" form={FORM} pending={form.pending}>
            {newUserWords.create}
          </Button>
          <Button onClick={onClose}>{words.cancel}</Button>
        </>
      }
    >
      <form id={FORM} className="form" noValidate onSubmit={form.onSubmit}>
        <FormErrors form={form} labels={userLabels} />
        <UserFields form={form} autoFocus />
      </form>
    </Panel>
  );
}

function MadePanel({
  made,
  onMade,
  onAnother,
  onClose,
}: {
  made: Made;
  onMade: (made: Made) => void;
  onAnother: () => void;
  onClose: () => void;
}): ReactNode {
  const [pending, setPending] = useState(false);
  const { user } = made;
  const retry = async () => {
    setPending(true);
    onMade(await withLink(user));
    setPending(false);
  };
  return (
    <Panel
      title={newUserWords.created(user.name)}
      lead={user.email ?? user.username}
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
        {'link' in made ? (
          <PasswordLinkNote name={user.name} link={made.link} />
        ) : (
          <>
            <p>{newUserWords.linkFailed}</p>
            <ErrorState small error={made.failed} />
            <Button pending={pending} onClick={() => void retry()}>
              {newUserWords.makeLink}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}

async function withLink(user: User): Promise<Made> {
  try {
    return { user, link: await client.users.passwordLink({ params: { user: user.id } }) };
  } catch (failed) {
    return { user, failed };
  }
}
