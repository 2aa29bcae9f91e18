import { type Demand, limits } from '@licet/contract';
import type { ReactNode } from 'react';
import { type FoundOption, findGroups, findRoles } from '../../blocks/find.ts';
import { PickPopover } from '../../blocks/pick-popover.tsx';
import { endOfDay, GRACE_DAYS } from '../../blocks/sign-in-rules/use-plan.ts';
import { usePermission } from '../../session/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FieldNote } from '../../ui/field.tsx';
import type { Form } from '../../ui/form.ts';
import { IdCardIcon, PlusIcon, UsersRoundIcon, XIcon } from '../../ui/icons.tsx';
import type { Option } from '../../ui/option-list.tsx';
import { useNow } from '../../ui/time.tsx';
import { nameOf, type PolicyValues } from './policy-form.ts';
import { words } from './words.ts';

/** The roles and groups whose members need a second factor, each with the end of its grace period. */
export function DemandsField({ form }: { form: Form<PolicyValues> }): ReactNode {
  const demands = form.values.secondFactor;
  const mayGroups = usePermission('groups.read');
  const mayApplications = usePermission('applications.read');
  const set = (next: Demand[]) => form.set('secondFactor', next);
  const add = (of: Demand['of']) => {
    const key = keyOf(of);
    if (!demands.some((demand) => keyOf(demand.of) === key)) set([...demands, { of, graceUntil: null }]);
  };
  const addRole = ({ id, label, application }: FoundOption) =>
    add({ kind: 'role', id, name: label, application: application ?? '' });
  const addGroup = ({ id, label }: Option) => add({ kind: 'group', id, name: label });
  const group = { role: 'group', 'aria-label': words.labels.secondFactor };
  return (
    <div className="policy-demands" {...group} id={form.fieldId('secondFactor')} tabIndex={-1}>
      <p className="hint">{demands.length === 0 ? words.nobodyHint : words.demandsHint}</p>
      {demands.length > 0 && (
        <ul className="lines">
          {demands.map((demand, index) => (
            <DemandLine
              key={keyOf(demand.of)}
              demand={demand}
              error={form.errors.get(`secondFactor.${index}.graceUntil`)}
              onChange={(graceUntil) => set(demands.map((one) => (one === demand ? { ...one, graceUntil } : one)))}
              onRemove={() => set(demands.filter((one) => one !== demand))}
            />
          ))}
        </ul>
      )}
      <div className="inline-row">
        {!demands.some(({ of }) => of.kind === 'everybody') && (
          <Button small icon={PlusIcon} onClick={() => add({ kind: 'everybody' })}>
            {words.everybody}
          </Button>
        )}
        {mayApplications && (
          <PickPopover
            trigger={
              <Button small icon={PlusIcon}>
                {words.addRole}
              </Button>
            }
            label={words.findRole}
            none={words.noRoles}
            load={findRoles}
            onPick={addRole}
          />
        )}
        {mayGroups && (
          <PickPopover
            trigger={
              <Button small icon={PlusIcon}>
                {words.addGroup}
              </Button>
            }
            label={words.findGroup}
            none={words.noGroups}
            load={findGroups}
            onPick={addGroup}
          />
        )}
      </div>
      <FieldNote id={`${form.fieldId('secondFactor')}-note`} error={form.errors.get('secondFactor')} />
    </div>
  );
}

interface DemandLineProps {
  demand: Demand;
  error: string | undefined;
  onChange: (graceUntil: string | null) => void;
  onRemove: () => void;
}

function DemandLine({ demand, error, onChange, onRemove }: DemandLineProps): ReactNode {
  const now = useNow();
  const { of, graceUntil } = demand;
  const name = nameOf(demand);
  const until = graceUntil === null ? null : new Date(graceUntil);
  const expired = until !== null && until <= now;
  const Icon = of.kind === 'role' ? IdCardIcon : UsersRoundIcon;
  return (
    <li className="policy-demand">
      <div className="policy-demand-name">
        <Icon />
        <span className="grow">
          <b>{name}</b> {of.kind === 'role' && <span className="text-faint small">{words.roleOf(of.application)}</span>}
        </span>
        <IconButton small icon={XIcon} label={words.remove(name)} onClick={onRemove} />
      </div>
      {until === null ? (
        <div className="inline-row">
          <span className="text-muted small">{words.atOnce}</span>
          <Button small onClick={() => onChange(endOfDay(now, GRACE_DAYS).toISOString())}>
            {words.leaveTime}
          </Button>
        </div>
      ) : (
        <div className="inline-row">
          <DateTimeField
            label={words.until(name)}
            hideLabel
            value={until}
            max={new Date(now.getTime() + limits.graceMax.value * 86_400_000)}
            onChange={(next) => onChange(next?.toISOString() ?? null)}
            hint={expired ? words.timeOver : words.untilHint}
            error={error}
          />
          <Button small onClick={() => onChange(null)}>
            {words.noTime}
          </Button>
        </div>
      )}
    </li>
  );
}

const keyOf = (of: Demand['of']) => (of.kind === 'everybody' ? of.kind : of.id);
