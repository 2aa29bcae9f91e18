import {
  type Application,
  type ApplicationPolicy,
  type ApplicationPolicyChange,
  calls,
  type FirstWay,
  limits,
} from '@licet/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { RulesEditor, WaysField } from '../../blocks/sign-in-rules/rules-editor.tsx';
import { freshLengths, memberSessions, type Planner, withPresent } from '../../blocks/sign-in-rules/use-plan.ts';
import { useEdit } from '../../blocks/use-edit.ts';
import { client } from '../../session/client.ts';
import { PageBody } from '../../shell/page.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox, RadioGroup } from '../../ui/choices.tsx';
import type { Form } from '../../ui/form.ts';
import { Facts, Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, SkeletonFields } from '../../ui/states.tsx';
import { type TabProps, useRights } from './application-tab.ts';
import { applicationPolicyQuery } from './queries.ts';
import { signInWords as words } from './words.ts';
import './applications.css';
import { lengthText } from '../../blocks/durations.ts';
import { wayWords } from '../../blocks/sign-in-rules/words.ts';
import { formatList } from '../../ui/format.ts';

/** The form values, without sign-in methods that the organisation no longer accepts. */
const valuesOf = ({ ways, secondFactor, maxAge, organisationWays }: ApplicationPolicy): ApplicationPolicyChange => ({
  ways: ways && organisationWays.filter((way) => ways.includes(way)),
  secondFactor,
  maxAge,
});

const waysText = (ways: readonly FirstWay[]): string => formatList(ways.map((way) => wayWords.listed[way]));

/**
 * Returns the options for the maximum age of a sign-in. The last option allows any age up to the length of the session.
 */
function ageOptions(present: number | null) {
  const lengths = [...freshLengths, ...memberSessions].filter((length) => length < limits.memberSessionLifetime.value);
  const options = withPresent(lengths, present, lengthText);
  return [...options, { id: AS_SESSION, label: words.asSession }];
}

const AS_SESSION = 'session';

/** The accepted sign-in methods in words, for read-only display. */
function sayWays(ways: readonly FirstWay[] | null, organisationWays: readonly FirstWay[]): string {
  if (ways === null) return words.allWays(waysText(organisationWays));
  const [first = '', ...rest] = waysText(ways);
  return ways.length === 0 ? words.noWay : first.toLocaleUpperCase() + rest.join('');
}
const saySecondFactor = (required: boolean): string => (required ? words.everybody : words.asOrganisation);
const sayAge = (seconds: number | null): string => (seconds === null ? words.asSession : lengthText(seconds));

/** The sign-in requirements of an application, with a list of the users whom they would stop. */
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

/** The sign-in requirements, read-only. */
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

/**
 * Edits the requirements. A save sends all of them, with the stored values of the fields that were not edited. It
 * therefore keeps changes that another user made to those fields.
 */
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

/** The requirements in the order in which a user meets them at sign-in. */
function SignInFields({
  form,
  organisationWays,
  closed,
}: {
  form: Form<ApplicationPolicyChange>;
  organisationWays: FirstWay[];
  /** Whether the organisation no longer accepts any of the application's sign-in methods. */
  closed: boolean;
}): ReactNode {
  const { values, set } = form;
  const hint = useId();
  return (
    <>
      <p className="text-muted">{words.about}</p>
      <Section title={words.labels.ways}>
        <div className="stack">
          <RadioGroup
            label={words.whichWays}
            choices={[
              { value: 'all', label: words.allWays(waysText(organisationWays)) },
              { value: 'some', label: words.someWays },
            ]}
            value={values.ways === null ? 'all' : 'some'}
            onChange={(which) => set('ways', which === 'all' ? null : organisationWays)}
          />
          {closed && values.ways?.length === 0 && <Callout tone="no">{words.noWay}</Callout>}
          {values.ways && (
            <WaysField {...form.field('ways')} value={values.ways} label={words.labels.ways} among={organisationWays} />
          )}
        </div>
      </Section>
      <Section title={words.labels.secondFactor}>
        <div className="sign-in-factor">
          <Checkbox
            label={words.everybody}
            checked={values.secondFactor}
            onChange={(on) => set('secondFactor', on)}
            aria-describedby={hint}
          />
          <p className="hint" id={hint}>
            {words.everybodyHint}
          </p>
        </div>
      </Section>
      <Section title={words.labels.maxAge}>
        <Select
          label={words.labels.maxAge}
          hideLabel
          hint={words.maxAgeHint}
          options={ageOptions(values.maxAge)}
          value={values.maxAge === null ? AS_SESSION : String(values.maxAge)}
          onChange={(age) => set('maxAge', age === AS_SESSION ? null : Number(age))}
        />
      </Section>
    </>
  );
}
