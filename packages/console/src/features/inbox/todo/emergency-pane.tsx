import { calls } from '@licet/contract';
import { type ReactNode, useRef } from 'react';
import { UseFacts } from '../../../blocks/emergency/use-facts.tsx';
import { words as factWords } from '../../../blocks/emergency/words.ts';
import { useRefresh } from '../../../blocks/use-action.ts';
import { useAsOf } from '../../../session/as-of.ts';
import { client } from '../../../session/client.ts';
import { useSendsMail } from '../../../session/me.ts';
import { Button } from '../../../ui/button.tsx';
import { useForm } from '../../../ui/form.ts';
import { useDraft } from '../../../ui/form-draft.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { ButtonKey } from '../../../ui/key-hint.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Avatar } from '../../../ui/who.tsx';
import { Pane, type PaneParts } from '../pane.tsx';
import type { InboxItem } from './items.ts';
import { paneWords as words } from './words.ts';

interface EmergencyPaneProps extends PaneParts {
  item: Extract<InboxItem, { kind: 'emergency' }>;
}

/** Reviews an emergency: the facts, a note, and a button for each finding. */
export function EmergencyPane({ item: { of: use }, back, panel, onDecided, onLater }: EmergencyPaneProps): ReactNode {
  const refresh = useRefresh();
  const mails = useSendsMail();
  const present = useAsOf() === undefined;
  const [draft, keep, forget] = useDraft(`finding ${use.id}`, { note: '' });
  const found = useRef<'justified' | 'objected'>('justified');
  const form = useForm(
    {
      schema: calls.breakGlass.review.body,
      initial: draft,
      entry: ({ note }) => ({ found: found.current, note }),
      submit: async (body) => {
        await client.breakGlass.review({ params: { use: use.id }, body, ifMatch: use.version });
        showToast({ text: factWords.reviewDone(use.user.name, mails) });
        forget();
        onDecided();
        void refresh();
      },
    },
    'review-use',
  );
  const save = (finding: 'justified' | 'objected') => {
    found.current = finding;
    form.onSubmit();
  };
  const title = words.took(use.user.name, use.role.name, use.application.name);
  return (
    <Pane
      label={title}
      back={back}
      panel={panel}
      onLater={onLater}
      foot={
        <>
          <Button
            kind="primary"
            pending={form.pending}
            aria-keyshortcuts="A"
            onClick={({ detail }) => detail < 2 && save('justified')}
          >
            {words.justified}
            <ButtonKey>A</ButtonKey>
          </Button>
          <Button aria-keyshortcuts="D" onClick={({ detail }) => detail < 2 && save('objected')}>
            {words.objected}
            <ButtonKey>D</ButtonKey>
          </Button>
        </>
      }
    >
      <div className="request-who">
        <Avatar name={use.user.name} size="large" />
        <div className="grow">
          <h2>{title}</h2>
          <div className="text-faint small">{use.user.detail}</div>
        </div>
      </div>
      <div>
        <UseFacts use={use} />
      </div>
      {present && (
        <form id={form.id} className="form" noValidate onSubmit={(event) => event.preventDefault()}>
          <FormErrors form={form} labels={{ note: factWords.note }} />
          <TextArea
            label={factWords.note}
            hint={factWords.noteHint(use.user.name)}
            rows={3}
            {...form.field('note')}
            onChange={(note) => {
              form.set('note', note);
              keep({ note });
            }}
          />
          <p className="text-muted small">{words.objectedEnds}</p>
        </form>
      )}
    </Pane>
  );
}
