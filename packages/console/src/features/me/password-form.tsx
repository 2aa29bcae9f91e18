import { changePassword } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { type Form, useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { HiddenUsername, PasswordField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';

/** Changes one's own password. Every other session ends. */
export function PasswordForm({ username, least }: { username: string; least: number }): ReactNode {
  const refresh = useRefresh();
  const initial = { current: '', password: '' };
  const form = useForm(
    {
      schema: changePassword,
      initial,
      submit: async (body) => {
        await client.me.password({ body });
        form.reset(initial);
        void refresh();
        showToast({ text: words.passwordChanged });
      },
    },
    'password',
  );
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate>
      <p className="text-muted">{words.passwordLead}</p>
      <FormErrors form={besideFields(form)} labels={{ current: words.current, password: words.newPassword }} />
      <HiddenUsername username={username} />
      <PasswordField {...form.field('current')} label={words.current} autoComplete="current-password" />
      <PasswordField
        {...form.field('password')}
        label={words.newPassword}
        autoComplete="new-password"
        hint={words.passwordHint(least)}
      />
      <div>
        <Button type="submit" pending={form.pending}>
          {words.changePassword}
        </Button>
      </div>
    </form>
  );
}

/** What stands beside a field is not said a second time above. */
function besideFields<V extends object>(form: Form<V>): Form<V> {
  return form.errors.size > 0 ? { ...form, problem: undefined } : form;
}
