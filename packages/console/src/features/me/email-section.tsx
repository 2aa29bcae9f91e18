import { type Me, ownAddress } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import type { ReactNode } from 'react';
import { Breakable } from '../../blocks/breakable.tsx';
import { VerifiedTag } from '../../blocks/chips.tsx';
import { say } from '../../blocks/say.tsx';
import { useAction, useRefresh } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { emailWords as words } from './words.ts';

/**
 * The viewer's e-mail address, whether it is verified, and a form for a new address. A new address takes effect when
 * the user opens the link in the mail.
 */
export function EmailSection({ me: { user, emailUnderWay, sendsMail } }: { me: Me }): ReactNode {
  const { email, emailVerified = false } = user;
  const underWay = !sendsMail ? words.held : emailUnderWay === email ? words.underWay : words.changeUnderWay;
  return (
    <Section title={words.title}>
      <div className="stack">
        <p>
          {email === null ? <span className="text-faint">{words.none}</span> : <Breakable text={shownEmail(email)} />}{' '}
          {email !== null && <VerifiedTag verified={emailVerified} />}
        </p>
        {emailUnderWay !== null && <Callout>{say(underWay, { email: <b>{shownEmail(emailUnderWay)}</b> })}</Callout>}
        {sendsMail ? (
          <>
            {email !== null && !emailVerified && <SendLink again={emailUnderWay === email} />}
            <AddressForm />
          </>
        ) : (
          <p className="text-muted">{words.noMail}</p>
        )}
      </div>
    </Section>
  );
}

function SendLink({ again }: { again: boolean }): ReactNode {
  const send = useAction(
    async () => {
      await client.me.verifyEmail({ body: {} });
      showToast({ text: words.sent });
    },
    ({ title, detail }) => showToast({ text: detail ?? title }),
  );
  return (
    <div>
      <Button pending={send.pending} onClick={send.run}>
        {again ? words.sendAgain : words.send}
      </Button>
    </div>
  );
}

function AddressForm(): ReactNode {
  const refresh = useRefresh();
  const form = useForm(
    {
      schema: ownAddress.required(),
      initial: { email: '' },
      entry: ({ email }) => ({ email: email.trim() }),
      submit: async (body) => {
        await client.me.verifyEmail({ body });
        form.reset({ email: '' });
        await refresh();
        showToast({ text: words.sent });
      },
    },
    'my-email',
  );
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate>
      <FormErrors form={form} labels={{ email: words.other }} />
      <TextField
        {...form.field('email')}
        label={words.other}
        hint={words.otherHint}
        type="email"
        autoComplete="email"
      />
      <div>
        <Button type="submit" pending={form.pending}>
          {words.sendToIt}
        </Button>
      </div>
    </form>
  );
}
