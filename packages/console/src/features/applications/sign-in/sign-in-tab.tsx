import { type Application, type ApplicationPolicy, type ApplicationPolicyChange, calls } from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RulesEditor } from '../../../blocks/sign-in-rules/rules-editor.tsx';
import type { Planner } from '../../../blocks/sign-in-rules/use-plan.ts';
import { useEdit } from '../../../blocks/use-edit.ts';
import { client } from '../../../session/client.ts';
import { PageBody } from '../../../shell/page.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Facts } from '../../../ui/section.tsx';
import { ErrorState, SkeletonFields } from '../../../ui/states.tsx';
import { applicationPolicyQuery } from '../queries.ts';
import { useRights } from '../rights.ts';
import type { TabProps } from '../tab-props.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { sayAge, saySecondFactor, sayWays, valuesOf } from './sign-in-form.ts';
import { words } from './words.ts';

/** What the application asks of those who sign in to it, and beside it whom that stops. */
export function SignInTab({ application }: TabProps): ReactNode {
  const rights = useRights(application);
  const policy = useQuery({ ...applicationPolicyQuery(application.id), enabled: !application.builtIn });
  return (
    <PageBody>
      {application.builtIn ? (
        <Callout>{words.licet}</Callout>
      ) : policy.data ? (
        rights.signIn ? (
          <SignInEditor
            key={application.id}
            application={application}
            policy={policy.data}
            maySeeCounted={rights.access}
          />
        ) : (
          <SignInFacts policy={policy.data} />
        )
      ) : policy.error ? (
        <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
      ) : (
        <SkeletonFields />
      )}
    </PageBody>
  );
}

/** The same for those who may only look. */
function SignInFacts({ policy: { ways, organisationWays, ...policy } }: { policy: ApplicationPolicy }): ReactNode {
  const { labels } = words;
  const taken = ways && organisationWays.filter((way) => ways.includes(way));
  return (
    <div className="stack">
      <p className="text-muted">{words.about}</p>
      <Facts
        facts={[
          [labels.ways, sayWays(taken, organisationWays)],
          [labels.secondFactor, saySecondFactor(policy.secondFactor)],
          [labels.maxAge, sayAge(policy.maxAge)],
        ]}
      />
    </div>
  );
}

const schema = calls.policy.updateOfApplication.body;

interface Edited {
  application: Application;
  policy: ApplicationPolicy;
}

function SignInEditor({ application, policy, maySeeCounted }: Edited & { maySeeCounted: boolean }): ReactNode {
  const edit = useSignInEdit({ application, policy });
  const { form } = edit;
  const { organisationWays } = policy;
  return (
    <RulesEditor
      edit={edit}
      of={words.rules(application.name)}
      labels={words.labels}
      inWords={{
        ways: (ways) => sayWays(ways, organisationWays),
        secondFactor: saySecondFactor,
        maxAge: sayAge,
      }}
      entered={schema.safeParse(form.values).data}
      planner={plannerOf(application.id)}
      stoppedHelp={words.stoppedHelp}
      stoppedText={words.stoppedText(application.name)}
      maySeeCounted={maySeeCounted}
      noPlanText={words.noPlanText}
      whom={words.whom(application.name)}
    >
      <SignInFields form={form} organisationWays={organisationWays} closed={edit.base.ways?.length === 0} />
    </RulesEditor>
  );
}

const plannerOf = (application: string): Planner<ApplicationPolicyChange> => ({
  key: application,
  plan: (asked) => client.policy.planOfApplication({ params: { application }, ...asked }),
});

/** Edits the rules. They are saved whole: what was not touched stays as it stands now, also when somebody else changed it. */
function useSignInEdit({ application: { id, name }, policy }: Edited) {
  const params = { application: id };
  const withId = (one: ApplicationPolicy) => ({ ...one, id });
  return useEdit({
    name: 'application-sign-in',
    of: withId(policy),
    schema,
    valuesOf,
    save: async (changes, ifMatch, before) => {
      const body = { ...valuesOf(before), ...changes };
      return withId(await client.policy.updateOfApplication({ params, body, ifMatch }));
    },
    load: async () => withId(await client.policy.ofApplication({ params })),
    saved: () => words.saved(name),
  });
}
