import type { AccessRequest, RequestPlan } from '@licet/contract';
import type { ReactNode } from 'react';
import { askedText } from '../../blocks/asks.tsx';
import { IdCardIcon } from '../../ui/icons.tsx';
import { KeyRoundIcon } from '../../ui/page-icons.tsx';
import { Select } from '../../ui/select.tsx';
import type { Draft } from './drafts.ts';
import { words } from './words.ts';

type Choice = RequestPlan['choices'][number];

/** What is given: what was asked for, or less of it. */
export function GivesField({
  request,
  choices,
  chosen,
  onChange,
}: {
  request: AccessRequest;
  /** From the plan; until it is there, what was asked. */
  choices: readonly Choice[] | undefined;
  chosen: Draft['gives'];
  onChange: (changes: Draft) => void;
}): ReactNode {
  const { asks } = request;
  const known = choices ?? [asks];
  const value = known.find(({ kind, id }) => kind === chosen?.kind && id === chosen.id) ?? asks;
  const hint =
    value.id !== asks.id
      ? words.lessThanAsked(askedText(asks))
      : known.length > 1
        ? words.everythingAsked
        : words.nothingLess;
  return (
    <Select
      label={words.gives}
      options={known.map((choice) => ({
        id: `${choice.kind} ${choice.id}`,
        label: choice.name,
        detail: choice.title === '' ? undefined : choice.title,
        icon: choice.kind === 'role' ? IdCardIcon : KeyRoundIcon,
        mono: choice.kind === 'permission',
      }))}
      value={`${value.kind} ${value.id}`}
      onChange={(key) => {
        const next = known.find(({ kind, id }) => `${kind} ${id}` === key);
        if (next) onChange({ gives: next.id === asks.id ? undefined : { kind: next.kind, id: next.id } });
      }}
      hint={hint}
    />
  );
}
