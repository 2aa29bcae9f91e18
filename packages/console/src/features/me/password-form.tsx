import { changePassword } from '@licet/contract';
import { ApiError } from '@licet/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../../ui/form.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { words } from './words.ts';

/** Changes one's own password. Every other session ends. */
export function PasswordForm({ username, least }: { username: string; least: number }): ReactNode {
  const queryClient = useQueryClient();
  const initial = { current: '', password: '' };
  const form = useForm(
    {
      schema: changePassword,
      initial,
      submit: async (body) => {
        await client.me.password({ body }).catch(atItsField);
        form.reset(initial);
        void queryClient.invalidateQueries({ queryKey: ['me'] });
        showToast({ text: words.passwordChanged });
      },
    },
    'password',
  );
  return (
    <form className="stack-form" onSubmit={form.onSubmit} noValidate>
      <p className="t2">{words.passwordLead}</p>
      <FormErrors form={form} labels={{ current: words.current, password: words.newPassword }} />
      <input
        className="sr"
        type="text"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
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

/** A refused password stands beside the field that it is about. */
function atItsField(error: unknown): never {
  if (!(error instanceof ApiError) || error.problem.errors !== undefined) throw error;
  const { problem } = error;
  if (problem.code === 'sign_in_failed') {
    const at = { pointer: '/current', detail: words.wrongCurrent };
    throw new ApiError({ ...problem, title: words.wrongCurrent, detail: '', errors: [at] });
  }
  if (problem.code === 'password_refused') {
    throw new ApiError({ ...problem, errors: [{ pointer: '/password', detail: problem.detail }] });
  }
  throw error;
}
