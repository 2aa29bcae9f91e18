import { calls } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '../../ui/form.ts';
import { FormBody } from '../../ui/form-body.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { credentialWords, linkedWords as words } from './words.ts';

interface LinkDirectoryProps {
  directory: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** Links the entry that I have in a directory: its name and its password there prove that it is mine. */
export function LinkDirectory({ directory, onClose }: LinkDirectoryProps): ReactNode {
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
