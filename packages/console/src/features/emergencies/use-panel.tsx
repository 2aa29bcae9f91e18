import { type BreakGlassUse, calls } from '@licet/contract';
import type { ReactNode } from 'react';
import { useRefresh } from '../../blocks/use-refresh.ts';
import { client } from '../../session/client.ts';
import { useSendsMail } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choices.tsx';
import { useForm } from '../../ui/form.ts';
import { FormBody } from '../../ui/form-body.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { UseState } from './use-state.tsx';
import { words } from './words.ts';

/** One emergency: who took what and why, and its review. */
export function UsePanel({ use, onClose }: { use: BreakGlassUse; onClose: () => void }): ReactNode {
  const { user, role, application, reason, at, ends, review, mayReview } = use;
  return (
    <Panel title={role.name} lead={words.takenBy(user.name, application.name)} onClose={onClose}>
      <Facts
        facts={[
          ...(role.title ? [[words.role, role.title] as const] : []),
          [words.state, <UseState key="state" use={use} />],
          [words.why, reason],
          [words.taken, <Time key="at" at={at} />],
          [words.ends, <EndsAt key="ends" at={ends} />],
          ...(review
            ? [
                [
                  words.reviewed,
                  <span key="review">
                    {review.by?.name ?? words.operator}, <Time at={review.at} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <p className="small">
        <TextLink to="/audit" search={{ target: use.id }}>
          {words.inAudit}
        </TextLink>
      </p>
      {mayReview === 'yes' && <Review use={use} />}
      {(mayReview === 'own_use' || mayReview === 'not_an_owner') && (
        <p className="text-muted small">{words.mayNot[mayReview]}</p>
      )}
    </Panel>
  );
}

const labels = { found: words.wasItRight, note: words.note };

function Review({ use }: { use: BreakGlassUse }): ReactNode {
  const refresh = useRefresh();
  const mails = useSendsMail();
  const form = useForm(
    {
      schema: calls.breakGlass.review.body,
      initial: { found: 'justified' as 'justified' | 'objected', note: '' },
      keep: `review of ${use.id}`,
      submit: async (body) => {
        await client.breakGlass.review({ params: { use: use.id }, body, ifMatch: use.version });
        showToast({ text: words.reviewDone(use.user.name, mails) });
        void refresh();
      },
    },
    'review-use',
  );
  return (
    <Section title={words.review}>
      <FormBody form={form} labels={labels}>
        <RadioGroup
          label={words.wasItRight}
          choices={[
            { value: 'justified', label: words.justified },
            { value: 'objected', label: words.objected },
          ]}
          value={form.values.found}
          onChange={(found) => form.set('found', found === 'objected' ? 'objected' : 'justified')}
        />
        <TextArea label={words.note} hint={words.noteHint(use.user.name)} {...form.field('note')} />
        <div className="form-foot">
          <Button kind="primary" type="submit" pending={form.pending}>
            {words.reviewAction}
          </Button>
        </div>
      </FormBody>
    </Section>
  );
}
