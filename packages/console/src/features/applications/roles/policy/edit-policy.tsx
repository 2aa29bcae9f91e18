import type { Application, Role, RolePolicy } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DraftButton } from '../../../../blocks/draft/draft-button.tsx';
import { EditConflict } from '../../../../blocks/edit-form.tsx';
import { unplanned } from '../../../../blocks/plan-effects/use-plan.ts';
import { rolePolicyQuery } from '../../../../blocks/roles.ts';
import { useEdit } from '../../../../blocks/use-edit.ts';
import { client } from '../../../../session/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormPanel } from '../../../../ui/form-panel.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { ErrorState, SkeletonFields, SkeletonLines } from '../../../../ui/states.tsx';
import { roleQuery } from '../../queries.ts';
import { policyWords as words } from '../words.ts';
import { PolicyFields } from './policy-fields.tsx';
import { bodyOf, inWords, type RolePolicyOf, schema, valuesOf } from './policy-form.ts';

interface EditPolicyProps {
  application: Application;
  roleId: string;
  onDone: () => void;
}

/** Changes the policy of a role. */
export function EditPolicy({ application, roleId, onDone }: EditPolicyProps): ReactNode {
  const role = useQuery(roleQuery(application.id, roleId));
  const policy = useQuery(rolePolicyQuery(application.id, roleId));
  const failed = role.error ? role : policy;
  if (role.data && policy.data)
    return (
      <PolicyEditor
        application={application}
        name={role.data.name}
        policy={{ ...policy.data, id: roleId }}
        onDone={onDone}
      />
    );
  return (
    <Panel title={words.title} onClose={onDone} takeFocus={false}>
      {failed.error ? (
        <ErrorState small error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonFields />
      )}
    </Panel>
  );
}

/**
 * Edits the policy. A save sends the whole policy, with the stored values of the parts that were not edited. It
 * therefore keeps changes that another user made to those parts.
 */
function PolicyEditor({
  application,
  name,
  policy,
  onDone,
}: Pick<EditPolicyProps, 'application' | 'onDone'> & { name: string; policy: RolePolicyOf }): ReactNode {
  const params = { application: application.id, role: policy.id };
  const withId = (one: RolePolicy): RolePolicyOf => ({ ...one, id: policy.id });
  const edit = useEdit({
    name: 'role-policy',
    of: policy,
    schema,
    valuesOf,
    entry: bodyOf,
    save: async (changes, ifMatch, before) => {
      const body = { ...bodyOf(valuesOf(before)), ...changes };
      return withId(await client.roles.setPolicy({ params, body, ifMatch }));
    },
    load: async () => withId(await client.roles.policy({ params })),
    saved: () => words.saved(name),
    onSaved: onDone,
  });
  const { standing } = edit;
  const body = { ...bodyOf(valuesOf(standing)), ...edit.changes };
  const isPlanned = edit.form.changed && schema.safeParse(bodyOf(edit.form.values)).success;
  const inDraft = [{ call: 'roles.setPolicy' as const, params, body, ifMatch: standing.version }];
  return (
    <FormPanel
      title={words.editTitle(name)}
      lead={words.lead}
      action={words.save}
      form={edit.form}
      labels={words.labels}
      onClose={onDone}
      secondary={
        <DraftButton title={words.editTitle(name)} changes={isPlanned ? inDraft : unplanned} onAdded={onDone} />
      }
    >
      <EditConflict edit={edit} of={words.of(name)} labels={words.labels} inWords={inWords} />
      <PolicyFields form={edit.form} />
    </FormPanel>
  );
}

/** Shows the policy of a role: the maximum duration, the approvers, and who may take the role in an emergency. */
export function PolicySection({
  application,
  role,
  onEdit,
}: {
  application: Application;
  role: Role;
  /** Absent for viewers who may not change the policy. */
  onEdit?: (() => void) | undefined;
}): ReactNode {
  const policy = useQuery(rolePolicyQuery(application.id, role.id));
  const values = policy.data && valuesOf({ ...policy.data, id: role.id });
  return (
    <Section
      title={words.title}
      end={
        onEdit && (
          <Button small onClick={onEdit}>
            {words.change}
          </Button>
        )
      }
    >
      {values ? (
        <Facts
          facts={[
            [words.labels.longestSeconds, inWords.longestSeconds(values.longestSeconds)],
            [words.labels.reasonNeeded, inWords.reasonNeeded(values.reasonNeeded)],
            [words.labels.requestable, inWords.requestable(values.requestable)],
            ...(values.requestable || values.secondApprover
              ? [[words.labels.approval, inWords.approval(values.approval)] as const]
              : []),
            [words.labels.secondApprover, inWords.secondApprover(values.secondApprover)],
            [words.labels.breakGlass, inWords.breakGlass(values.breakGlass)],
          ]}
        />
      ) : policy.error ? (
        <ErrorState small error={policy.error} onRetry={() => void policy.refetch()} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Section>
  );
}
