import { calls, type Separation, type SeparationException } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { EditForm } from '../../blocks/edit-form.tsx';
import { unplanned } from '../../blocks/plan-effects/use-plan.ts';
import { useEdit } from '../../blocks/use-edit.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { usePermission } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { PlusIcon, Trash2Icon } from '../../ui/icons.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Lines, Section } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import { Until } from '../../ui/until.tsx';
import { ExceptDialog } from './except-dialog.tsx';
import { exceptionsQuery, violationsQuery } from './queries.ts';
import { entryOf, RuleFields, ruleLabels, valuesOf } from './rule-fields.tsx';
import { exceptionWords, formWords, words } from './words.ts';
import './separations.css';

/** One separation rule: its violations, its exceptions, and its parts. */
export function RulePanel({ rule, onClose }: { rule: Separation; onClose: () => void }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const mayManage = usePermission('separations.manage');
  const mayRead = usePermission('access.read');
  const found = useQuery({ ...violationsQuery({ separation: rule.id, limit: 1 }), enabled: mayRead }).data?.total;
  return (
    <Panel
      title={rule.name}
      lead={rule.why === '' ? words.atMostOf(rule.atMost, rule.parts.length) : rule.why}
      onClose={onClose}
      actions={mayManage && <IconButton icon={Trash2Icon} label={words.delete} onClick={() => setDeleting(true)} />}
    >
      <div className="rows spaced">
        {found !== undefined && (
          <p className="rule-found">
            <StatusTag kind={found === 0 ? 'yes' : 'ending'}>{words.found(found)}</StatusTag>{' '}
            {found > 0 && (
              <TextLink to="/separations" search={{ separation: rule.id }}>
                {words.seeWho}
              </TextLink>
            )}
          </p>
        )}
        <Exceptions rule={rule} mayManage={mayManage} />
        {mayManage ? <RuleForm rule={rule} /> : <Parts rule={rule} />}
      </div>
      {deleting && (
        <ConfirmDialog
          final
          title={words.deleteTitle(rule.name)}
          action={words.deleteAction}
          done={words.deleted(rule.name)}
          onClose={() => setDeleting(false)}
          changes={[{ call: 'separations.remove', params: { separation: rule.id }, ifMatch: rule.version }]}
          run={async () => {
            await client.separations.remove({ params: { separation: rule.id }, ifMatch: rule.version });
            onClose();
          }}
        >
          <p>{words.deleteText}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function RuleForm({ rule }: { rule: Separation }): ReactNode {
  const params = { separation: rule.id };
  const edit = useEdit({
    name: 'separation',
    of: rule,
    schema: calls.separations.create.body,
    valuesOf,
    entry: entryOf,
    save: (body, ifMatch) => client.separations.update({ params, body, ifMatch }),
    load: () => client.separations.get({ params }),
    saved: ({ name }) => formWords.saved(name),
  });
  const isPlanned = edit.form.changed && calls.separations.create.body.safeParse(entryOf(edit.form.values)).success;
  return (
    <Section title={words.rule}>
      <EditForm
        edit={edit}
        of={rule.name}
        planned={isPlanned ? [{ call: 'separations.update', params, body: edit.changes }] : unplanned}
        inDraft={formWords.changeInDraft(rule.name)}
        labels={ruleLabels}
        inWords={{ parts: (parts) => parts.map((part) => part.map(({ name }) => name).join(', ')).join(' | ') }}
      >
        <RuleFields form={edit.form} />
      </EditForm>
    </Section>
  );
}

/** The parts of a rule as text, for viewers who may not change them. */
function Parts({ rule }: { rule: Separation }): ReactNode {
  return (
    <Section title={words.rule} n={words.atMostOf(rule.atMost, rule.parts.length)}>
      <Lines>
        {rule.parts.map(({ elements }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
          <div className="duty-line" key={place}>
            {elements.map((element) => (
              <span key={element.id}>
                <code>{element.name}</code>{' '}
                <span className="text-faint">
                  {element.deleted ? words.gone(element.application.name) : element.application.name}
                </span>
              </span>
            ))}
          </div>
        ))}
      </Lines>
    </Section>
  );
}

function Exceptions({ rule, mayManage }: { rule: Separation; mayManage: boolean }): ReactNode {
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<SeparationException>();
  const past = useAsOf() !== undefined;
  const exceptions = useQuery(exceptionsQuery(rule.id));
  const items = exceptions.data?.items ?? [];
  return (
    <Section
      title={exceptionWords.title}
      n={items.length > 0 ? items.length : undefined}
      end={
        mayManage && (
          <Button small icon={PlusIcon} onClick={() => setAdding(true)}>
            {exceptionWords.add}
          </Button>
        )
      }
    >
      <Until calls={[exceptions]} lines={1}>
        {() =>
          items.length === 0 ? (
            <p className="text-faint small">{exceptionWords.none}</p>
          ) : (
            <Lines label={exceptionWords.title}>
              {items.map((it) => (
                <div className="duty-line" key={it.id}>
                  <span>
                    <b>{it.holder.name}</b>{' '}
                    {it.state === 'active' ? (
                      <span className="text-muted">
                        {exceptionWords.until} <EndsAt at={it.ends} />
                      </span>
                    ) : (
                      <StatusTag kind="over">{exceptionWords.ended}</StatusTag>
                    )}
                  </span>
                  <span className="small">{it.reason}</span>
                  <span className="text-faint small">
                    {it.by}, <Time at={it.since} />
                  </span>
                  {mayManage && !past && it.state === 'active' && (
                    <span>
                      <Button small onClick={() => setEnding(it)}>
                        {exceptionWords.end}
                      </Button>
                    </span>
                  )}
                </div>
              ))}
            </Lines>
          )
        }
      </Until>
      {adding && <ExceptDialog separation={rule} onClose={() => setAdding(false)} />}
      {ending && (
        <ConfirmDialog
          title={exceptionWords.endTitle(ending.holder.name)}
          action={exceptionWords.endAction}
          done={exceptionWords.endDone(ending.holder.name)}
          undo={{
            run: () =>
              client.separations.except({
                params: { separation: rule.id },
                body: { holder: ending.holder.id, reason: ending.reason, ends: ending.ends },
              }),
            done: exceptionWords.done(ending.holder.name),
          }}
          onClose={() => setEnding(undefined)}
          run={() =>
            client.separations.endException({
              params: { separation: rule.id, exception: ending.id },
              ifMatch: ending.version,
            })
          }
        >
          <p>{exceptionWords.endText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
