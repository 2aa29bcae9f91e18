import type { Application, Role } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rolePolicyQuery } from '../../../../blocks/new-grants/role-policy.ts';
import { Button } from '../../../../ui/button.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { ErrorState, SkeletonLines } from '../../../../ui/states.tsx';
import { inWords, valuesOf } from './policy-form.ts';
import { words } from './words.ts';

/** The policy of a role: how long, by whom, and who may take it at once. */
export function PolicySection({
  application,
  role,
  onEdit,
}: {
  application: Application;
  role: Role;
  /** Left out for who may not change it. */
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
