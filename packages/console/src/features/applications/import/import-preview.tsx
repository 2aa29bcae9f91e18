import type { ImportReport } from '@licet/contract';
import type { ReactNode } from 'react';
import { countText } from '../../../blocks/totals.ts';
import { Callout } from '../../../ui/callout.tsx';
import { type Effect, Effects } from '../../../ui/effects.tsx';
import type { ImportKind } from './file-kind.ts';
import { reportWords as words } from './words.ts';

/** The effects of an import, before it is done. */
export function ImportPreview({
  report,
  kind,
  name,
}: {
  report: ImportReport;
  kind: ImportKind;
  name: string | undefined;
}): ReactNode {
  const effects = createdEffects(report, words.new);
  return (
    <div className="stack">
      <p>
        {name === undefined
          ? words.pasted(kind === 'catalogue', report.lines)
          : words.named(name, kind === 'catalogue', report.lines)}
      </p>
      {effects.length === 0 ? (
        <Callout>
          <b>{words.nothing}</b> {words.nothingText}
        </Callout>
      ) : (
        <Effects effects={effects} />
      )}
      {report.unchanged > 0 && effects.length > 0 && (
        <p className="text-faint">{words.unchanged(countText(report.unchanged))}</p>
      )}
    </div>
  );
}

/** A line for each kind of thing that an import creates. */
export function createdEffects({ created }: ImportReport, word: string): Effect[] {
  return MADE.filter((what) => created[what] > 0).map((what) => ({
    id: what,
    kind: 'gain',
    what: <b>{words[what](created[what])}</b>,
    names: words.notes[what] || undefined,
    word,
  }));
}

const MADE = ['users', 'permissions', 'roles', 'rolePermissions', 'grants'] as const;
